/// What a session knows of its tasks and calls.
struct SessionState: Sendable {
  var tasks: [Int: SessionTask] = [:]
  var hooks = SessionEvents()
  var hasHooks = false
  private(set) var isInvalid = false
  private var running = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var tellsOfEnd = false

  /// How an async call goes on.
  enum CallStart: Sendable {
    case direct
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
    return .direct
  }

  /// Takes a task in; it counts as running until its owner has been told of its end.
  mutating func add(_ task: SessionTask) {
    running += 1
    if !isInvalid { tasks[task.identifier] = task }
  }

  mutating func remove(_ task: SessionTask) { tasks[task.identifier] = nil }

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
