/// Charsets by the labels of the WHATWG Encoding Standard.
public enum Charset: Sendable {
  /// Whether a label stands for a charset.
  public static func isKnown(_ label: String) -> Bool { TextEncoding(label: label) != nil }

  /// The text that bytes stand for.
  ///
  /// - Parameters:
  ///   - bytes: the whole text; a byte order mark stands over the label and is left out.
  ///   - label: of either case.
  /// - Returns: the text.
  /// - Throws: for an unknown label, and for the first byte that the charset does not have.
  public static func decode(_ bytes: [UInt8], as label: String) throws(TextDecodingError) -> String
  {
    guard isKnown(label) else { throw TextDecodingError(unknown: label) }
    return try TextDecoder.decodeStrictly(bytes, contentTypeCharset: label, kind: .text).text
  }

  /// The bytes of a text, without a byte order mark.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - label: of either case.
  /// - Returns: `nil` when the charset has not all of its characters.
  /// - Throws: for an unknown label.
  public static func encode(_ text: String, as label: String) throws(TextDecodingError) -> [UInt8]?
  {
    guard let encoding = TextEncoding(label: label) else {
      throw TextDecodingError(unknown: label)
    }
    guard let charset = encoding.systemName else {
      return encoding == .utf8 ? Array(text.utf8) : nil
    }
    return SystemTextDecoder.encode(text, charset: charset)
  }
}
