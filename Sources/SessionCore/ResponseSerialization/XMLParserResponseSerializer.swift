public import Documents

/// Judges an answer and hands its XML out to be read piece by piece; nothing is parsed before.
public struct XMLParserResponseSerializer: DocumentResponseSerializer, Hashable, Codable {
  /// A reader that has not begun.
  public typealias Output = XMLEventReader

  /// What answers are acceptable.
  public var validation: ResponseValidation

  /// Creates a serializer.
  public init(
    validation: ResponseValidation = .init(
      acceptableContentTypes: XMLDocumentResponseSerializer.contentTypes
    )
  ) {
    self.validation = validation
  }

  /// Makes a reader of a body.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse
  ) throws(SessionError) -> XMLEventReader? {
    XMLEventReader(data, charset: response.textEncodingName)
  }
}
