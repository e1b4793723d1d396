import Glibc

/// Moments in UTC as headers and bodies spell them.
enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970 now.
  static var now: Int { time(nil) }

  /// As in `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
  static func header(_ seconds: Int) -> String {
    let parts = parts(seconds)
    let day = "\(days[parts.weekday]), \(two(parts.day)) \(months[parts.month - 1]) \(parts.year)"
    return "\(day) \(parts.clock) GMT"
  }

  /// As in `1994-11-06T08:49:37Z` (RFC 3339).
  static func iso8601(_ seconds: Int) -> String {
    let parts = parts(seconds)
    return "\(parts.year)-\(two(parts.month))-\(two(parts.day))T\(parts.clock)Z"
  }

  /// The `Date` header of the second, written once.
  struct Cache {
    private var second = 0
    private var written = ""

    mutating func text() -> String {
      let now = HTTPDate.now
      if now != second {
        second = now
        written = HTTPDate.header(now)
      }
      return written
    }
  }

  private struct Parts {
    var year: Int
    var month: Int
    var day: Int
    /// From Sunday, 0.
    var weekday: Int
    var clock: String
  }

  private static func parts(_ seconds: Int) -> Parts {
    var time = time_t(seconds)
    var broken = unsafe tm()
    unsafe gmtime_r(&time, &broken)
    let clock = unsafe [broken.tm_hour, broken.tm_min, broken.tm_sec]
    return unsafe Parts(
      year: Int(broken.tm_year) + 1900,
      month: Int(broken.tm_mon) + 1,
      day: Int(broken.tm_mday),
      weekday: Int(broken.tm_wday),
      clock: clock.map { two(Int($0)) }.joined(separator: ":")
    )
  }

  private static func two(_ number: Int) -> String {
    String(number).zeroPadded(to: 2)
  }
}
