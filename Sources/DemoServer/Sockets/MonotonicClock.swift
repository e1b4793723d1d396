import Glibc

/// The time since some fixed moment, never set back.
enum MonotonicClock {
  /// Milliseconds now.
  static var milliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
