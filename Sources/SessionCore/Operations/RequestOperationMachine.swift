/// The life of an operation as a pure state machine: events in, actions out.
///
/// An operation may need several tasks one after the other, because a pause ends the one that runs.
struct RequestOperationMachine {
  private(set) var state = HTTPRequestOperation.State.ready
  private(set) var isCancelled = false
  private var wasStarted = false
  private var hasTask = false
  /// The task that runs was ended by a pause, so its end is not the operation's.
  private var isTaskAbandoned = false

  /// What the owner has to do, the lock released.
  enum Action: Equatable {
    case nothing
    /// A task begins, the first one or one for the rest.
    case begin
    /// The task that runs is cancelled.
    case stop
    /// The operation ends as cancelled.
    case finishCancelled
    /// The operation ends with what the task gave.
    case finish
    /// Whoever queues the operation may start it now.
    case becomeReady
  }

  mutating func start() -> Action {
    guard state == .ready else { return .nothing }
    state = .executing
    wasStarted = true
    if hasTask { return .nothing }
    hasTask = true
    return .begin
  }

  mutating func pause() -> Action {
    switch state {
    case .paused, .finished: return .nothing
    case .ready:
      state = .paused
      return .nothing
    case .executing:
      if isCancelled { return .nothing }
      state = .paused
      guard hasTask, !isTaskAbandoned else { return .nothing }
      isTaskAbandoned = true
      return .stop
    }
  }

  mutating func resume() -> Action {
    guard state == .paused else { return .nothing }
    state = .ready
    return wasStarted ? start() : .becomeReady
  }

  mutating func cancel() -> Action {
    guard state != .finished, !isCancelled else { return .nothing }
    isCancelled = true
    if state == .executing, hasTask {
      return isTaskAbandoned ? .nothing : .stop
    }
    state = .finished
    return .finishCancelled
  }

  /// The task has ended.
  mutating func taskEnded() -> Action {
    let wasAbandoned = isTaskAbandoned
    hasTask = false
    isTaskAbandoned = false
    switch state {
    case .executing:
      if isCancelled {
        state = .finished
        return .finishCancelled
      }
      if wasAbandoned {
        hasTask = true
        return .begin
      }
      state = .finished
      return .finish
    case .ready, .paused:
      if wasAbandoned { return .nothing }
      // The pause came too late: everything is there.
      state = .finished
      return .finish
    case .finished: return .nothing
    }
  }
}
