import CCurl
import Glibc
import Locks

/// What is shared between a loop's thread and all others.
///
/// The thread is woken by one write to an event descriptor, and only when it sleeps.
final class LoopMailbox: Sendable {
  /// Readable when there is mail for a sleeping thread.
  let wakeDescriptor: Int32
  private let state = Locked(State())

  private struct State {
    var jobs: [LoopJob] = []
    var commands: [LoopCommand] = []
    var isAsleep = false
    var isStopping = false
    var hasEnded = false
    var endWaiters: [CheckedContinuation<Void, Never>] = []

    mutating func wake() -> Bool {
      defer { isAsleep = false }
      return isAsleep
    }
  }

  init() {
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  }

  deinit {
    if wakeDescriptor >= 0 { close(wakeDescriptor) }
  }

  /// Leaves a command.
  ///
  /// - Returns: false when the thread takes no more.
  func post(_ command: LoopCommand) -> Bool {
    let (taken, wakes) = state.withLock { state in
      guard !state.isStopping else { return (false, false) }
      state.commands.append(command)
      return (true, state.wake())
    }
    if wakes { wake() }
    return taken
  }

  /// Leaves a job.
  ///
  /// - Returns: false when the thread has ended.
  func post(_ job: LoopJob) -> Bool {
    let (taken, wakes) = state.withLock { state in
      guard !state.hasEnded else { return (false, false) }
      state.jobs.append(job)
      return (true, state.wake())
    }
    if wakes { wake() }
    return taken
  }

  /// Asks the thread to end and to resume a continuation then, if there is one.
  ///
  /// - Returns: false when it has ended already.
  @discardableResult
  func requestStop(notifying waiter: CheckedContinuation<Void, Never>? = nil) -> Bool {
    let (waits, wakes) = state.withLock { state in
      state.isStopping = true
      guard !state.hasEnded else { return (false, false) }
      if let waiter { state.endWaiters.append(waiter) }
      return (true, state.wake())
    }
    if wakes { wake() }
    return waits
  }

  /// Whether there is mail, or the thread is to end.
  var hasMail: Bool {
    state.withLock { !$0.jobs.isEmpty || !$0.commands.isEmpty || $0.isStopping }
  }

  /// Takes all mail, on the loop's thread.
  ///
  /// - Parameters:
  ///   - jobs: appended to.
  ///   - commands: appended to.
  ///   - sleeps: whether the thread goes to sleep when it ends up with neither.
  /// - Returns: whether the thread is to end.
  func take(
    jobs: inout [LoopJob],
    commands: inout [LoopCommand],
    beforeSleeping sleeps: Bool
  ) -> Bool {
    let (newJobs, newCommands, stopping) = state.withLock { state in
      let taken = (state.jobs, state.commands, state.isStopping)
      if !state.jobs.isEmpty { state.jobs = [] }
      if !state.commands.isEmpty { state.commands = [] }
      state.isAsleep = sleeps && taken.0.isEmpty && taken.1.isEmpty
      return taken
    }
    jobs.append(contentsOf: newJobs)
    commands.append(contentsOf: newCommands)
    return stopping
  }

  /// Ends the taking of jobs, unless there are any left.
  ///
  /// - Returns: those who wait for the end, or nil when there still is something to do.
  func end() -> [CheckedContinuation<Void, Never>]? {
    state.withLock { state in
      guard state.jobs.isEmpty, state.commands.isEmpty else { return nil }
      state.hasEnded = true
      defer { state.endWaiters = [] }
      return state.endWaiters
    }
  }

  /// Answers all mail when the thread cannot do its work.
  func abandon(_ error: CurlError) {
    let (jobs, commands, waiters) = state.withLock { state in
      state.isStopping = true
      state.hasEnded = true
      defer {
        state.jobs = []
        state.commands = []
        state.endWaiters = []
      }
      return (state.jobs, state.commands, state.endWaiters)
    }
    for command in commands { command.refuse(error) }
    for job in jobs { job.forward() }
    for waiter in waiters { waiter.resume() }
  }

  /// Takes the thread's wake-up call back.
  func clearWake() {
    var count: UInt64 = 0
    _ = unsafe read(wakeDescriptor, &count, MemoryLayout<UInt64>.size)
  }

  private func wake() {
    var one: UInt64 = 1
    _ = unsafe write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
  }
}
