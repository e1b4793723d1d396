/// A moment as property lists have it: seconds since the start of 2001, UTC.
public struct PropertyListDate: Sendable, Hashable, CustomStringConvertible {
  /// Seconds since 2001-01-01T00:00:00Z; finite, in the years 1 to 9999.
  public let secondsSince2001: Double

  /// Makes a moment.
  ///
  /// - Parameter secondsSince2001: `nil` comes back when it is not finite or not in the years 1
  ///   to 9999.
  public init?(secondsSince2001: Double) {
    guard secondsSince2001.isFinite, Self.range.contains(secondsSince2001) else { return nil }
    self.secondsSince2001 = secondsSince2001
  }

  /// Reads `2024-02-29T12:30:00Z`, the form of XML property lists; a fraction of a second is
  /// allowed.
  public init?(iso8601 text: String) {
    let digits = Array(text.utf8)
    guard digits.count >= 20, digits.last == UInt8(ascii: "Z"), digits[4] == UInt8(ascii: "-"),
      digits[7] == UInt8(ascii: "-"), digits[10] == UInt8(ascii: "T"),
      digits[13] == UInt8(ascii: ":"), digits[16] == UInt8(ascii: ":"),
      let year = Self.number(digits[0..<4]), let month = Self.number(digits[5..<7]),
      let day = Self.number(digits[8..<10]), let hour = Self.number(digits[11..<13]),
      let minute = Self.number(digits[14..<16]), let second = Self.number(digits[17..<19]),
      (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, year: year), hour < 24,
      minute < 60, second < 60, year >= 1
    else { return nil }
    var fraction = 0.0
    if digits.count > 20 {
      let decimals = digits[20..<(digits.count - 1)]
      guard digits[19] == UInt8(ascii: "."), (1...9).contains(decimals.count),
        let value = Self.number(decimals)
      else { return nil }
      fraction = decimals.reduce(Double(value)) { value, _ in value / 10 }
    }
    let seconds =
      Self.days(toYear: year, month: month, day: day) * 86_400
      + hour * 3600 + minute * 60 + second
    self.init(secondsSince2001: Double(seconds) + fraction)
  }

  /// The moment as ISO 8601 text, with milliseconds only when there are some.
  public var iso8601: String {
    let milliseconds = Int((secondsSince2001 * 1000).rounded(.down))
    let (seconds, fraction) = Self.divide(milliseconds, by: 1000)
    let (days, time) = Self.divide(seconds, by: 86_400)
    let (year, month, day) = Self.date(ofDay: days)
    let clock = [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0, to: 2) }
    let tail = fraction == 0 ? "Z" : ".\(Self.padded(fraction, to: 3))Z"
    return "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
      + "T\(clock.joined(separator: ":"))\(tail)"
  }

  public var description: String { iso8601 }
}

extension PropertyListDate {
  private static let range =
    Double(
      days(toYear: 1, month: 1, day: 1) * 86_400
    )..<Double(
      days(toYear: 10_000, month: 1, day: 1) * 86_400
    )

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func padded(_ number: Int, to length: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, length - text.count)) + text
  }

  private static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = (number % divisor + divisor) % divisor
    return ((number - remainder) / divisor, remainder)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func days(inMonth month: Int, year: Int) -> Int {
    month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days from 2001-01-01 to a date of the Gregorian calendar, whose years turn in March here.
  private static func days(toYear year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = divide(shifted, by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 730_791
  }

  private static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = divide(days + 730_791, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
