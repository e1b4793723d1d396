import Glibc
import Locks

/// Runs commands to their end without keeping a thread waiting.
enum CommandRunner {
  /// Runs a command.
  ///
  /// It has ended and was reaped when this returns, also when it throws. What it has left running in the background is not waited for, unless the
  /// step was cancelled: then its whole process group is ended.
  ///
  /// - Parameter command: what to run.
  /// - Returns: its exit status and its output.
  /// - Throws: why it has no ending of its own.
  static func run(_ command: Command) async throws(Command.Failure) -> Command.Ending {
    let isCancelled = Locked(Task.isCancelled)
    // A task that is not cancelled itself, for the command must be reaped whatever happens.
    let task = Task { await attend(command) { isCancelled.withLock { $0 } } }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    return try result.get()
  }

  private static func attend(
    _ command: Command,
    isCancelled: @Sendable () -> Bool
  ) async -> Result<Command.Ending, Command.Failure> {
    guard !isCancelled() else { return .failure(.cancelled) }
    var process: CommandProcess
    do throws(Command.Failure) {
      process = try CommandProcess(command)
    } catch {
      return .failure(error)
    }
    var failure: Command.Failure?
    var killAt: ContinuousClock.Instant?
    var pause = Duration.milliseconds(1)
    while !process.hasEnded() {
      let came = process.read()
      if failure == nil, process.output.count > Command.outputLimit {
        failure = .tooMuchOutput
        process.signal(SIGKILL)
      }
      if failure == nil, isCancelled() {
        failure = .cancelled
        process.signal(SIGTERM)
        killAt = .now + Command.patience
      }
      if let time = killAt, time <= .now {
        process.signal(SIGKILL)
        killAt = nil
      }
      pause = came ? .milliseconds(1) : min(pause * 2, .milliseconds(20))
      try? await Task.sleep(for: pause)
    }
    while process.output.count <= Command.outputLimit, process.read() {}
    // Its number is not free until it is reaped, so this reaches no other group.
    if failure != nil { process.signal(SIGKILL) }
    let status = process.reap()
    if failure == nil, process.output.count > Command.outputLimit { failure = .tooMuchOutput }
    if let failure { return .failure(failure) }
    return .success(
      Command.Ending(output: process.output, errors: process.errors, status: status)
    )
  }
}
