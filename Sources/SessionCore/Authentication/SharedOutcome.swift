import Locks

/// What one task makes and several wait for, each of which can stop waiting by itself.
///
/// The work goes on while anybody waits for it, whoever began it; when the last one has gone it is
/// cancelled, and nobody can join it any more, unless it is of the kind that goes on alone.
final class SharedOutcome<Success: Sendable>: Sendable {
  typealias Outcome = Result<Success, SessionError>

  /// How waiting ended.
  enum Ending: Sendable {
    case outcome(Outcome)
    /// The one who waited was cancelled.
    case cancelled
    /// The one who waited would not wait any longer.
    case timedOut
  }

  private typealias Waiter = CheckedContinuation<Ending, Never>

  private struct State: Sendable {
    var outcome: Outcome?
    var lastNumber = 0
    /// Those who have joined and not gone, with the continuation of each that waits already.
    var members: [Int: Waiter?] = [:]
    /// Those who have gone before they had begun to wait, and why.
    var gone: [Int: Ending] = [:]
    var isAbandoned = false
    var work: Task<Void, Never>?
  }

  private let state = Locked(State())
  private let goesOnAlone: Bool

  /// Makes an outcome that is not there yet.
  ///
  /// - Parameter goesOnAlone: whether the work goes on when nobody waits for it any more.
  init(goesOnAlone: Bool = false) { self.goesOnAlone = goesOnAlone }

  /// Begins the work; called once, by the first to join.
  func begin(_ work: @escaping @Sendable () async -> Outcome) {
    let task = Task { finish(await work()) }
    let isAbandoned = state.withLock { state in
      state.work = task
      return state.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// Counts a caller among those who wait.
  ///
  /// - Returns: the caller's number, `nil` when all others have gone and the work with them.
  func join() -> Int? {
    state.withLock { state in
      if state.isAbandoned { return nil }
      state.lastNumber += 1
      state.members[state.lastNumber] = .some(nil)
      return state.lastNumber
    }
  }

  /// Waits for the outcome.
  ///
  /// - Parameters:
  ///   - number: from ``join()``.
  ///   - deadline: when the caller stops waiting, `nil` for never.
  /// - Returns: the outcome, or why the caller stopped waiting.
  func wait(_ number: Int, until deadline: ContinuousClock.Instant?) async -> Ending {
    let timer = deadline.map { deadline in
      Task {
        guard (try? await Task.sleep(until: deadline)) != nil else { return }
        leave(number, .timedOut)
      }
    }
    defer { timer?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ending = state.withLock { state -> Ending? in
          if let ending = state.gone.removeValue(forKey: number) { return ending }
          if let outcome = state.outcome { return .outcome(outcome) }
          state.members[number] = continuation
          return nil
        }
        if let ending { continuation.resume(returning: ending) }
      }
    } onCancel: {
      leave(number, .cancelled)
    }
  }

  private func leave(_ number: Int, _ ending: Ending) {
    let (waiter, work) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard state.outcome == nil, let waiter = state.members.removeValue(forKey: number) else {
        return (nil, nil)
      }
      if waiter == nil { state.gone[number] = ending }
      if state.members.isEmpty, !goesOnAlone { state.isAbandoned = true }
      return (waiter, state.isAbandoned ? state.work : nil)
    }
    waiter?.resume(returning: ending)
    work?.cancel()
  }

  /// Gives the outcome to all who wait; only the first one counts.
  func finish(_ outcome: Outcome) {
    let waiters = state.withLock { state -> [Waiter] in
      guard state.outcome == nil else { return [] }
      state.outcome = outcome
      defer { state.members = [:] }
      return state.members.values.compactMap(\.self)
    }
    for waiter in waiters { waiter.resume(returning: .outcome(outcome)) }
  }
}
