/// A point in time, in seconds and nanoseconds since 1970-01-01T00:00:00Z.
struct Instant: Sendable, Hashable, Comparable {
  /// Whole seconds, rounded down.
  var seconds: Int

  /// What is left, from 0 up to 999 999 999.
  var nanoseconds: Int

  init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The point so many seconds after 1970; `nil` beyond any calendar.
  init?(secondsSince1970 value: Double) {
    guard value.isFinite, abs(value) < 1e12 else { return nil }
    let whole = value.rounded(.down)
    self.init(seconds: Int(whole), nanoseconds: min(999_999_999, Int((value - whole) * 1e9)))
  }

  /// Reads an RFC 3339 date-time or date (midnight, UTC), or a date of HTTP (RFC 9110 section
  /// 5.6.7).
  init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    var scanner = ByteScanner(text)
    if let time = scanner.internetDateTime(), scanner.isAtEnd {
      self = time
      return
    }
    scanner = ByteScanner(text)
    if let day = scanner.fullDate(), scanner.isAtEnd {
      self.init(seconds: day * 86_400)
      return
    }
    scanner = ByteScanner(text)
    guard let time = scanner.httpDate(), scanner.isAtEnd else { return nil }
    self = time
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
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
