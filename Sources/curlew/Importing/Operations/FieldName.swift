import Encodings

/// Names of header fields and cookies.
enum FieldName {
  /// Whether a text is a token (RFC 9110, section 5.6.2).
  static func isToken(_ text: String) -> Bool {
    text.utf8.count <= 500 && text.utf8.isToken
  }

  /// Whether a text can be the value of a header field.
  static func isFieldValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } && text == text.trimmed
  }
}
