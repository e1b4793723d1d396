public import Documents

/// Judges an answer and decodes its body, which is JSON, as a value of a `Decodable` type.
///
/// ```swift
/// struct Order: Decodable { var id: Int, placedBy: String }
/// let serializer = DecodableResponseSerializer([Order].self, keys: .snakeCase)
/// let orders = try await session.response(for: request, serializer: serializer).get()
/// ```
///
/// What does not fit is an error that names its place: `$.items[2].id: expected an integer, got a
/// string`. An empty body is one as well (-1014), by Alamofire's rule, unless the method was one of
/// ``emptyRequestMethods`` or the status is one of ``emptyResponseCodes``; then there is neither object
/// nor error, where Alamofire wants a type that can be empty. AFNetworking has no such serializer.
public struct DecodableResponseSerializer<Output: Decodable & Sendable>:
  DocumentResponseSerializer, Hashable, Codable
{
  /// What answers are acceptable.
  public var validation: ResponseValidation
  /// Makes the value from JSON.
  public var decoder: JSONValueDecoder
  /// Methods, in upper case, whose answers may be empty.
  public var emptyRequestMethods: Set<String> = ["HEAD"]
  /// Status codes of answers that may be empty.
  public var emptyResponseCodes: Set<Int> = [204, 205]

  /// Creates a serializer.
  ///
  /// - Parameters:
  ///   - type: what the body is decoded to.
  ///   - validation: what answers are acceptable; by default the media types of JSON.
  ///   - keys: what the members of objects are called.
  public init(
    _ type: Output.Type = Output.self,
    validation: ResponseValidation = .init(
      acceptableContentTypes: JSONResponseSerializer.contentTypes
    ),
    keys: JSONValueDecoder.Keys = .unchanged
  ) {
    self.validation = validation
    decoder = JSONValueDecoder(keys: keys)
  }

  /// Decodes a body, of which it is not known what was asked.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse
  ) throws(SessionError) -> Output? {
    try decode(data, of: response, for: nil)
  }

  /// Decodes a body.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse,
    for request: SessionRequest?
  ) throws(SessionError) -> Output? {
    if data.isEmpty {
      if mayBeEmpty(response, request) { return nil }
      throw .emptyDocument(response, data)
    }
    let value: JSONValue
    do throws(JSONParserError) {
      value = try JSONParser(options: .init(allowsFragments: true)).parse(data)
    } catch {
      throw corrupt("JSON", error, response, data, isLimit: error.code == .depth)
    }
    do throws(JSONDecodingError) {
      return try decoder.decode(Output.self, from: value)
    } catch {
      throw SessionError(.undecodableValue, error.description, of: response, data, in: .cocoa)
    }
  }

  private func mayBeEmpty(_ response: SessionResponse, _ request: SessionRequest?) -> Bool {
    emptyResponseCodes.contains(response.status)
      || request.map { emptyRequestMethods.contains($0.method.uppercased()) } == true
  }
}
