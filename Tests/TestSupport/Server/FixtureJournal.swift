import Locks

/// The record of all that came to a fixture server, and those who wait for more.
final class FixtureJournal: Sendable {
  typealias Condition = @Sendable (FixtureCounts) -> Bool

  private struct Waiter {
    var condition: Condition
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var counts = FixtureCounts()
    var requests: [FixtureRequest] = []
    var taken = 0
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0

    mutating func satisfied() -> [CheckedContinuation<Void, any Error>] {
      guard !waiters.isEmpty else { return [] }
      let keys = waiters.filter { $0.value.condition(counts) }.map(\.key)
      return keys.compactMap { waiters.removeValue(forKey: $0)?.continuation }
    }
  }

  private let state = Locked(State())
  private let keptRequests: Int

  init(keptRequests: Int) {
    self.keptRequests = keptRequests
  }

  var counts: FixtureCounts { state.withLock { $0.counts } }
  var requests: [FixtureRequest] { state.withLock { $0.requests } }

  /// Changes the counts and wakes whoever waited for that.
  func count(_ change: @Sendable (inout FixtureCounts) -> Void) {
    let woken = state.withLock { state in
      change(&state.counts)
      return state.satisfied()
    }
    for continuation in woken { continuation.resume() }
  }

  /// Keeps a request and gives it its number.
  func record(_ request: FixtureRequest) -> FixtureRequest {
    let (numbered, woken) = state.withLock { [keptRequests] state in
      var request = request
      request.number = state.counts.requests
      state.counts.requests += 1
      if state.requests.count < keptRequests { state.requests.append(request) }
      return (request, state.satisfied())
    }
    for continuation in woken { continuation.resume() }
    return numbered
  }

  /// The next place in the list of requests that nobody has asked for.
  func takePlace() -> Int {
    state.withLock { state in
      state.taken += 1
      return state.taken - 1
    }
  }

  func wait(within limit: Duration, until condition: @escaping Condition) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.wait(until: condition) }
      group.addTask {
        try await Task.sleep(for: limit)
        throw FixtureError("nothing of that kind came within \(limit): \(self.counts)")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func wait(until condition: @escaping Condition) async throws {
    let key = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDone = state.withLock { state in
          if condition(state.counts) { return true }
          state.waiters[key] = Waiter(condition: condition, continuation: continuation)
          return false
        }
        if isDone {
          continuation.resume()
        } else if Task.isCancelled {
          cancel(key)
        }
      }
    } onCancel: {
      cancel(key)
    }
  }

  private func cancel(_ key: Int) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: key)?.continuation }
    waiter?.resume(throwing: CancellationError())
  }
}
