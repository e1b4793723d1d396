import Glibc

/// The time of day.
public enum SystemClock: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public static func secondsSince1970() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
