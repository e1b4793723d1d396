import Glibc

/// The time that a thread has a processor: it stands still while others have it, and while the machine does.
public enum ProcessorTime: Sendable {
  /// Measures work that stays on its thread.
  ///
  /// - Parameter work: The work.
  /// - Returns: The processor time that it took.
  /// - Throws: What the work throws.
  public static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = now()
    try work()
    return now() - start
  }

  private static func now() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
