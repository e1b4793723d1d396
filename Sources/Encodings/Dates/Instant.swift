/// A point in time, in seconds and nanoseconds since 1970-01-01T00:00:00Z.
public struct Instant: Sendable, Hashable, Comparable {
  /// Whole seconds, rounded down.
  public var seconds: Int

  /// What is left, from 0 up to 999 999 999.
  public var nanoseconds: Int

  /// Makes a point in time.
  ///
  /// - Parameters:
  ///   - seconds: since 1970-01-01T00:00:00Z.
  ///   - nanoseconds: 0 to 999 999 999.
  public init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The point so many seconds after 1970; `nil` beyond any calendar.
  public init?(secondsSince1970 value: Double) {
    guard abs(value) < 1e12 else { return nil }
    let whole = value.rounded(.down)
    self.init(seconds: Int(whole), nanoseconds: min(999_999_999, Int((value - whole) * 1e9)))
  }

  /// Reads `date-time` of RFC 3339, such as `2026-01-31T12:00:00.5+01:00`.
  public init?(rfc3339 text: some StringProtocol) {
    var scanner = ByteScanner(text)
    guard let time = scanner.internetDateTime(), scanner.isAtEnd else { return nil }
    self = time
  }

  /// Reads a date of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
  ///
  /// Hyphens may stand in it, as in old cookies, and `UTC` for `GMT`; the day may have one digit.
  public init?(httpDate text: some StringProtocol) {
    guard text.utf8.count <= 64 else { return nil }
    var scanner = ByteScanner(text)
    guard let time = scanner.httpDate(), scanner.isAtEnd else { return nil }
    self = time
  }

  /// Reads an RFC 3339 date-time or date (midnight, UTC), or a date of HTTP (RFC 9110 section
  /// 5.6.7).
  public init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    var scanner = ByteScanner(text)
    if let day = scanner.fullDate(), scanner.isAtEnd {
      self.init(seconds: day * 86_400)
      return
    }
    guard let time = Self(rfc3339: text) ?? Self(httpDate: text) else { return nil }
    self = time
  }

  /// As RFC 3339 writes it in UTC, with as many digits of a fraction as are needed: `2026-11-21T09:35:21.5Z`.
  public var rfc3339: String {
    let civil = CivilDate(secondsSince1970: seconds)
    var fraction = nanoseconds == 0 ? "" : "." + String(nanoseconds, width: 9)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(civil.date)T\(civil.time)\(fraction)Z"
  }

  /// Whether the left point is before the right one.
  public static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
