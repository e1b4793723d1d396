/// Moments as reports show them, always in UTC.
enum DateText {
  /// `YYYY-MM-DDTHH:MM:SS` without a zone, as JUnit has it.
  ///
  /// - Parameter seconds: since 1970-01-01T00:00:00Z; outside the years 1970 to 9999 counts as the
  ///   nearest inside.
  /// - Returns: the moment, seconds cut.
  static func withoutZone(_ seconds: Double) -> String {
    let milliseconds = clamped(seconds)
    let (days, rest) = (milliseconds / 86_400_000, milliseconds % 86_400_000 / 1_000)
    let (year, month, day) = civil(days)
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))T"
      + "\(padded(rest / 3_600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))"
  }

  /// RFC 3339 with milliseconds: `2025-01-02T03:04:05.678Z`.
  static func iso8601(_ seconds: Double) -> String {
    "\(withoutZone(Double(clamped(seconds) / 1_000))).\(padded(clamped(seconds) % 1_000, 3))Z"
  }

  private static func clamped(_ seconds: Double) -> Int {
    guard seconds.isFinite else { return 0 }
    return Int((min(max(seconds, 0), 253_402_300_799) * 1_000).rounded())
  }

  // Days to a date of the Gregorian calendar, by eras of 400 years that start in March.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
