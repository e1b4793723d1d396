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
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "']"
  }
}
