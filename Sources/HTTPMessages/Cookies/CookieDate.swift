import Encodings

/// Reads dates of cookies as loosely as RFC 6265 section 5.1.1 asks.
enum CookieDate {
  /// The date in seconds since 1970, or `nil` if a part of it is missing or impossible.
  static func parse(_ text: some StringProtocol) -> Double? {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = parseTime(token) {
        time = found
      } else if day == nil, let found = leadingNumber(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = parseMonth(token) {
        month = found
      } else if year == nil, let found = leadingNumber(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year else { return nil }
    if (70...99).contains(year) { year += 1900 }
    if (0...69).contains(year) { year += 2000 }
    let date = CivilDate(
      year: year,
      month: month,
      day: day,
      hour: time.hour,
      minute: time.minute,
      second: time.second
    )
    guard year >= 1601, let date else { return nil }
    return Double(date.secondsSince1970)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    case _: false
    }
  }

  /// A number at the start with that many digits, followed by the end or something else.
  private static func leadingNumber(
    _ token: some Collection<UInt8>,
    digits: ClosedRange<Int>
  ) -> Int? {
    let number = token.prefix { $0.isASCIIDigit }
    guard digits.contains(number.count) else { return nil }
    return number.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func parseTime(
    _ token: some Collection<UInt8>
  ) -> (hour: Int, minute: Int, second: Int)? {
    let colon = UInt8(ascii: ":")
    let parts = token.split(separator: colon, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].allSatisfy(\.isASCIIDigit),
      parts[1].allSatisfy(\.isASCIIDigit),
      let hour = leadingNumber(parts[0], digits: 1...2),
      let minute = leadingNumber(parts[1], digits: 1...2),
      let second = leadingNumber(parts[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func parseMonth(_ token: some Collection<UInt8>) -> Int? {
    let name = token.prefix(3).map(\.lowercasedASCII)
    return CivilDate.monthNames.firstIndex {
      $0.utf8.prefix(3).map(\.lowercasedASCII) == name
    }.map { $0 + 1 }
  }
}
