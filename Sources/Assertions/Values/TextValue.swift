import Documents

/// Values as text, and text compared byte by byte.
///
/// Text compares code point by code point, as JSON has it, not by canonical equivalence as Swift
/// does.
enum TextValue: Sendable {
  /// The text of a value: a string, or where types are not strict also a number or boolean as
  /// spelled.
  static func text(of value: JSONValue, nature: Subject.Nature) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): nature == .json ? nil : number.literal
    case .bool(let bool): nature == .json ? nil : (bool ? "true" : "false")
    case .null, .array, .object: nil
    }
  }

  /// Whether a text ends with another.
  static func hasSuffix(_ text: String, _ suffix: String) -> Bool {
    let bytes = text.utf8
    let count = suffix.utf8.count
    return bytes.count >= count && bytes.suffix(count).elementsEqual(suffix.utf8)
  }
}
