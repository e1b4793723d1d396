/// Judges an answer and decodes its body.
///
/// ```swift
/// let result = JSONResponseSerializer().serialize(response, data: body)
/// result.object  // a JSONValue, possibly together with result.error: 404 with a JSON body
/// ```
public protocol ResponseSerializer<Output>: Sendable {
  /// What a body is decoded to.
  associatedtype Output: Sendable

  /// Judges and decodes an answer.
  ///
  /// - Parameters:
  ///   - response: the head of the answer.
  ///   - data: the whole body.
  /// - Returns: what was decoded and what is wrong; both, one or none of them may be there.
  func serialize(_ response: SessionResponse, data: [UInt8]) -> SerializedResponse<Output>

  /// Judges and decodes an answer with regard to what was asked.
  ///
  /// Sessions call this one; without a definition of its own it leaves the request out.
  ///
  /// - Parameters:
  ///   - response: the head of the answer.
  ///   - data: the whole body.
  ///   - request: the request as it was given.
  /// - Returns: what was decoded and what is wrong.
  func serialize(
    _ response: SessionResponse,
    data: [UInt8],
    for request: SessionRequest?
  ) -> SerializedResponse<Output>
}

extension ResponseSerializer {
  /// Leaves the request out.
  public func serialize(
    _ response: SessionResponse,
    data: [UInt8],
    for request: SessionRequest?
  ) -> SerializedResponse<Output> {
    serialize(response, data: data)
  }
}

/// The result for an answer: an object, an error, both (a bad status with a good body) or none (an
/// empty body).
public struct SerializedResponse<Output: Sendable>: Sendable {
  /// What the body was decoded to.
  public var object: Output?
  /// What is wrong with the answer.
  public var error: SessionError?

  /// Creates a result.
  public init(object: Output?, error: SessionError? = nil) {
    self.object = object
    self.error = error
  }
}
