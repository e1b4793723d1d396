import CurlTransport

/// The life of a task as a pure state machine: events in, actions out.
struct SessionTaskState {
  private(set) var phase = SessionTask.State.suspended
  private var hasStarted = false
  private var isPaused = false
  private var exchange: TransferHandle?
  /// What runs the task between and around its exchanges.
  private var runner: Task<Void, Never>?
  private var hasClaimedEnd = false

  /// What the owner has to do, the lock released.
  enum Action: Sendable {
    case nothing
    /// The task runs for the first time.
    case start
    /// The exchange goes on.
    case goOn(TransferHandle?)
    /// The exchange stops for a while.
    case pause(TransferHandle?)
    /// The exchange ends, and the task with it.
    case abort(TransferHandle)
    /// The task ends at once: nothing of it is on its way, only a wait or a hook.
    case finishRunning(Task<Void, Never>?)
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
      if hasClaimedEnd { return .nothing }
      phase = .canceling
      if let exchange { return .abort(exchange) }
      if hasStarted { return .finishRunning(runner) }
      hasStarted = true
      return .finishUnstarted
    }
  }

  /// The task's work has begun; one that was cancelled meanwhile is ended again.
  mutating func runs(_ runner: Task<Void, Never>) -> Action {
    switch phase {
    case .running, .suspended:
      self.runner = runner
      return .nothing
    case .canceling, .completed: return .finishRunning(runner)
    }
  }

  /// The answer is there, and cancelling comes too late from now on.
  ///
  /// - Returns: false when the task was cancelled before.
  mutating func claimEnd() -> Bool {
    switch phase {
    case .canceling, .completed: return false
    case .running, .suspended:
      hasClaimedEnd = true
      return true
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
    runner = nil
    return true
  }
}
