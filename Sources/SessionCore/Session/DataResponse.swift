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
  /// The body; of an answer that broke off, what a task has of it.
  public var data: [UInt8]
  /// The file that a download ended in.
  public var file: String?
  /// Every exchange, times included; `nil` if no answer began.
  ///
  /// Of a failure a task knows the exchanges before it, and the last one if its head had come; an
  /// async call, which keeps nothing beside its answer, has none.
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
  /// - Throws: the error, even if there is an object as well, which is its
  ///   `SessionError.object` then.
  public func get() throws(SessionError) -> Output? { try withoutError().object }

  /// The same, of an answer without error.
  ///
  /// - Throws: as ``get()`` does.
  func withoutError() throws(SessionError) -> Self {
    guard var error else { return self }
    if error.object == nil, let object { error.object = object }
    throw error
  }
}

extension DataResponse {
  /// Judges and decodes what a task gave.
  init(
    _ outcome: TaskOutcome,
    request: SessionRequest,
    serializer: some ResponseSerializer<Output>
  ) {
    let file = outcome.file
    switch outcome.result {
    case .success(let answer):
      let start = ContinuousClock.now
      let serialized = serializer.serialize(answer.response, data: answer.data, for: request)
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
        metrics: outcome.metrics,
        serializationDuration: .zero,
        error: error
      )
    }
  }
}
