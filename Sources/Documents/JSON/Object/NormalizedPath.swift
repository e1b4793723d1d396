import Encodings

/// The spelling of normalized JSONPaths (RFC 9535, section 2.7).
enum NormalizedPath {
  /// The segment that selects an element.
  static func segment(at index: Int) -> String { "[\(index)]" }

  /// The segment that selects a member.
  static func segment(named name: String) -> String {
    var text = "['"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\u{08}": text += "\\b"
      case "\u{09}": text += "\\t"
      case "\u{0A}": text += "\\n"
      case "\u{0C}": text += "\\f"
      case "\u{0D}": text += "\\r"
      case "'": text += "\\'"
      case "\\": text += "\\\\"
      case "\u{00}"..<"\u{20}":
        text += "\\u" + Hex.text(UInt64(scalar.value), width: 4)
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "']"
  }
}
