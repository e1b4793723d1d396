/// What takes parameters whose values are variables, as `Parameters` has them.
extension SerializingSessionManager {
  /// Makes a request with the serializer's headers and attributes.
  @_disfavoredOverload
  public func request(
    _ method: String,
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:]
  ) throws(SessionError) -> SessionRequest {
    try request(method, reference, parameters: parameters.value(), headers: headers)
  }

  /// Sends a request with parameters and decodes its answer.
  @_disfavoredOverload
  public func send<Serializer: ResponseSerializer>(
    _ method: String,
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    serializer: Serializer
  ) async throws(SessionError) -> DataResponse<Serializer.Output> {
    try await send(
      method,
      reference,
      parameters: parameters.value(),
      headers: headers,
      serializer: serializer
    )
  }

  /// Makes a task of any method.
  @_disfavoredOverload
  public func dataTask(
    _ method: String,
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
    downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    makeTask(method, completion: completion) { (serializer) throws(SessionError) in
      session.dataTask(
        with: try request(method, reference, parameters: parameters, headers: headers),
        serializer: serializer,
        uploadProgress: uploadProgress,
        downloadProgress: downloadProgress,
        completion: completion
      )
    }
  }
}
