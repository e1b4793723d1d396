import Glibc

/// A detached thread that runs one function and takes no signals.
enum ServerThread {
  private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Starts `body` on a new thread.
  ///
  /// - Throws: ``BenchmarkError`` when there can be no more threads.
  static func start(_ body: @escaping @Sendable () -> Void) throws(BenchmarkError) {
    let job = unsafe Unmanaged.passRetained(Job(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let job = unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue()
        job.body()
        return nil
      },
      job.toOpaque()
    )
    guard status == 0 else {
      unsafe job.release()
      throw BenchmarkError("no thread can be started for the server")
    }
    pthread_detach(thread)
  }
}
