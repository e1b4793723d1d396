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

  /// The moment that `iso8601(_:)` wrote.
  ///
  /// - Returns: seconds since 1970-01-01T00:00:00Z; `nil` for another text.
  static func seconds(parsing text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count == 24 else { return nil }
    for (index, mark) in zip([4, 7, 10, 13, 16, 19, 23], "--T::.Z".utf8) where bytes[index] != mark
    {
      return nil
    }
    func number(_ start: Int, _ count: Int) -> Int? {
      var value = 0
      for byte in bytes[start..<start + count] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      let milliseconds = number(20, 3), year >= 1_970, (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    let days = days(year, month, day)
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second) + Double(milliseconds) / 1_000
  }

  // The other way round of `civil`.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let yearOfEra = year % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return year / 400 * 146_097 + dayOfEra - 719_468
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
