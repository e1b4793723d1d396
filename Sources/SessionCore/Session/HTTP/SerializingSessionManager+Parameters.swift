/// The verbs with parameters whose values are variables, as `Parameters` has them.
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

  /// Gets something; the parameters go into the query.
  @_disfavoredOverload
  @discardableResult
  public func get(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:]
  ) async throws(SessionError) -> DataResponse<Response.Output> {
    try await get(reference, parameters: parameters.value(), headers: headers)
  }

  /// Asks for the head of an answer alone; the parameters go into the query.
  @_disfavoredOverload
  @discardableResult
  public func head(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:]
  ) async throws(SessionError) -> DataResponse<Response.Output> {
    try await head(reference, parameters: parameters.value(), headers: headers)
  }

  /// Posts something; the parameters go into the body.
  @_disfavoredOverload
  @discardableResult
  public func post(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:]
  ) async throws(SessionError) -> DataResponse<Response.Output> {
    try await post(reference, parameters: parameters.value(), headers: headers)
  }

  /// Puts something; the parameters go into the body.
  @_disfavoredOverload
  @discardableResult
  public func put(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:]
  ) async throws(SessionError) -> DataResponse<Response.Output> {
    try await put(reference, parameters: parameters.value(), headers: headers)
  }

  /// Changes something; the parameters go into the body.
  @_disfavoredOverload
  @discardableResult
  public func patch(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:]
  ) async throws(SessionError) -> DataResponse<Response.Output> {
    try await patch(reference, parameters: parameters.value(), headers: headers)
  }

  /// Deletes something; the parameters go into the query.
  @_disfavoredOverload
  @discardableResult
  public func delete(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:]
  ) async throws(SessionError) -> DataResponse<Response.Output> {
    try await delete(reference, parameters: parameters.value(), headers: headers)
  }
}

/// The same, with a completion.
extension SerializingSessionManager {
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

  /// Gets something and calls back.
  @_disfavoredOverload
  @discardableResult
  public func get(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    resumed(
      dataTask(
        "GET",
        reference,
        parameters: parameters,
        headers: headers,
        downloadProgress: progress,
        completion: completion
      )
    )
  }

  /// Asks for the head of an answer alone and calls back.
  @_disfavoredOverload
  @discardableResult
  public func head(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    resumed(
      dataTask(
        "HEAD",
        reference,
        parameters: parameters,
        headers: headers,
        completion: completion
      )
    )
  }

  /// Posts something and calls back.
  @_disfavoredOverload
  @discardableResult
  public func post(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    resumed(
      dataTask(
        "POST",
        reference,
        parameters: parameters,
        headers: headers,
        uploadProgress: progress,
        completion: completion
      )
    )
  }

  /// Puts something and calls back.
  @_disfavoredOverload
  @discardableResult
  public func put(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    resumed(
      dataTask(
        "PUT",
        reference,
        parameters: parameters,
        headers: headers,
        completion: completion
      )
    )
  }

  /// Changes something and calls back.
  @_disfavoredOverload
  @discardableResult
  public func patch(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    resumed(
      dataTask(
        "PATCH",
        reference,
        parameters: parameters,
        headers: headers,
        completion: completion
      )
    )
  }

  /// Deletes something and calls back.
  @_disfavoredOverload
  @discardableResult
  public func delete(
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    resumed(
      dataTask(
        "DELETE",
        reference,
        parameters: parameters,
        headers: headers,
        completion: completion
      )
    )
  }
}
