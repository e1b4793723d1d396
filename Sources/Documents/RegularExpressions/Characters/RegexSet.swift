/// A set of characters as regular expressions write them.
indirect enum RegexSet: Sendable {
  /// Characters of one code point.
  case ranges([ClosedRange<UInt32>])
  /// One character, perhaps of several code points.
  case character(Character)
  /// What the first code point decides.
  case kind(Kind)
  /// A bit for each general category.
  case categories(UInt32)
  /// A Unicode property.
  case property(CodePointProperty)
  case union([RegexSet])
  case intersection(RegexSet, RegexSet)
  case negated(RegexSet)
  /// Letter case counts as nothing.
  case caseless(RegexSet)

  /// The sets that have a letter of their own.
  enum Kind: Sendable {
    case digit
    case word
    case space
    case horizontalSpace
    case lineBreak
    case everything
  }

  /// All but line breaks: the dot.
  static let dot = RegexSet.negated(.kind(.lineBreak))

  /// The set of one character.
  init(_ character: Character) {
    if let value = character.asciiValue, character != "\r\n" {
      self = .ranges([UInt32(value)...UInt32(value)])
    } else {
      self = .character(character)
    }
  }

  /// The set of one code point.
  init(_ scalar: Unicode.Scalar) {
    self = RegexSet(Character(scalar))
  }

  /// Whether a character is in the set.
  func contains(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return false }
    switch self {
    case .ranges(let ranges):
      guard scalars.count == 1 else { return false }
      return ranges.contains { $0.contains(first.value) }
    case .character(let other): return character == other
    case .kind(let kind): return kind.contains(first)
    case .categories(let bits):
      return CodePointCategory.bit(of: first.properties.generalCategory) & bits != 0
    case .property(let property): return property.holds(first)
    case .union(let sets): return sets.contains { $0.contains(character) }
    case .intersection(let left, let right):
      return left.contains(character) && right.contains(character)
    case .negated(let set): return !set.contains(character)
    case .caseless(let set):
      if set.contains(character) { return true }
      return [character.lowercased(), character.uppercased()].contains { text in
        guard text.count == 1, let other = text.first, other != character else { return false }
        return set.contains(other)
      }
    }
  }
}

extension RegexSet.Kind {
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .digit: return scalar.properties.generalCategory == .decimalNumber
    case .word: return Self.isWord(scalar)
    case .space: return scalar.properties.isWhitespace
    case .horizontalSpace:
      return scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
    case .lineBreak:
      switch scalar.value {
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029: return true
      case _: return false
      }
    case .everything: return true
    }
  }

  /// Letters, marks, digits and what joins them (Unicode Technical Standard 18, annex C).
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": return true
      case _: return false
      }
    }
    if scalar.properties.isAlphabetic || scalar.properties.isJoinControl { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      return true
    case _: return false
    }
  }
}
