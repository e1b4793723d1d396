import Glibc

/// The time of day.
enum SystemClock {
  /// Seconds since 1970-01-01T00:00:00Z.
  static var now: Int { time(nil) }
}
