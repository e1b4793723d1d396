extension PatternParser {
  /// Reads a class after its opening bracket.
  mutating func parseClass() throws(TextPatternError) -> CodePointSet {
    var set = CodePointSet()
    let isNegated = take("^")
    var isFirst = true
    while true {
      guard let scalar = next else { throw error("expected ]") }
      if scalar == "]", !isFirst || dialect == .ecma {
        advance()
        set.isNegated = isNegated
        return set
      }
      let isDash = scalar == "-"
      let (item, single) = try parseClassAtom(isFirst: isFirst)
      isFirst = false
      guard let low = single, next == "-", !(isDash && dialect == .iRegexp) else {
        set.formUnion(item)
        continue
      }
      advance()
      if next == "]" {
        set.formUnion(item)
        set.formUnion(CodePointSet("-"))
        continue
      }
      if dialect == .iRegexp, next == "-" { throw error("a dash must be escaped here") }
      guard let high = try parseClassAtom(isFirst: true).single, low.value <= high.value else {
        throw error("invalid range in a class")
      }
      set.ranges.append(low.value...high.value)
    }
  }

  /// Reads one item of a class: its set, and its code point when it is a single one.
  private mutating func parseClassAtom(
    isFirst: Bool
  ) throws(TextPatternError) -> (set: CodePointSet, single: Unicode.Scalar?) {
    guard let scalar = next else { throw error("expected ]") }
    advance()
    if scalar == "\\" {
      let set = try parseEscape(isInClass: true)
      let range = set.ranges.first
      let isSingle =
        set.ranges.count == 1 && range?.count == 1 && !set.isNegated && set.categories == 0
      return (set, isSingle ? range.flatMap { Unicode.Scalar($0.lowerBound) } : nil)
    }
    if dialect == .iRegexp {
      guard scalar != "[", scalar != "]" else { throw error("a bracket must be escaped here") }
      guard scalar != "-" || isFirst || next == "]" else {
        throw error("a dash must be escaped here")
      }
    }
    return (CodePointSet(scalar), scalar)
  }

  /// Reads what follows a backslash.
  mutating func parseEscape(isInClass: Bool) throws(TextPatternError) -> CodePointSet {
    guard let scalar = next else { throw error("expected an escape") }
    advance()
    switch scalar {
    case "p", "P":
      return try parseProperty(isNegated: scalar == "P")
    case "n": return CodePointSet("\n")
    case "r": return CodePointSet("\r")
    case "t": return CodePointSet("\t")
    case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
      if scalar == "-", dialect == .ecma, !isInClass { throw error("invalid escape") }
      return CodePointSet(scalar)
    default:
      guard dialect == .ecma else { throw error("invalid escape") }
      return try parseECMAEscape(scalar, isInClass: isInClass)
    }
  }

  private mutating func parseECMAEscape(
    _ scalar: Unicode.Scalar,
    isInClass: Bool
  ) throws(TextPatternError) -> CodePointSet {
    switch scalar {
    case "d": return .digits
    case "D": return CodePointSet(ranges: CodePointSet.complement(of: CodePointSet.digits.ranges))
    case "w": return .wordCharacters
    case "W":
      return CodePointSet(ranges: CodePointSet.complement(of: CodePointSet.wordCharacters.ranges))
    case "s": return .spaces
    case "S": return CodePointSet(ranges: CodePointSet.complement(of: CodePointSet.spaces.ranges))
    case "f": return CodePointSet("\u{0C}")
    case "v": return CodePointSet("\u{0B}")
    case "/", "$": return CodePointSet(scalar)
    case "b" where isInClass: return CodePointSet("\u{08}")
    case "c":
      guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
        throw error("expected a letter after \\c")
      }
      advance()
      return CodePointSet(ranges: [letter.value % 32...letter.value % 32])
    case "0":
      if let digit = next, ("0"..."9").contains(digit) { throw error("invalid escape") }
      return CodePointSet("\0")
    case "x": return CodePointSet(try codePoint(parseHexadecimal(digits: 2)))
    case "u": return try parseCodePoint()
    case "1"..."9" where !isInClass, "k" where !isInClass:
      if scalar == "k" {
        guard take("<") else { throw error("expected a group's name") }
        try parseGroupName()
      } else {
        while let digit = next, ("0"..."9").contains(digit) { advance() }
      }
      noteUnsupported("back-references are not supported")
      return CodePointSet()
    default: throw error("invalid escape")
    }
  }

  private mutating func parseCodePoint() throws(TextPatternError) -> CodePointSet {
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
      return CodePointSet(try codePoint(value))
    }
    let first = try parseHexadecimal(digits: 4)
    guard (0xD800..<0xDC00).contains(first), take(text: "\\u") else {
      return CodePointSet(try codePoint(first))
    }
    let second = try parseHexadecimal(digits: 4)
    guard (0xDC00...0xDFFF).contains(second) else { throw error("invalid surrogate pair") }
    return CodePointSet(try codePoint(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)))
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

  private mutating func parseProperty(isNegated: Bool) throws(TextPatternError) -> CodePointSet {
    guard take("{") else { throw error("expected { after \\p") }
    var name = ""
    while let scalar = next, scalar != "}" {
      name.unicodeScalars.append(scalar)
      advance()
    }
    guard take("}") else { throw error("expected } after a property") }
    var bits = CodePointCategory.bits(named: name)
    if dialect == .iRegexp { bits = name == "LC" || name == "Cs" ? nil : bits }
    if dialect == .ecma {
      for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
        name.removeFirst(prefix.count)
      }
      bits = CodePointCategory.bits(namedAsInECMA: name)
      if bits == nil, let property = CodePointProperty(rawValue: name) {
        var set = CodePointSet()
        set.properties = [(property, isNegated)]
        return set
      }
    }
    guard let bits else { throw error("unknown property \(name)") }
    return CodePointSet(categories: isNegated ? CodePointCategory.all & ~bits : bits)
  }
}

extension Unicode.Scalar {
  /// The value of a hexadecimal digit, or nil.
  var hexadecimalValue: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x61 + 10
    case "A"..."F": value - 0x41 + 10
    default: nil
    }
  }
}
