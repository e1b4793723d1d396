import CurlTransport

/// The life of a task as a pure state machine: events in, actions out.
///
/// Actions wait in one line, because two threads that change the state one after the other may come
/// to steer the exchange in the other order. One thread at a time works the line off.
struct SessionTaskState {
  private(set) var phase = SessionTask.State.suspended
  private var hasStarted = false
  private var exchange: TransferHandle?
  /// The exchange waits for a hook's decision about its head.
  private var isHeld = false
  /// What runs the task between and around its exchanges.
  private var runner: Task<Void, Never>?
  private var hasClaimedEnd = false
  /// What is still to be done, in the order of the states.
  private var steps: [Step] = []
  private var isWorkedOff = false

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

  /// What a task's owner asked for, of which others are notified.
  enum Event: Sendable {
    case resumed
    case suspended
    case cancelled
  }

  /// An action in the line.
  struct Step: Sendable {
    var event: Event?
    var action: Action
  }

  /// Puts an action into the line.
  ///
  /// - Returns: whether the caller is to work the line off, which nobody else does now.
  mutating func enqueue(_ action: Action, _ event: Event?) -> Bool {
    if case .nothing = action { return false }
    steps.append(Step(event: event, action: action))
    if isWorkedOff { return false }
    isWorkedOff = true
    return true
  }

  /// Takes the next step out of the line; `nil` when it is empty and nobody works it off any more.
  mutating func nextStep() -> Step? {
    if steps.isEmpty {
      isWorkedOff = false
      return nil
    }
    return steps.removeFirst()
  }

  mutating func resume() -> Action {
    guard phase == .suspended else { return .nothing }
    phase = .running
    if hasStarted { return .goOn(isHeld ? nil : exchange) }
    hasStarted = true
    return .start
  }

  mutating func suspend() -> Action {
    guard phase == .running else { return .nothing }
    phase = .suspended
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

  /// The exchange waits for the decision about its head, also when its owner lets the task go on.
  mutating func hold() { isHeld = true }

  /// The decision about the head has been made.
  mutating func release(_ exchange: TransferHandle?) -> Action {
    isHeld = false
    return goOn(exchange)
  }

  /// An exchange that waited has no reason to wait any more; a suspended task's still has.
  mutating func goOn(_ exchange: TransferHandle?) -> Action {
    guard let exchange, exchange == self.exchange, !isHeld, phase == .running else {
      return .nothing
    }
    return .goOn(exchange)
  }

  /// An exchange has ended.
  mutating func ended() {
    exchange = nil
    isHeld = false
  }

  /// Whether this is the task's one end.
  mutating func complete() -> Bool {
    if phase == .completed { return false }
    phase = .completed
    exchange = nil
    runner = nil
    return true
  }
}
