/// The formats of RFC 3339, as text that has one or has not.
public enum RFC3339: Sendable {
  /// Whether a text is `date-time`, such as `2026-01-31T12:00:00.5+01:00`.
  public static func isDateTime(_ text: String) -> Bool { Instant(rfc3339: text) != nil }

  /// How RFC 3339 writes a date and time that another form of ISO 8601 has.
  ///
  /// - Parameter text: As in `2026-01-31 12:00:00`, `2026-01-31T12:00:00+0100` or `…+01`. Without
  ///   an offset it is taken for UTC.
  /// - Returns: A `date-time`; nil for any other text.
  public static func dateTime(nearTo text: String) -> String? {
    guard (11...64).contains(text.utf8.count) else { return nil }
    var bytes = Array(text.utf8)
    if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    let whole = String(decoding: bytes, as: UTF8.self)
    bytes.insert(UInt8(ascii: ":"), at: bytes.count - 2)
    let parted = String(decoding: bytes, as: UTF8.self)
    return [whole, whole + "Z", whole + ":00", parted].first(where: isDateTime)
  }

  /// Whether a text is `full-date`, such as `2026-01-31`.
  public static func isDate(_ text: String) -> Bool {
    var scanner = ByteScanner(text)
    return scanner.fullDate() != nil && scanner.isAtEnd
  }

  /// Whether a text is `full-time`, such as `12:00:00Z`.
  public static func isTime(_ text: String) -> Bool {
    var scanner = ByteScanner(text)
    return scanner.fullTime() != nil && scanner.isAtEnd
  }

  /// Whether a text is `duration` of appendix A, such as `P1DT12H` or `P2W`.
  public static func isDuration(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return false }
    if rest.last == UInt8(ascii: "W") { return units(of: &rest, in: "W") == 1 && rest.isEmpty }
    guard let date = units(of: &rest, in: "YMD") else { return false }
    if rest.isEmpty { return date > 0 }
    guard rest.popFirst() == UInt8(ascii: "T"), let time = units(of: &rest, in: "HMS") else {
      return false
    }
    return time > 0 && rest.isEmpty
  }

  /// Reads numbers each followed by its unit, units in order and without a gap.
  ///
  /// - Returns: How many there were, or nil when they are out of order.
  private static func units(of rest: inout ArraySlice<UInt8>, in order: String) -> Int? {
    let units = Array(order.utf8)
    var last: Int?
    var count = 0
    while let first = rest.first, first.isASCIIDigit {
      while let byte = rest.first, byte.isASCIIDigit { rest.removeFirst() }
      guard let unit = rest.popFirst(), let index = units.firstIndex(of: unit) else { return nil }
      if let last, index != last + 1 { return nil }
      last = index
      count += 1
    }
    return count
  }
}
