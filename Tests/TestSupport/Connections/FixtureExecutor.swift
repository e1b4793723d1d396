import NIOPosix

/// Runs the tasks of fixture servers on threads of their own.
///
/// Swift runs tasks on as many threads as there are processors, and a test that computes for
/// seconds holds one of them. Servers on the same threads would answer late meanwhile, and clients
/// would report a time-out.
final class FixtureExecutor: TaskExecutor {
  static let shared = FixtureExecutor()

  private let threads = NIOThreadPool(numberOfThreads: 4)

  private init() { threads.start() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.submit { _ in unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
