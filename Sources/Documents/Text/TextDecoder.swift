/// Finds out the charset of a text and decodes it; what cannot be decoded becomes U+FFFD.
///
/// A byte order mark stands over the Content-Type header, that over what the text says of itself,
/// as in the WHATWG Encoding and HTML Standards.
///
/// ```swift
/// let page = TextDecoder.decode(body, contentTypeCharset: "latin1", kind: .html)
/// page.charset  // "windows-1252"
/// ```
public enum TextDecoder: Sendable {
  /// What a text may say of its own charset.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// Nothing.
    case text
    /// A `meta` element in the first 1024 bytes.
    case html
    /// An XML declaration; without one it is UTF-8.
    case xml
  }

  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - bytes: the whole text; a byte order mark is left out of the result.
  ///   - contentTypeCharset: the value of the header's `charset` parameter; an unknown label
  ///     counts as none.
  ///   - kind: where else to look for the charset.
  /// - Returns: the text, and the WHATWG name of the charset in lowercase.
  public static func decode(
    _ bytes: [UInt8],
    contentTypeCharset: String?,
    kind: Kind
  ) -> (text: String, charset: String) {
    let mark = TextEncodingMark(bytes)
    let content = bytes[(mark?.length ?? 0)...]
    let encoding =
      mark?.encoding ?? contentTypeCharset.flatMap(TextEncoding.init(label:))
      ?? CharsetDeclaration.encoding(of: bytes, kind)
    if encoding == nil, let text = String(validating: content, as: UTF8.self) {
      return (text, TextEncoding.utf8.name)
    }
    let known = encoding ?? (kind == .xml ? .utf8 : .windows1252)
    return (known.decode(content), known.name)
  }

  /// Decodes a text of which every byte must be right.
  ///
  /// - Parameters:
  ///   - bytes: the whole text; a byte order mark is left out of the result.
  ///   - contentTypeCharset: the value of the header's `charset` parameter.
  ///   - kind: where else to look for the charset.
  /// - Returns: the text, and the WHATWG name of the charset in lowercase.
  /// - Throws: for bytes that the charset does not have, with their place, and for a charset that
  ///   is unknown. Without any charset a page that is no UTF-8 is windows-1252, as the HTML
  ///   Standard says, and every other text must be UTF-8.
  public static func decodeStrictly(
    _ bytes: [UInt8],
    contentTypeCharset: String?,
    kind: Kind
  ) throws(TextDecodingError) -> (text: String, charset: String) {
    guard !bytes.isEmpty else { return ("", TextEncoding.utf8.name) }
    let mark = TextEncodingMark(bytes)
    let encoding: TextEncoding
    let isNamed: Bool
    if let marked = mark?.encoding {
      (encoding, isNamed) = (marked, true)
    } else if let label = contentTypeCharset {
      guard let known = TextEncoding(label: label) else {
        throw TextDecodingError(unknown: label)
      }
      (encoding, isNamed) = (known, true)
    } else if let label = CharsetDeclaration.label(of: bytes, kind),
      TextEncoding(label: label) == nil
    {
      throw TextDecodingError(unknown: label)
    } else if let declared = CharsetDeclaration.encoding(of: bytes, kind) {
      (encoding, isNamed) = (declared, true)
    } else {
      let isUTF8 = kind != .html || String(validating: bytes, as: UTF8.self) != nil
      (encoding, isNamed) = (isUTF8 ? .utf8 : .windows1252, false)
    }
    let start = mark?.length ?? 0
    if encoding == .utf8, let text = String(validating: bytes[start...], as: UTF8.self) {
      return (text, encoding.name)
    }
    if let fault = encoding.firstFault(in: bytes[start...]) {
      throw TextDecodingError(fault, in: bytes, encoding: encoding, isNamed: isNamed)
    }
    return (encoding.decode(bytes[start...]), encoding.name)
  }

  /// The value of the `charset` parameter of a Content-Type header.
  ///
  /// - Parameter contentType: such as `text/html; charset="utf-8"`.
  /// - Returns: the label as it is written, without quotes.
  public static func charset(inContentType contentType: String) -> String? {
    CharsetDeclaration.label(inContentType: Array(contentType.utf8))
  }
}
