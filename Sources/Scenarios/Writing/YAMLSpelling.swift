import Documents

/// How a scalar is spelled in YAML, so that reading it gives the same text back.
struct YAMLSpelling {
  /// Whether the scalar stands inside of brackets or braces, where a comma ends it.
  var isInFlow: Bool
  /// Whether it is the key of a map.
  var isKey = false

  /// The spelling of a text.
  ///
  /// - Parameter text: what is to be read back; `${` counts as it stands.
  /// - Returns: the text as it is where YAML reads it as a text, in quotes otherwise; one line.
  func spelling(of text: String) -> String {
    if isPlain(text) { return text }
    let needsEscapes = text.unicodeScalars.contains { $0 == "'" || !Self.isPrintable($0) }
    let hasMarks = text.contains("\"") || text.contains("\\")
    return hasMarks && !needsEscapes ? "'\(text)'" : Self.quoted(text)
  }

  /// Whether a text can stand without quotes.
  private func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      !Self.indicators.contains(first), !first.properties.isGraphemeExtend,
      first != " ", last != " ", last != ":",
      !Self.keywords.contains(text.lowercased())
    else { return false }
    let scalar = YAMLScalar(text: text, style: .plain, isTaggedText: false)
    guard case .text = scalar.resolved else { return false }
    if text.hasPrefix("---") || text.hasPrefix("...") { return false }
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      guard Self.isPrintable(scalar) else { return false }
      if isInFlow, Self.flowMarks.contains(scalar) { return false }
      if previous == ":", scalar == " " { return false }
      // Inside of brackets libyaml takes the colon of `a:?b` for the end of a key.
      if isInFlow, previous == ":", scalar == "?" { return false }
      if previous == " ", scalar == "#" { return false }
      // A quote inside is read as it is, but looks like a slip.
      if scalar == "\"" { return false }
      previous = scalar
    }
    return true
  }

  /// What no plain text starts with: indicators of YAML, and quotes of a word processor, which would be warned of.
  private static let indicators: Set<Unicode.Scalar> = [
    "-", "?", ":", ",", "[", "]", "{", "}", "#", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`",
    "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "=", "~", "<",
  ]

  private static let flowMarks: Set<Unicode.Scalar> = [",", "[", "]", "{", "}"]

  /// What some reader of YAML takes for something else than a text.
  private static let keywords: Set<String> = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
  ]

  /// Whether a character stands for itself in a file; those that editors hide or that turn the direction of a line do not.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      false
    case .spaceSeparator: scalar == " "
    case _: true
    }
  }

  /// A text in double quotes (YAML 1.2.2, section 5.7).
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
      case _:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (mark, width) =
          scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
        result += "\\\(mark)" + String(repeating: "0", count: width - digits.count) + digits
      }
    }
    return result + "\""
  }
}
