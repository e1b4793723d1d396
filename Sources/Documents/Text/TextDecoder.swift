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
      ?? declaredEncoding(of: bytes, kind: kind)
    guard let encoding else { return decodeUndeclared(content, kind: kind) }
    return (encoding.decode(content), encoding.name)
  }

  /// The value of the `charset` parameter of a Content-Type header.
  ///
  /// - Parameter contentType: such as `text/html; charset="utf-8"`.
  /// - Returns: the label as it is written, without quotes.
  public static func charset(inContentType contentType: String) -> String? {
    CharsetDeclaration.label(inContentType: Array(contentType.utf8))
  }

  private static func declaredEncoding(of bytes: [UInt8], kind: Kind) -> TextEncoding? {
    switch kind {
    case .text: nil
    case .html: CharsetDeclaration.html(bytes)
    case .xml: CharsetDeclaration.xml(bytes)
    }
  }

  private static func decodeUndeclared(
    _ bytes: ArraySlice<UInt8>,
    kind: Kind
  ) -> (text: String, charset: String) {
    if let text = String(validating: bytes, as: UTF8.self) {
      return (text, TextEncoding.utf8.name)
    }
    switch kind {
    case .xml: return (TextEncoding.utf8.decode(bytes), TextEncoding.utf8.name)
    case .text, .html:
      return (TextEncoding.windows1252.decode(bytes), TextEncoding.windows1252.name)
    }
  }
}
