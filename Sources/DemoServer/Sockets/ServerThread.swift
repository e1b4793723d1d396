import Glibc

/// A detached thread that runs one function and takes no signals.
enum ServerThread {
  /// Starts `body` on a new thread.
  static func start(_ body: @escaping @Sendable () -> Void) throws(DemoServerError) {
    let job = unsafe Unmanaged.passRetained(Job(body))
    var everySignal = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&everySignal)
    // The new thread inherits the mask: signals stay with the threads that know what to do.
    unsafe pthread_sigmask(SIG_BLOCK, &everySignal, &before)
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
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    guard status == 0 else {
      unsafe job.release()
      throw .system("pthread_create", port: 0, number: status)
    }
    pthread_detach(thread)
  }

  private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }
}
