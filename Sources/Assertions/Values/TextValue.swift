import Documents

/// Values as text, and text compared byte by byte.
///
/// Text compares code point by code point, as JSON has it, not by canonical equivalence as Swift
/// does.
enum TextValue: Sendable {
  /// Whether a text ends with another.
  static func hasSuffix(_ text: String, _ suffix: String) -> Bool {
    let bytes = text.utf8
    let count = suffix.utf8.count
    return bytes.count >= count && bytes.suffix(count).elementsEqual(suffix.utf8)
  }
}
