import Glibc

/// The system's clocks.
public enum WallClock: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  @Sendable public static func now() -> Double {
    seconds(CLOCK_REALTIME)
  }

  /// Seconds since some moment, never set back: for durations.
  static func monotonic() -> Double {
    seconds(CLOCK_MONOTONIC)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
