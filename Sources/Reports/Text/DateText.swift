import Encodings

/// Moments as reports show them, always in UTC.
enum DateText {
  /// `YYYY-MM-DDTHH:MM:SS` without a zone, as JUnit has it.
  ///
  /// - Parameter seconds: since 1970-01-01T00:00:00Z; outside the years 1970 to 9999 counts as the
  ///   nearest inside.
  /// - Returns: the moment, seconds cut.
  static func withoutZone(_ seconds: Double) -> String {
    String(CivilDate(secondsSince1970: milliseconds(seconds) / 1000).rfc3339.dropLast())
  }

  /// RFC 3339 with milliseconds: `2025-01-02T03:04:05.678Z`.
  static func iso8601(_ seconds: Double) -> String {
    let milliseconds = milliseconds(seconds)
    return CivilDate(secondsSince1970: milliseconds / 1000)
      .rfc3339(milliseconds: milliseconds % 1000, showsZero: true)
  }

  /// The moment that `iso8601(_:)` wrote.
  ///
  /// - Returns: seconds since 1970-01-01T00:00:00Z; `nil` for another text.
  static func seconds(parsing text: String) -> Double? {
    guard text.utf8.count == 24, text.utf8.last == UInt8(ascii: "Z"),
      let instant = Instant(rfc3339: text), instant.seconds >= 0
    else { return nil }
    return Double(instant.seconds) + Double(instant.nanoseconds) / 1e9
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    guard seconds.isFinite else { return 0 }
    return Int((min(max(seconds, 0), 253_402_300_799) * 1000).rounded())
  }
}
