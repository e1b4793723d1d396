import Documents

/// Judges an answer and decodes its body as text.
///
/// The charset is that of a byte order mark, else of the content type; without either the text is
/// UTF-8 if it can be, else Windows-1252. What cannot be decoded becomes U+FFFD, so only the
/// validation gives errors. AFNetworking has no such serializer.
///
/// ```swift
/// let page = await session.response(for: request, serializer: StringResponseSerializer())
/// print(page.object ?? "")
/// ```
public struct StringResponseSerializer: DocumentResponseSerializer, Hashable, Codable {
  /// A text.
  public typealias Output = String

  /// What answers are acceptable.
  public var validation: ResponseValidation

  /// Creates a serializer; by default every status from 200 to 299 is acceptable.
  public init(validation: ResponseValidation = .init()) { self.validation = validation }

  /// Decodes a body.
  public func decode(_ data: [UInt8], of response: SessionResponse) throws(SessionError) -> String?
  {
    TextDecoder.decode(data, contentTypeCharset: response.textEncodingName, kind: .text).text
  }
}
