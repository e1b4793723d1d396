/// How many columns a text takes on a terminal.
public enum DisplayWidth: Sendable {
  /// The columns of a text without control characters; colours (`ESC [ … m`) take none.
  public static func columns(of text: String) -> Int {
    var width = 0
    var isColor = false
    for scalar in text.unicodeScalars {
      if isColor {
        isColor = scalar != "m"
      } else if scalar == "\u{1B}" {
        isColor = true
      } else {
        width += columns(of: scalar)
      }
    }
    return width
  }

  /// The start of a text that fits; a longer text ends in `…`.
  public static func fitting(_ text: String, columns limit: Int) -> String {
    guard columns(of: text) > limit else { return text }
    guard limit > 0 else { return "" }
    var result = String.UnicodeScalarView()
    var width = 0
    for scalar in text.unicodeScalars {
      let own = columns(of: scalar)
      guard width + own <= limit - 1 else { break }
      result.append(scalar)
      width += own
    }
    return String(result) + "…"
  }

  /// The columns of a single scalar: 0 for marks, 2 for what is wide.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= 0x300 else { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    case _: break
    }
    switch scalar.value {
    // East Asian wide characters (UAX 11) and emoji.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F9FF,
      0x2_0000...0x3_FFFD:
      return 2
    case _: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
