/// Dates, times and durations of RFC 3339.
enum TimeFormats {
  static func isDateTime(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count > 11, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
    return isDate(bytes[..<10]) && isTime(bytes[11...])
  }

  static func isDate(_ text: String) -> Bool { isDate(Array(text.utf8)[...]) }

  static func isTime(_ text: String) -> Bool { isTime(Array(text.utf8)[...]) }

  /// Whether a text is a duration of RFC 3339, appendix A.
  static func isDuration(_ text: String) -> Bool {
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
    while let first = rest.first, first &- UInt8(ascii: "0") < 10 {
      while let byte = rest.first, byte &- UInt8(ascii: "0") < 10 { rest.removeFirst() }
      guard let unit = rest.popFirst(), let place = units.firstIndex(of: unit) else { return nil }
      if let last, place != last + 1 { return nil }
      last = place
      count += 1
    }
    return count
  }

  private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == 10, let year = number(bytes, 0, 4), let month = number(bytes, 5, 2),
      let day = number(bytes, 8, 2), byte(bytes, 4) == UInt8(ascii: "-"),
      byte(bytes, 7) == UInt8(ascii: "-"), (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 9, let hour = number(bytes, 0, 2), let minute = number(bytes, 3, 2),
      let second = number(bytes, 6, 2), byte(bytes, 2) == UInt8(ascii: ":"),
      byte(bytes, 5) == UInt8(ascii: ":"), hour < 24, minute < 60, second <= 60
    else { return false }
    var rest = bytes.dropFirst(8)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }.count
      guard digits > 0 else { return false }
      rest.removeFirst(digits)
    }
    guard let offset = offset(rest) else { return false }
    // A leap second comes at the end of a day in UTC.
    return second < 60 || ((hour * 60 + minute - offset) % 1440 + 1440) % 1440 == 1439
  }

  /// The minutes that a zone is ahead of UTC.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let sign = bytes.first else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), bytes.count == 6,
      let hours = number(bytes, 1, 2), let minutes = number(bytes, 4, 2),
      byte(bytes, 3) == UInt8(ascii: ":"), hours < 24, minutes < 60
    else { return nil }
    let total = hours * 60 + minutes
    return sign == UInt8(ascii: "+") ? total : -total
  }

  private static func byte(_ bytes: ArraySlice<UInt8>, _ place: Int) -> UInt8 {
    bytes[bytes.startIndex + place]
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for place in start..<(start + count) {
      let digit = byte(bytes, place) &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}
