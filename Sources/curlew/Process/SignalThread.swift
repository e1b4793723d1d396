import Glibc

/// Makes the main thread the one that hears of SIGINT and SIGTERM.
///
/// Handlers may do next to nothing; a thread that waits for signals may do anything. So all threads block them, the work runs on others, and the
/// main thread waits.
enum SignalThread {
  /// The signals that end a run.
  private static let signals = [SIGINT, SIGTERM]

  /// Blocks the signals for this thread and all that it starts from now on, and ignores SIGPIPE and SIGXFSZ.
  ///
  /// To be called before any other thread exists.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // A file size limit is an error of the report that reaches it, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    var set = set()
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for signals for as long as the process lives.
  ///
  /// - Parameter heard: called with each signal, on the main thread.
  static func wait(_ heard: (Int32) -> Void) -> Never {
    var set = set()
    while true {
      var signal: Int32 = 0
      if unsafe sigwait(&set, &signal) == 0 {
        heard(signal)
      }
    }
  }

  private static func set() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals {
      unsafe sigaddset(&set, signal)
    }
    return set
  }
}
