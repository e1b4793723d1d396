import Glibc
import Locks

/// A detached thread that runs one function and takes no signals.
enum ServerThread {
  /// Starts `body` on a new thread.
  static func start(_ body: @escaping @Sendable () -> Void) throws(DemoServerError) {
    var everySignal = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&everySignal)
    // The new thread inherits the mask: signals stay with the threads that know what to do.
    unsafe pthread_sigmask(SIG_BLOCK, &everySignal, &before)
    let status = DetachedThread.start(body)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    if status != 0 { throw .system("pthread_create", port: 0, number: status) }
  }
}
