/// Everything that is known of a finished request; object and error may both be there.
///
/// ```swift
/// let result = await session.response(for: request, serializer: JSONResponseSerializer())
/// result.object?["id"]
/// ```
public struct DataResponse<Output: Sendable>: Sendable {
  /// The request as it was given.
  public var request: SessionRequest
  /// The head of the answer, `nil` if none came.
  public var response: SessionResponse?
  /// The body.
  public var data: [UInt8]
  /// The file that a download ended in.
  public var file: String?
  /// Every exchange, times included; `nil` if no answer came.
  public var metrics: SessionMetrics?
  /// How long decoding took.
  public var serializationDuration: Duration
  /// What the body was decoded to.
  public var object: Output?
  /// What went wrong.
  public var error: SessionError?

  /// The object of an answer without error.
  ///
  /// - Returns: `nil` for a body that stands for nothing.
  /// - Throws: the error, even if there is an object as well.
  public func get() throws(SessionError) -> Output? {
    if let error { throw error }
    return object
  }
}

extension DataResponse {
  /// Judges and decodes what a transfer gave.
  init(
    _ result: Result<SessionData, SessionError>,
    request: SessionRequest,
    file: String? = nil,
    serializer: some ResponseSerializer<Output>
  ) {
    switch result {
    case .success(let answer):
      let start = ContinuousClock.now
      let serialized = serializer.serialize(answer.response, data: answer.data)
      self.init(
        request: request,
        response: answer.response,
        data: answer.data,
        file: file,
        metrics: answer.metrics,
        serializationDuration: start.duration(to: .now),
        object: serialized.object,
        error: serialized.error
      )
    case .failure(let error):
      self.init(
        request: request,
        response: error.response,
        data: error.data ?? [],
        file: file,
        serializationDuration: .zero,
        error: error
      )
    }
  }
}
