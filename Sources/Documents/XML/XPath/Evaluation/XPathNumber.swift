import Glibc

/// The numbers of XPath 1.0 as texts.
enum XPathNumber {
  /// The number that a text spells (section 4.4), or NaN.
  static func value(of bytes: ArraySlice<UInt8>) -> Double {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    let digits = bytes[start..<end]
    let isNumber = digits.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
    guard isNumber, digits.contains(where: { (0x30...0x39).contains($0) }) else { return .nan }
    // A number may end with its point, and must not be longer than any number needs.
    var text = String(decoding: digits.prefix(4096), as: UTF8.self)
    if text.hasSuffix(".") { text += "0" }
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasPrefix("-.") { text = "-0" + text.dropFirst() }
    return Double(text) ?? .nan
  }

  /// The text of a number (section 4.2): no exponent, no point in a whole number.
  static func text(of number: Double) -> [UInt8] {
    if number.isNaN { return Array("NaN".utf8) }
    if number.isInfinite { return Array((number < 0 ? "-Infinity" : "Infinity").utf8) }
    if number == 0 { return [0x30] }
    let text = "\(number)"
    guard let mark = text.firstIndex(of: "e") else {
      return Array((text.hasSuffix(".0") ? String(text.dropLast(2)) : text).utf8)
    }
    let exponent = Int(text[text.index(after: mark)...]) ?? 0
    let digits = text[..<mark].filter(\.isNumber)
    let whole = text[..<mark].prefix { $0 != "." }.filter(\.isNumber).count
    let sign = number < 0 ? "-" : ""
    // Swift writes one digit before the point, and a zero behind it when there is no other.
    let significant =
      digits.hasSuffix("0") && digits.count == 2 ? String(digits.dropLast()) : digits
    let point = whole + exponent
    if point <= 0 {
      return Array("\(sign)0.\(String(repeating: "0", count: -point))\(significant)".utf8)
    }
    if point >= significant.count {
      let zeros = String(repeating: "0", count: point - significant.count)
      return Array("\(sign)\(significant)\(zeros)".utf8)
    }
    return Array("\(sign)\(significant.prefix(point)).\(significant.dropFirst(point))".utf8)
  }

  /// The nearest whole number, the greater one of two (section 4.4).
  static func rounded(_ number: Double) -> Double {
    guard number.isFinite, number != 0 else { return number }
    if number < 0, number >= -0.5 { return -0.0 }
    return Glibc.floor(number + 0.5)
  }
}
