import Encodings

extension PatternTranslator {
  /// Reads a class after its opening bracket.
  ///
  /// - Returns: The class in PCRE2's syntax.
  mutating func translateClass() throws(TextPatternError) -> String {
    var text = take("^") ? "[^" : "["
    var isFirst = true
    while true {
      guard let scalar = next else { throw error("expected ]") }
      if scalar == "]", !isFirst || dialect == .ecma {
        advance()
        return text + "]"
      }
      let isDash = scalar == "-"
      let (items, single) = try classAtom(isFirst: isFirst)
      isFirst = false
      guard let low = single, next == "-", !(isDash && dialect == .iRegexp) else {
        text += items
        continue
      }
      advance()
      if next == "]" {
        text += items + Self.escaped("-")
        continue
      }
      if dialect == .iRegexp, next == "-" { throw error("a dash must be escaped here") }
      guard let high = try classAtom(isFirst: true).single, low.value <= high.value else {
        throw error("invalid range in a class")
      }
      text += Self.escaped(low) + "-" + Self.escaped(high)
    }
  }

  /// Reads one item of a class: as PCRE2 writes it, and its code point when it is a single one.
  private mutating func classAtom(
    isFirst: Bool
  ) throws(TextPatternError) -> (items: String, single: Unicode.Scalar?) {
    guard let scalar = next else { throw error("expected ]") }
    advance()
    if scalar == "\\" {
      if let single = try singleEscape(isInClass: true) { return (Self.escaped(single), single) }
      return (try classItems(isInClass: true).items, nil)
    }
    if dialect == .iRegexp {
      guard scalar != "[", scalar != "]" else { throw error("a bracket must be escaped here") }
      guard scalar != "-" || isFirst || next == "]" else {
        throw error("a dash must be escaped here")
      }
    }
    return (Self.escaped(scalar), scalar)
  }

  /// Reads what follows a backslash as members of a class.
  ///
  /// - Returns: The members in PCRE2's syntax, and whether all but those are meant, which is only
  ///   outside of classes.
  mutating func classItems(
    isInClass: Bool
  ) throws(TextPatternError) -> (items: String, isNegated: Bool) {
    if let single = try singleEscape(isInClass: isInClass) { return (Self.escaped(single), false) }
    guard let scalar = next else { throw error("expected an escape") }
    advance()
    if scalar == "p" || scalar == "P" { return (try property(isNegated: scalar == "P"), false) }
    guard dialect == .ecma else { throw error("invalid escape") }
    return switch scalar {
    case "d", "D", "w", "W": ("\\\(scalar)", false)
    case "s": (Self.spaces, false)
    case "S": isInClass ? (Self.noSpaces, false) : (Self.spaces, true)
    default: throw error("invalid escape")
    }
  }

  /// ECMA-262's `\s`: its white space and line ends.
  private static let spaces =
    #"\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}"#

  /// All code points but those.
  private static let noSpaces =
    #"\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}"#
    + #"\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{d7ff}\x{e000}-\x{fefe}"#
    + #"\x{ff00}-\x{10ffff}"#

  /// Reads an escape of one code point; nil, and nothing is read, when another is next.
  private mutating func singleEscape(
    isInClass: Bool
  ) throws(TextPatternError) -> Unicode.Scalar? {
    guard let scalar = next else { throw error("expected an escape") }
    let start = position
    advance()
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
      if scalar == "-", dialect == .ecma, !isInClass { throw error("invalid escape") }
      return scalar
    case _ where dialect == .iRegexp: break
    case "f": return "\u{0C}"
    case "v": return "\u{0B}"
    case "/", "$": return scalar
    case "b" where isInClass: return "\u{08}"
    case "c":
      guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
        throw error("expected a letter after \\c")
      }
      advance()
      return Unicode.Scalar(letter.value % 32)
    case "0":
      if let digit = next, ("0"..."9").contains(digit) { throw error("invalid escape") }
      return "\0"
    case "x": return try codePoint(parseHexadecimal(digits: 2))
    case "u": return try parseCodePoint()
    default: break
    }
    position = start
    return nil
  }

  private mutating func parseCodePoint() throws(TextPatternError) -> Unicode.Scalar {
    if take("{") {
      var value: UInt32 = 0
      var count = 0
      while let digit = next?.hexadecimalValue {
        value = value * 16 + digit
        count += 1
        guard value <= 0x10FFFF else { throw error("invalid code point") }
        advance()
      }
      guard count > 0, take("}") else { throw error("invalid code point") }
      return try codePoint(value)
    }
    let first = try parseHexadecimal(digits: 4)
    guard (0xD800..<0xDC00).contains(first), take(text: "\\u") else {
      return try codePoint(first)
    }
    let second = try parseHexadecimal(digits: 4)
    guard (0xDC00...0xDFFF).contains(second) else { throw error("invalid surrogate pair") }
    return try codePoint(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func parseHexadecimal(digits: Int) throws(TextPatternError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = next?.hexadecimalValue else {
        throw error("expected \(digits) hexadecimal digits")
      }
      value = value * 16 + digit
      advance()
    }
    return value
  }

  private func codePoint(_ value: UInt32) throws(TextPatternError) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(value) else { throw error("a lone surrogate") }
    return scalar
  }

  /// Reads the name of a property with its braces.
  private mutating func property(isNegated: Bool) throws(TextPatternError) -> String {
    guard take("{") else { throw error("expected { after \\p") }
    var name = ""
    while let scalar = next, scalar != "}" {
      name.unicodeScalars.append(scalar)
      advance()
    }
    guard take("}") else { throw error("expected } after a property") }
    let known =
      dialect == .ecma
      ? CodePointCategory.name(ofECMA: name) : CodePointCategory.name(ofIRegexp: name)
    guard let known else { throw error("unknown property \(name)") }
    return "\\\(isNegated ? "P" : "p"){\(known)}"
  }
}

extension Unicode.Scalar {
  /// The value of a hexadecimal digit, or nil.
  var hexadecimalValue: UInt32? {
    isASCII ? UInt8(value).hexadecimalValue.map { UInt32($0) } : nil
  }
}
