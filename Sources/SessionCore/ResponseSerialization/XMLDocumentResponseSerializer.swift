public import Documents

/// Judges an answer and decodes its body as an XML document.
///
/// Nothing outside the body is read: no external entity, no DTD, no network.
public struct XMLDocumentResponseSerializer: DocumentResponseSerializer, Hashable, Codable {
  /// An XML document.
  public typealias Output = XMLDocument

  /// The media types that AFNetworking takes for XML.
  public static let contentTypes: Set<String> = ["application/xml", "text/xml"]

  /// What answers are acceptable.
  public var validation: ResponseValidation

  /// Creates a serializer.
  public init(validation: ResponseValidation = .init(acceptableContentTypes: contentTypes)) {
    self.validation = validation
  }

  /// Parses a body; an empty one is an error.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse
  ) throws(SessionError) -> XMLDocument? {
    do throws(XMLDocumentError) {
      return try XMLDocument(parsing: data, charset: response.textEncodingName)
    } catch {
      throw corrupt("XML", error, response, data, isLimit: error.code == .limit)
    }
  }
}
