extension RegexParser {
  /// Reads a class after its opening bracket.
  mutating func parseClass() throws(RegularExpression.ParsingError) -> RegexSet {
    try parseClass(depth: 0)
  }

  private mutating func parseClass(
    depth: Int
  ) throws(RegularExpression.ParsingError) -> RegexSet {
    guard depth < 50 else { throw error("classes are nested too deeply") }
    let isNegated = take("^")
    var result: RegexSet?
    var combine: (RegexSet, RegexSet) -> RegexSet = { $1 }
    var items: [RegexSet] = []
    while true {
      guard let character = next else { throw error("expected ]") }
      if take("]") { break }
      if take(text: "&&") {
        result = result.map { combine($0, .union(items)) } ?? .union(items)
        combine = { .intersection($0, $1) }
        items = []
        continue
      }
      if take(text: "--") {
        result = result.map { combine($0, .union(items)) } ?? .union(items)
        combine = { .intersection($0, .negated($1)) }
        items = []
        continue
      }
      if take(text: "~~") {
        result = result.map { combine($0, .union(items)) } ?? .union(items)
        combine = { left, right in
          .intersection(.union([left, right]), .negated(.intersection(left, right)))
        }
        items = []
        continue
      }
      if take(text: "[:") {
        items.append(try parseNamedClass())
        continue
      }
      if character == "[" {
        advance()
        items.append(try parseClass(depth: depth + 1))
        continue
      }
      items.append(try parseClassItem())
    }
    let set = result.map { combine($0, .union(items)) } ?? .union(items)
    return isNegated ? .negated(set) : set
  }

  /// One character, a range of characters, or an escape that stands for several.
  private mutating func parseClassItem() throws(RegularExpression.ParsingError) -> RegexSet {
    let first = try parseClassMember()
    guard case .success(let low) = first, next == "-", !isEndOfRange else {
      switch first {
      case .success(let scalar): return RegexSet(scalar)
      case .failure(let set): return set.set
      }
    }
    advance()
    guard case .success(let high) = try parseClassMember(), let start = low.onlyScalar,
      let end = high.onlyScalar, start <= end
    else { throw error("invalid range in a class", hint: "a - that is meant as it is stands last") }
    return .ranges([start...end])
  }

  private var isEndOfRange: Bool {
    var ahead = self
    ahead.advance()
    return ahead.next == "]" || ahead.next == "-" || ahead.next == "["
  }

  /// A set that is no single character.
  private struct Several: Error {
    var set: RegexSet
  }

  private mutating func parseClassMember() throws(RegularExpression.ParsingError)
    -> Result<Character, Several>
  {
    guard let character = next else { throw error("expected ]") }
    advance()
    guard character == "\\" else { return .success(character) }
    if take("b") { return .success("\u{8}") }
    let set = try parseEscape()
    switch set {
    case .character(let character): return .success(character)
    case .ranges(let ranges) where ranges.count == 1 && ranges[0].count == 1:
      guard let scalar = Unicode.Scalar(ranges[0].lowerBound) else {
        return .failure(Several(set: set))
      }
      return .success(Character(scalar))
    case .ranges, .kind, .categories, .property, .union, .intersection, .negated, .caseless:
      return .failure(Several(set: set))
    }
  }

  private mutating func parseNamedClass() throws(RegularExpression.ParsingError) -> RegexSet {
    let isNegated = take("^")
    let name = try text(upTo: ":")
    guard take("]") else { throw error("expected :] behind \(name)") }
    guard let set = Self.named(name) else { throw error("there is no class [:\(name):]") }
    return isNegated ? .negated(set) : set
  }

  private static func named(_ name: String) -> RegexSet? {
    func categories(_ names: String...) -> RegexSet {
      .categories(names.reduce(0) { $0 | (CodePointCategory.bits(named: $1) ?? 0) })
    }
    switch name {
    case "alpha": return .property(.alphabetic)
    case "digit": return .kind(.digit)
    case "alnum": return .union([.property(.alphabetic), .kind(.digit)])
    case "upper": return .property(.uppercase)
    case "lower": return .property(.lowercase)
    case "space": return .kind(.space)
    case "blank": return .kind(.horizontalSpace)
    case "punct": return .union([categories("P"), .ranges(asciiSymbols)])
    case "xdigit": return .property(.hexDigit)
    case "word": return .kind(.word)
    case "cntrl": return categories("Cc")
    case "graph": return .negated(.union([.kind(.space), categories("Cc", "Cs", "Cn")]))
    case "print": return .negated(.union([categories("Cc", "Cs", "Cn")]))
    case _: return nil
    }
  }

  private static let asciiSymbols: [ClosedRange<UInt32>] = [
    0x24...0x24, 0x2B...0x2B, 0x3C...0x3E, 0x5E...0x5E, 0x60...0x60, 0x7C...0x7C, 0x7E...0x7E,
  ]

  /// Reads what follows a backslash.
  mutating func parseEscape() throws(RegularExpression.ParsingError) -> RegexSet {
    guard let character = next else { throw error("expected a character behind \\") }
    advance()
    switch character {
    case "d": return .kind(.digit)
    case "D": return .negated(.kind(.digit))
    case "w": return .kind(.word)
    case "W": return .negated(.kind(.word))
    case "s": return .kind(.space)
    case "S": return .negated(.kind(.space))
    case "h": return .kind(.horizontalSpace)
    case "H": return .negated(.kind(.horizontalSpace))
    case "v": return .kind(.lineBreak)
    case "V": return .negated(.kind(.lineBreak))
    case "n": return RegexSet("\n" as Character)
    case "r": return RegexSet("\r" as Character)
    case "t": return RegexSet("\t" as Character)
    case "f": return RegexSet("\u{C}" as Character)
    case "e": return RegexSet("\u{1B}" as Character)
    case "a": return RegexSet("\u{7}" as Character)
    case "0": return RegexSet(try scalar(digits: 0...3, radix: 8))
    case "x": return RegexSet(try codePoint(shortest: 0, longest: 2))
    case "u": return RegexSet(try codePoint(shortest: 4, longest: 4))
    case "U": return RegexSet(try codePoint(shortest: 8, longest: 8))
    case "p", "P": return try parseProperty(isNegated: character == "P")
    case _ where character.isASCII && (character.isLetter || character.isNumber):
      throw error(
        "\\\(character) is not supported",
        hint: "for the character itself write it without \\"
      )
    case _: return RegexSet(character)
    }
  }

  private mutating func codePoint(
    shortest: Int,
    longest: Int
  ) throws(RegularExpression.ParsingError) -> Unicode.Scalar {
    guard take("{") else { return try scalar(digits: shortest...longest, radix: 16) }
    let digits = try text(upTo: "}")
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
      throw error("{\(digits)} is no code point")
    }
    return scalar
  }

  private mutating func scalar(
    digits: ClosedRange<Int>,
    radix: Int
  ) throws(RegularExpression.ParsingError) -> Unicode.Scalar {
    var text = ""
    while text.count < digits.upperBound, let digit = next, Int(String(digit), radix: radix) != nil
    {
      text.append(digit)
      advance()
    }
    guard text.count >= digits.lowerBound,
      let value = UInt32(text.isEmpty ? "0" : text, radix: radix),
      let scalar = Unicode.Scalar(value)
    else { throw error("expected the digits of a code point") }
    return scalar
  }

  private mutating func parseProperty(
    isNegated: Bool
  ) throws(RegularExpression.ParsingError) -> RegexSet {
    guard take("{") else { throw error("expected { behind \\p") }
    let isInverted = take("^")
    var name = try text(upTo: "}")
    for prefix in ["General_Category=", "gc=", "Is"] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    let set: RegexSet
    if let bits = CodePointCategory.bits(namedAsInECMA: name) {
      set = .categories(bits)
    } else if let property = CodePointProperty(rawValue: name) {
      set = .property(property)
    } else if let other = Self.named(name.lowercased()) {
      set = other
    } else {
      throw error(
        "the property \(name) is not supported",
        hint:
          "there are general categories such as L, Lu or Nd, and Alphabetic, Emoji and their like"
      )
    }
    return isNegated != isInverted ? .negated(set) : set
  }
}

extension Character {
  /// The value of its code point, when it has a single one.
  fileprivate var onlyScalar: UInt32? {
    unicodeScalars.count == 1 ? unicodeScalars.first?.value : nil
  }
}
