import Locks

/// A point that a response waits at until a test opens it.
///
/// ```swift
/// let gate = Gate()
/// let server = try await FixtureServer.start { _ in .text("late").after([.gate(gate)]) }
/// await gate.reached()  // the request is at the gate
/// gate.open()
/// ```
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var inside: [Int: CheckedContinuation<Void, Never>] = [:]
    var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var next = 0
  }

  private let state = Locked(State())

  /// A closed gate.
  public init() {}

  /// Lets all through, who wait and who come later.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      let waiting = Array(state.inside.values)
      state.inside = [:]
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until so many have come to the gate, whether it is open or not.
  ///
  /// - Parameter count: How many, all told.
  public func reached(count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.arrivals >= count { return true }
        state.watching.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Waits for the gate to open, or for the task's cancellation.
  func pass() async {
    let key = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOpen, watchers) = state.withLock { state in
          state.arrivals += 1
          let arrivals = state.arrivals
          let watchers = state.watching.filter { $0.count <= arrivals }.map(\.continuation)
          state.watching.removeAll { $0.count <= arrivals }
          if !state.isOpen { state.inside[key] = continuation }
          return (state.isOpen, watchers)
        }
        for watcher in watchers { watcher.resume() }
        if isOpen {
          continuation.resume()
        } else if Task.isCancelled {
          leave(key)
        }
      }
    } onCancel: {
      leave(key)
    }
  }

  private func leave(_ key: Int) {
    let continuation = state.withLock { $0.inside.removeValue(forKey: key) }
    continuation?.resume()
  }
}
