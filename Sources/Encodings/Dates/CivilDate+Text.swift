extension CivilDate {
  /// `January` to `December`.
  public static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `Sunday` to `Saturday`.
  public static let weekdayNames = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// `full-date` of RFC 3339: `2026-01-31`.
  public var date: String {
    var text: [UInt8] = []
    appendDate(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// `partial-time` of RFC 3339 without a fraction: `12:00:00`.
  public var time: String {
    var text: [UInt8] = []
    appendTime(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// `date-time` of RFC 3339: `2026-01-31T12:00:00Z`.
  public var rfc3339: String { rfc3339(milliseconds: 0) }

  /// `date-time` of RFC 3339 with milliseconds when there are some: `2026-01-31T12:00:00.250Z`.
  ///
  /// - Parameters:
  ///   - milliseconds: 0 to 999.
  ///   - showsZero: whether 0 milliseconds are written too, as `.000`.
  /// - Returns: the text, in UTC.
  public func rfc3339(milliseconds: Int, showsZero: Bool = false) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(24)
    appendDate(to: &text)
    text.append(UInt8(ascii: "T"))
    appendTime(to: &text)
    if milliseconds > 0 || showsZero {
      text.append(UInt8(ascii: "."))
      Self.append(milliseconds, width: 3, to: &text)
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// `IMF-fixdate` of RFC 9110 section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
  public var httpDate: String {
    let (weekday, month) = (Self.weekdayNames[weekday].prefix(3), Self.monthNames[month - 1])
    return "\(weekday), \(String(day, width: 2)) \(month.prefix(3)) \(String(year, width: 4)) "
      + "\(time) GMT"
  }

  private func appendDate(to text: inout [UInt8]) {
    Self.append(year, width: 4, to: &text)
    text.append(UInt8(ascii: "-"))
    Self.append(month, width: 2, to: &text)
    text.append(UInt8(ascii: "-"))
    Self.append(day, width: 2, to: &text)
  }

  private func appendTime(to text: inout [UInt8]) {
    Self.append(hour, width: 2, to: &text)
    text.append(UInt8(ascii: ":"))
    Self.append(minute, width: 2, to: &text)
    text.append(UInt8(ascii: ":"))
    Self.append(second, width: 2, to: &text)
  }

  /// Appends the last `width` decimal digits of a number.
  private static func append(_ number: Int, width: Int, to text: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      text.append(0x30 + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}
