public import Documents

/// Judges an answer and decodes its body as an HTML page, as forgivingly as browsers do.
public struct HTMLDocumentResponseSerializer: DocumentResponseSerializer, Hashable, Codable {
  /// An HTML page.
  public typealias Output = HTMLDocument

  /// The media types of HTML.
  public static let contentTypes: Set<String> = ["text/html", "application/xhtml+xml"]

  /// What answers are acceptable.
  public var validation: ResponseValidation

  /// Creates a serializer.
  public init(validation: ResponseValidation = .init(acceptableContentTypes: contentTypes)) {
    self.validation = validation
  }

  /// Parses a body.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse
  ) throws(SessionError) -> HTMLDocument? {
    do throws(XMLDocumentError) {
      return try HTMLDocument(parsing: data, charset: response.textEncodingName)
    } catch {
      throw corrupt("HTML", error, response, data, isLimit: error.code == .limit)
    }
  }
}
