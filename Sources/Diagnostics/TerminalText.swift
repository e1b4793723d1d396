/// Text from outside, made harmless for a terminal.
public enum TerminalText: Sendable {
  /// The text with control characters shown as escapes.
  ///
  /// C0 and C1 controls, DEL, the marks that change the direction of text, what takes no room and what is no character become `\u{1B}`-like escapes; a line break
  /// becomes `\n` unless it is kept. What joins letters and pictures (U+200C, U+200D) stays.
  ///
  /// - Parameters:
  ///   - text: text from outside.
  ///   - keepingTabs: whether tabs stay as they are.
  ///   - keepingLineBreaks: whether line feeds stay as they are.
  /// - Returns: the text, itself where nothing in it is harmful.
  public static func escaped(
    _ text: String,
    keepingTabs: Bool = false,
    keepingLineBreaks: Bool = false
  ) -> String {
    guard !isPlain(text), text.unicodeScalars.contains(where: isHarmful) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t" where keepingTabs, "\n" where keepingLineBreaks:
        result.unicodeScalars.append(scalar)
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case _ where isHarmful(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      case _:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether there is nothing but printable ASCII, as nearly always.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
    return true
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C: true
    case 0x2028, 0x2029, 0xFEFF: true
    // Two texts that differ in these only would look alike.
    case 0x180E, 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE007F: true
    // No characters: YAML and XML cannot hold them.
    case 0xFDD0...0xFDEF: true
    case let value: value & 0xFFFE == 0xFFFE
    }
  }
}
