public import Documents

/// Judges an answer and decodes its body as JSON.
///
/// An empty body and one of a single space stand for nothing and are no error.
///
/// ```swift
/// var serializer = JSONResponseSerializer()
/// serializer.validation.acceptableContentTypes?.insert("text/plain")
/// ```
public struct JSONResponseSerializer: DocumentResponseSerializer, Hashable, Codable {
  /// A JSON document.
  public typealias Output = JSONValue

  /// The media types that AFNetworking takes for JSON.
  public static let contentTypes: Set<String> = [
    "application/json", "text/json", "text/javascript",
  ]

  /// What answers are acceptable.
  public var validation: ResponseValidation
  /// Whether a body may be a lone text, number, boolean or null.
  public var allowsFragments: Bool
  /// Whether members and elements that are null are left out, at every depth.
  ///
  /// Lists and objects that become empty stay.
  public var removesKeysWithNullValues: Bool

  /// Creates a serializer.
  ///
  /// - Parameters:
  ///   - validation: what answers are acceptable.
  ///   - allowsFragments: whether a body may be a lone scalar; not in AFNetworking's default.
  ///   - removesKeysWithNullValues: whether what is null is left out.
  public init(
    validation: ResponseValidation = .init(acceptableContentTypes: contentTypes),
    allowsFragments: Bool = false,
    removesKeysWithNullValues: Bool = false
  ) {
    self.validation = validation
    self.allowsFragments = allowsFragments
    self.removesKeysWithNullValues = removesKeysWithNullValues
  }

  /// Parses a body.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse
  ) throws(SessionError) -> JSONValue? {
    if data.isEmpty || data == [0x20] { return nil }
    let value: JSONValue
    do throws(JSONParserError) {
      value = try JSONParser(options: .init(allowsFragments: allowsFragments)).parse(data)
    } catch {
      throw corrupt("JSON", error, response, data, isLimit: error.code == .depth)
    }
    return removesKeysWithNullValues ? Self.removeNulls(from: value) : value
  }

  /// The parser bounds the depth, so this does not recurse without end.
  private static func removeNulls(from value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number, .string:
      return value
    case .array(let elements):
      return .array(elements.filter { !$0.isNull }.map(removeNulls(from:)))
    case .object(let members):
      var kept = JSONObject()
      for (key, member) in members where !member.isNull { kept[key] = removeNulls(from: member) }
      return .object(kept)
    }
  }
}
