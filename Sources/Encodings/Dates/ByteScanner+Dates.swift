extension ByteScanner {
  /// Reads `full-date` of RFC 3339.
  ///
  /// - Returns: days since 1970-01-01; `nil` where the date does not exist.
  public mutating func fullDate() -> Int? {
    guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
      (1...12).contains(month), day >= 1, day <= CivilDate.length(ofMonth: month, in: year)
    else { return nil }
    return CivilDate.days(year: year, month: month, day: day)
  }

  /// Reads `full-time` of RFC 3339.
  ///
  /// - Returns: seconds from midnight UTC, which an offset may move to the day before or after,
  ///   and nanoseconds.
  mutating func fullTime() -> (seconds: Int, nanoseconds: Int)? {
    guard let hour = digits(2), skip(":"), let minute = digits(2), skip(":"),
      let second = digits(2), hour < 24, minute < 60, second <= 60
    else { return nil }
    var nanoseconds = 0
    if skip(".") {
      guard let fraction = self.nanoseconds() else { return nil }
      nanoseconds = fraction
    }
    guard let offset = timeOffset() else { return nil }
    let seconds = hour * 3600 + minute * 60 + second - offset
    if second == 60 {
      // A leap second stands only at the end of a day of UTC (RFC 3339 section 5.7).
      guard (seconds % 86_400 + 86_400) % 86_400 == 0 else { return nil }
    }
    return (seconds, nanoseconds)
  }

  /// Reads `date-time` of RFC 3339.
  mutating func internetDateTime() -> Instant? {
    guard let day = fullDate(), skip("T") || skip("t"), let time = fullTime() else { return nil }
    return Instant(seconds: day * 86_400 + time.seconds, nanoseconds: time.nanoseconds)
  }

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`; cookies write hyphens in it.
  mutating func httpDate() -> Instant? {
    guard Self.weekdays.contains(letters()), skip(","), skip(" "),
      let day = digits(2) ?? digits(1), skip(" ") || skip("-"),
      let month = Self.months.firstIndex(of: letters()), skip(" ") || skip("-"),
      let year = digits(4), skip(" "), let hour = digits(2), skip(":"), let minute = digits(2),
      skip(":"), let second = digits(2), skip(word: " GMT") || skip(word: " UTC"),
      day >= 1, day <= CivilDate.length(ofMonth: month + 1, in: year), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    let days = CivilDate.days(year: year, month: month + 1, day: day)
    return Instant(seconds: days * 86_400 + hour * 3600 + minute * 60 + second)
  }

  private static let weekdays = CivilDate.weekdayNames.map { String($0.prefix(3)) }

  private static let months = CivilDate.monthNames.map { String($0.prefix(3)) }

  private mutating func timeOffset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = digits(2), skip(":"), let minutes = digits(2),
      hours < 24, minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isEast ? seconds : -seconds
  }
}
