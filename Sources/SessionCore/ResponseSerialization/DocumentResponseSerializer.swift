/// A serializer that decodes a body only when its content type allows it.
///
/// This is the gate that AFNetworking's JSON, XML, property list and image serializers share: a bad
/// status alone does not keep a body from being decoded (404 with JSON gives object and error), a
/// wrong content type does.
public protocol DocumentResponseSerializer: ResponseSerializer {
  /// What answers are acceptable.
  var validation: ResponseValidation { get set }

  /// Decodes a body.
  ///
  /// - Parameters:
  ///   - data: the whole body.
  ///   - response: the head, for charset and media type.
  /// - Returns: `nil` for a body that stands for nothing.
  /// - Throws: why it cannot be decoded; the validation's error is put beneath.
  func decode(_ data: [UInt8], of response: SessionResponse) throws(SessionError) -> Output?

  /// Decodes a body with regard to what was asked; without a definition of its own it leaves that
  /// out.
  ///
  /// - Parameters:
  ///   - data: the whole body.
  ///   - response: the head, for charset and media type.
  ///   - request: the request as it was given, if it is known.
  /// - Returns: `nil` for a body that stands for nothing.
  /// - Throws: why it cannot be decoded; the validation's error is put beneath.
  func decode(
    _ data: [UInt8],
    of response: SessionResponse,
    for request: SessionRequest?
  ) throws(SessionError) -> Output?
}

extension DocumentResponseSerializer {
  /// Leaves the request out.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse,
    for request: SessionRequest?
  ) throws(SessionError) -> Output? {
    try decode(data, of: response)
  }

  /// Validates, decodes if the gate is open, and nests the errors.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8]
  ) -> SerializedResponse<Output> {
    serialize(response, data: data, for: nil)
  }

  /// Validates, decodes if the gate is open, and nests the errors.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8],
    for request: SessionRequest?
  ) -> SerializedResponse<Output> {
    let verdict = validation.validate(response, data: data)
    if !verdict.isValid {
      let isGateClosed =
        verdict.error?.contains(.cannotDecodeContentData, in: .responseSerialization) ?? false
      if isGateClosed { return SerializedResponse(object: nil, error: verdict.error) }
    }
    do throws(SessionError) {
      let object = try decode(data, of: response, for: request)
      return SerializedResponse(object: object, error: verdict.error)
    } catch {
      return SerializedResponse(object: nil, error: .nesting(error, over: verdict.error))
    }
  }

  /// The error of a body that cannot be parsed.
  ///
  /// With `isLimit`, the body breaks a limit of the parser rather than the rules of its kind.
  func corrupt(
    _ kind: String,
    _ reason: any Error,
    _ response: SessionResponse,
    _ data: [UInt8],
    isLimit: Bool = false
  ) -> SessionError {
    SessionError(
      isLimit ? .documentTooLarge : .corruptDocument,
      "the body is \(isLimit ? "more than is decoded as" : "not") \(kind): \(reason)",
      of: response,
      data,
      in: .cocoa
    )
  }
}
