/// What a session knows of its tasks and calls.
struct SessionState: Sendable {
  var hooks = SessionEvents()
  var hasHooks = false
  // Made when there is somebody to tell: a session is made more often than listened to.
  lazy var callbacks = SerialCallbacks()
  private(set) var broadcast: EventBroadcast<SessionEvent>?
  /// The tasks that were started and have not ended, with the hooks they started with.
  private var started: [Int: Started] = [:]
  /// The tasks that were never started; they are their owner's alone.
  private var unstarted: [Int: Unstarted] = [:]
  private(set) var isInvalid = false
  /// What runs of the calls that are not tasks.
  private var steps: [Int: SessionCall.Step] = [:]
  private var lastCall = 0
  /// How often all that ran was ended.
  private var generation = 0
  private var running = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var tellsOfEnd = false

  private struct Started: Sendable {
    var task: SessionTask
    var hooks: SessionEvents
  }

  private struct Unstarted: Sendable {
    weak var task: SessionTask?
  }

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

  /// The tasks that have not ended, started or not.
  var tasks: [SessionTask] {
    started.values.map(\.task) + unstarted.values.compactMap(\.task)
  }

  /// Who listens to the session; made for the first one who does.
  mutating func listenedBroadcast() -> EventBroadcast<SessionEvent> {
    hasHooks = true
    let broadcast = broadcast ?? EventBroadcast<SessionEvent>()
    self.broadcast = broadcast
    return broadcast
  }

  /// Notes a task that was made, which does not count as running: nobody waits for it.
  mutating func add(_ task: SessionTask) {
    if !isInvalid { unstarted[task.identifier] = Unstarted(task: task) }
  }

  /// A task that was never started is gone.
  mutating func forget(_ identifier: Int) { unstarted[identifier] = nil }

  /// A task starts: it counts as running until its owner is notified of its end, and keeps the
  /// hooks of this moment.
  ///
  /// An invalid session takes none.
  mutating func admit(_ task: SessionTask) {
    guard unstarted.removeValue(forKey: task.identifier) != nil, !isInvalid else { return }
    running += 1
    started[task.identifier] = Started(task: task, hooks: task.delegate.blocks.over(hooks))
  }

  /// The hooks that a task started with; `nil` if the session has not taken it.
  func hooks(of task: SessionTask) -> SessionEvents? { started[task.identifier]?.hooks }

  /// Lets a task go whose owner is about to be notified; one that was not taken in counts until then.
  ///
  /// - Returns: the hooks that hold for it.
  mutating func remove(_ task: SessionTask) -> SessionEvents {
    unstarted[task.identifier] = nil
    if let known = started.removeValue(forKey: task.identifier) { return known.hooks }
    running += 1
    return task.delegate.blocks.over(hooks)
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
