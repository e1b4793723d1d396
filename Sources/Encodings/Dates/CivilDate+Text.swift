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
    "\(String(year, width: 4))-\(String(month, width: 2))-\(String(day, width: 2))"
  }

  /// `partial-time` of RFC 3339 without a fraction: `12:00:00`.
  public var time: String {
    "\(String(hour, width: 2)):\(String(minute, width: 2)):\(String(second, width: 2))"
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
    let fraction = milliseconds > 0 || showsZero ? "." + String(milliseconds, width: 3) : ""
    return "\(date)T\(time)\(fraction)Z"
  }

  /// `IMF-fixdate` of RFC 9110 section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
  public var httpDate: String {
    let (weekday, month) = (Self.weekdayNames[weekday].prefix(3), Self.monthNames[month - 1])
    return "\(weekday), \(String(day, width: 2)) \(month.prefix(3)) \(String(year, width: 4)) "
      + "\(time) GMT"
  }
}
