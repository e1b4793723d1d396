import Glibc

/// Makes the main thread the one that gets SIGINT, SIGTERM and SIGHUP.
///
/// Handlers may do next to nothing; a thread that waits for signals may do anything. So all threads block them, the work runs on others, and the
/// main thread waits.
enum SignalThread {
  /// The signals that end a run.
  ///
  /// SIGHUP is not among them when it is ignored from the start, as `nohup` has it: a blocked signal would arrive all the same.
  private static let signals = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    // The handlers are pointers, of which 1 stands for "ignored".
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Ignores SIGPIPE and SIGXFSZ: what cannot be written is an error of its report, not the end of the process.
  static func ignoreFailedWrites() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Blocks the signals for this thread and all that it starts from now on.
  ///
  /// To be called before any other thread exists, and by those that call ``wait(_:)`` alone: until then a signal ends the process, also one that
  /// waits for its standard input.
  static func prepare() {
    var set = set()
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for signals for as long as the process lives.
  ///
  /// What one sender sends twice at a stroke is heard once: `timeout` of coreutils signals the command, and then its whole group, the command
  /// among it.
  ///
  /// - Parameter heard: called with each signal, on the main thread.
  static func wait(_ heard: (Int32) -> Void) -> Never {
    var set = set()
    var last: (signal: Int32, sender: pid_t, time: ContinuousClock.Instant)?
    while true {
      var info = unsafe siginfo_t()
      let signal = unsafe sigwaitinfo(&set, &info)
      guard signal > 0 else { continue }
      // A terminal is no sender, and its user may well press twice.
      let sender = unsafe info.si_code == SI_USER ? info._sifields._kill.si_pid : 0
      let time = ContinuousClock.now
      if let last, sender != 0, (last.signal, last.sender) == (signal, sender),
        time - last.time < stroke
      {
        continue
      }
      last = (signal, sender, time)
      heard(signal)
    }
  }

  /// How far apart the two are at most.
  private static let stroke = Duration.milliseconds(500)

  private static func set() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals {
      unsafe sigaddset(&set, signal)
    }
    return set
  }
}
