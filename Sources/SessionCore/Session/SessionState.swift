/// What a session knows of its tasks and calls.
struct SessionState: Sendable {
  var tasks: [Int: SessionTask] = [:]
  var hooks = SessionEvents()
  var hasHooks = false
  // Made when there is somebody to tell: a session is made more often than listened to.
  lazy var callbacks = SerialCallbacks()
  lazy var broadcast = EventBroadcast()
  private(set) var isInvalid = false
  /// What runs of the calls that are not tasks.
  private var steps: [Int: SessionCall.Step] = [:]
  private var lastCall = 0
  /// How often all that ran was ended.
  private var generation = 0
  private var running = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var tellsOfEnd = false

  /// How an async call goes on.
  enum CallStart: Sendable {
    case direct(number: Int, generation: Int)
    case observed
    case refused
  }

  /// What is to be done when something has ended, the lock released.
  struct End: Sendable {
    var waiters: [CheckedContinuation<Void, Never>] = []
    var hasBecomeInvalid = false
  }

  mutating func beginCall(isMonitored: Bool) -> CallStart {
    if isInvalid { return .refused }
    if hasHooks || isMonitored { return .observed }
    running += 1
    lastCall += 1
    return .direct(number: lastCall, generation: generation)
  }

  /// A step of a call begins; `false` if the call has been ended from outside.
  mutating func begin(_ step: SessionCall.Step, of call: SessionCall) -> Bool {
    if call.generation != generation { return false }
    steps[call.number] = step
    return true
  }

  mutating func endStep(of call: SessionCall) { steps[call.number] = nil }

  /// Ends all calls: gives what runs of them, and lets none begin another step.
  mutating func endCalls() -> [SessionCall.Step] {
    generation += 1
    defer { steps = [:] }
    return Array(steps.values)
  }

  /// Takes a task in; it counts as running until its owner has been told of its end.
  ///
  /// An invalid session takes none, and does not wait for one that may never be started.
  mutating func add(_ task: SessionTask) {
    if isInvalid { return }
    running += 1
    tasks[task.identifier] = task
  }

  /// Lets a task go whose owner is about to be told; one that was not taken in counts until then.
  mutating func remove(_ task: SessionTask) {
    if tasks.removeValue(forKey: task.identifier) == nil { running += 1 }
  }

  mutating func endOne() -> End {
    running -= 1
    return endIfIdle()
  }

  /// No more tasks or calls are taken.
  mutating func invalidate() -> End {
    if isInvalid { return End() }
    isInvalid = true
    tellsOfEnd = true
    return endIfIdle()
  }

  /// Waits until nothing runs; `false` if that is so already.
  mutating func wait(_ waiter: CheckedContinuation<Void, Never>) -> Bool {
    if running == 0 { return false }
    waiters.append(waiter)
    return true
  }

  private mutating func endIfIdle() -> End {
    guard running == 0 else { return End() }
    let end = End(waiters: waiters, hasBecomeInvalid: tellsOfEnd)
    waiters = []
    tellsOfEnd = false
    return end
  }
}
