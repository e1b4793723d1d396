/// What host names need to know about scripts, by their blocks.
enum Script {
  /// How a character is written in bidirectional text.
  enum Direction {
    case left
    case right
    case number
    case arabicNumber
    case mark
    case neutral
  }

  static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0370...0x03FF, 0x1F00...0x1FFF: true
    default: false
    }
  }

  static func isHebrew(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0591...0x05F4, 0xFB1D...0xFB4F: true
    default: false
    }
  }

  /// Whether a character is Hiragana, Katakana or Han.
  static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3005, 0x3007, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF: true
    default: scalar.properties.isIdeographic
    }
  }

  /// Whether joining ignores a character: a mark.
  static func isTransparent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// Whether a letter joins to the one before it.
  static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0620, 0x0622...0x063F, 0x0641...0x064A, 0x066E...0x06D3, 0x0712...0x072F,
      0x0750...0x077F,
      0x08A0...0x08B4:
      scalar.value != 0x0674
    default: false
    }
  }

  /// Whether a letter also joins to the one after it.
  static func joinsOnBothSides(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0622...0x0625, 0x0627, 0x0629, 0x062F...0x0632, 0x0648, 0x0671...0x0677, 0x0688...0x0699,
      0x06C0, 0x06C3...0x06CB, 0x06CD, 0x06CF, 0x06D2, 0x06D3:
      false
    default: joins(scalar)
    }
  }

  static func direction(_ scalar: Unicode.Scalar) -> Direction {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    default: break
    }
    switch scalar.value {
    case 0x30...0x39, 0x06F0...0x06F9: return .number
    case 0x0660...0x0669, 0x066B, 0x066C, 0x06DD: return .arabicNumber
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return .right
    default: return scalar.properties.isAlphabetic ? .left : .neutral
    }
  }
}
