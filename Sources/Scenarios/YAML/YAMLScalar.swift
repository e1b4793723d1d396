import Diagnostics
package import Documents

/// A scalar with how it was written.
package struct YAMLScalar: Sendable {
  /// What a scalar stands for in the core schema, as narrowed for scenarios.
  package enum Resolved: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    /// A number that JSON cannot hold as it is written (`007`, `.inf`), with what to do.
    case unfitNumber(hint: String)
    case text
    /// No text at all: `key:` with nothing behind it.
    case empty
  }

  /// The decoded text.
  package var text: String
  /// How it is written.
  package var style: YAMLTree.Row.Kind
  /// Whether it is tagged `!!str`.
  package var isTaggedText: Bool
  /// Whether it has a `{`, without which no expression stands in it.
  var hasBrace = true

  /// Whether an expression or an escaped one stands in it.
  var isTemplate: Bool { hasBrace && TemplateScanner.isTemplate(text) }

  /// Whether nothing is written: `key:` with nothing behind it.
  package var isEmpty: Bool { style == .plain && !isTaggedText && text.isEmpty }

  /// Whether it is a plain `null`.
  package var isNull: Bool { if case .null = resolved { true } else { false } }

  /// What it stands for.
  package var resolved: Resolved {
    guard style == .plain, !isTaggedText else { return .text }
    // Most scalars start with a letter that no keyword and no number starts with.
    if let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a"), first != UInt8(ascii: "n"),
      first != UInt8(ascii: "t"), first != UInt8(ascii: "f")
    {
      return .text
    }
    switch text {
    case "": return .empty
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case _: return CoreSchema.number(text)
    }
  }
}

/// The numbers of YAML's core schema (YAML 1.2.2, section 10.3.2).
enum CoreSchema {
  /// What a plain scalar stands for, if it looks like a number.
  static func number(_ text: String) -> YAMLScalar.Resolved {
    guard let first = text.utf8.first,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) || "+-.".utf8.contains(first),
      text.utf8.count <= 10_000
    else { return .text }
    if let small = smallWhole(text) { return .number(JSONNumber(small)) }
    var digits = text[...]
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits.removeFirst() }
    if [".inf", ".Inf", ".INF"].contains(String(digits)) {
      return .unfitNumber(hint: "JSON has no infinity: quote it")
    }
    if [".nan", ".NaN", ".NAN"].contains(text) {
      return .unfitNumber(hint: "JSON has no such number: quote it")
    }
    if text.hasPrefix("0x") { return whole(text.dropFirst(2), radix: 16) }
    if text.hasPrefix("0o") { return whole(text.dropFirst(2), radix: 8) }
    return decimal(digits, isNegative: isNegative)
  }

  /// The value of a few digits without a leading zero.
  private static func smallWhole(_ text: String) -> Int? {
    let digits = text.utf8
    guard digits.count <= 15, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      return nil
    }
    var value = 0
    for digit in digits {
      guard digit &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int(digit &- UInt8(ascii: "0"))
    }
    return value
  }

  private static func whole(_ digits: Substring, radix: Int) -> YAMLScalar.Resolved {
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let value = UInt64(digits, radix: radix),
      let number = JSONNumber(parsing: String(value))
    else { return .text }
    return .number(number)
  }

  private static func decimal(_ digits: Substring, isNegative: Bool) -> YAMLScalar.Resolved {
    let bytes = Array(digits.utf8)
    var place = 0
    func skipDigits() -> Int {
      let start = place
      while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
      return place - start
    }
    let wholeDigits = skipDigits()
    var fractionDigits = 0
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      fractionDigits = skipDigits()
    }
    guard wholeDigits + fractionDigits > 0 else { return .text }
    let mantissa = bytes[..<place]
    var exponent: ArraySlice<UInt8> = []
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      let start = place
      place += 1
      if place < bytes.count, "+-".utf8.contains(bytes[place]) { place += 1 }
      guard skipDigits() > 0 else { return .text }
      exponent = bytes[start..<place]
    }
    guard place == bytes.count else { return .text }
    if wholeDigits > 1, bytes[0] == 0x30 {
      return .unfitNumber(hint: "a number has no leading zero: quote it to keep the text")
    }
    // `.5`, `5.` and `+5` are numbers of YAML, but JSON spells them with digits around the point.
    var spelling = isNegative ? "-" : ""
    let parts = String(decoding: mantissa, as: UTF8.self)
    if wholeDigits == 0 { spelling += "0" }
    spelling += fractionDigits == 0 && parts.hasSuffix(".") ? String(parts.dropLast()) : parts
    spelling += String(decoding: exponent, as: UTF8.self)
    return JSONNumber(parsing: spelling).map { .number($0) } ?? .text
  }
}
