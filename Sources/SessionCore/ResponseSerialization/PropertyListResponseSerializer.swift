public import Documents

/// Judges an answer and decodes its body as a property list, XML or binary.
public struct PropertyListResponseSerializer: DocumentResponseSerializer, Hashable, Codable {
  /// A property list.
  public typealias Output = PropertyListValue

  /// The media type that AFNetworking takes for property lists.
  public static let contentTypes: Set<String> = ["application/x-plist"]

  /// What answers are acceptable.
  public var validation: ResponseValidation

  /// Creates a serializer.
  public init(validation: ResponseValidation = .init(acceptableContentTypes: contentTypes)) {
    self.validation = validation
  }

  /// Parses a body; an empty one stands for nothing.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse
  ) throws(SessionError) -> PropertyListValue? {
    if data.isEmpty { return nil }
    do throws(PropertyListError) {
      return try PropertyListValue.parse(data).value
    } catch {
      throw corrupt("a property list", error, response, data, isLimit: error.code == .limit)
    }
  }
}
