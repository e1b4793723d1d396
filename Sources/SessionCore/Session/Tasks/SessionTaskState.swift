import CurlTransport

/// The life of a task as a pure state machine: events in, actions out.
struct SessionTaskState {
  private(set) var phase = SessionTask.State.suspended
  private var hasStarted = false
  private var isPaused = false
  private var exchange: TransferHandle?

  /// What the owner has to do, the lock released.
  enum Action: Sendable {
    case nothing
    /// The task runs for the first time.
    case start
    /// The exchange goes on.
    case goOn(TransferHandle?)
    /// The exchange stops for a while.
    case pause(TransferHandle?)
    /// The exchange ends.
    case abort(TransferHandle?)
    /// The task ends without having run.
    case finishUnstarted
  }

  mutating func resume() -> Action {
    guard phase == .suspended else { return .nothing }
    phase = .running
    isPaused = false
    if hasStarted { return .goOn(exchange) }
    hasStarted = true
    return .start
  }

  mutating func suspend() -> Action {
    guard phase == .running else { return .nothing }
    phase = .suspended
    isPaused = true
    return .pause(exchange)
  }

  mutating func cancel() -> Action {
    switch phase {
    case .canceling, .completed: return .nothing
    case .running, .suspended:
      phase = .canceling
      if hasStarted { return .abort(exchange) }
      hasStarted = true
      return .finishUnstarted
    }
  }

  /// An exchange has begun; what was asked for before holds for it.
  mutating func began(_ exchange: TransferHandle) -> Action {
    self.exchange = exchange
    switch phase {
    case .running: return .nothing
    case .suspended: return .pause(exchange)
    case .canceling, .completed: return .abort(exchange)
    }
  }

  /// An exchange has ended.
  mutating func ended() { exchange = nil }

  /// Whether this is the task's one end.
  mutating func complete() -> Bool {
    if phase == .completed { return false }
    phase = .completed
    exchange = nil
    return true
  }
}
