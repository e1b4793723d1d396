/// A second as year, month, day, hour, minute and second of the Gregorian calendar, in UTC.
///
/// ```swift
/// CivilDate(secondsSince1970: 784_111_777).rfc3339  // "1994-11-06T08:49:37Z"
/// ```
public struct CivilDate: Sendable, Hashable {
  /// 0 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to the length of the month.
  public let day: Int
  /// 0 to 23.
  public let hour: Int
  /// 0 to 59.
  public let minute: Int
  /// 0 to 59.
  public let second: Int

  /// The seconds since 1970-01-01T00:00:00Z of the years 0 to 9999, which four digits can write.
  public static let seconds = -62_167_219_200...253_402_300_799

  /// Converts a number of seconds.
  ///
  /// - Parameter seconds: since 1970-01-01T00:00:00Z; outside ``seconds`` the nearest end counts.
  public init(secondsSince1970 seconds: Int) {
    let seconds = max(Self.seconds.lowerBound, min(Self.seconds.upperBound, seconds))
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let rest = seconds - days * 86_400
    // Days are counted from -0400-03-01: years that begin in March have the leap day at their end.
    let shifted = days + 719_468 + 146_097
    let era = shifted / 146_097 - 1
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }

  /// Converts a number of seconds with a fraction, which is rounded down.
  ///
  /// - Parameter seconds: since 1970-01-01T00:00:00Z; outside ``seconds`` the nearest end counts,
  ///   what is not a number is 0.
  public init(secondsSince1970 seconds: Double) {
    let limits = Double(Self.seconds.lowerBound)...Double(Self.seconds.upperBound)
    let whole = max(limits.lowerBound, min(limits.upperBound, seconds.rounded(.down)))
    self.init(secondsSince1970: seconds.isNaN ? 0 : Int(whole))
  }

  /// Makes a date of its numbers; `nil` when there is no such day or time.
  public init?(
    year: Int,
    month: Int,
    day: Int,
    hour: Int = 0,
    minute: Int = 0,
    second: Int = 0
  ) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, in: year), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Seconds since 1970-01-01T00:00:00Z.
  public var secondsSince1970: Int {
    daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// The day of the week, from 0 for Sunday to 6 for Saturday.
  public var weekday: Int { ((daysSince1970 + 4) % 7 + 7) % 7 }

  /// The day of the year, from 1.
  public var dayOfYear: Int {
    (1..<month).reduce(day) { $0 + Self.length(ofMonth: $1, in: year) }
  }

  private var daysSince1970: Int { Self.days(year: year, month: month, day: day) }

  /// Days from 1970-01-01 to a date that exists, of a year from 0.
  static func days(year: Int, month: Int, day: Int) -> Int {
    // 400 years are added and taken away, so that nothing is negative in January of the year 0.
    let shifted = (month <= 2 ? year - 1 : year) + 400
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (shifted / 400 - 1) * 146_097 + dayOfEra - 719_468
  }

  /// How many days a month has.
  static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    case _: 31
    }
  }
}
