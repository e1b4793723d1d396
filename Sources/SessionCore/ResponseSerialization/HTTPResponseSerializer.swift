/// Judges an answer and hands its bytes out as they are.
public struct HTTPResponseSerializer: ResponseSerializer, Hashable, Codable {
  /// What answers are acceptable.
  public var validation: ResponseValidation

  /// Creates a serializer; by default every status from 200 to 299 is acceptable.
  public init(validation: ResponseValidation = .init()) { self.validation = validation }

  /// The bytes always, an error beside them if the answer is not acceptable.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8]
  ) -> SerializedResponse<[UInt8]> {
    SerializedResponse(object: data, error: validation.validate(response, data: data).error)
  }
}
