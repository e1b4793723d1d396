extension SerializingSessionManager {
  /// Sends a request with parameters and decodes its answer.
  ///
  /// - Parameters:
  ///   - method: such as `GET`.
  ///   - reference: resolved against the base.
  ///   - parameters: what the request says.
  ///   - headers: put over the serializer's.
  ///   - serializer: judges and decodes the answer.
  /// - Returns: the response with its object.
  /// - Throws: `SessionError` for a request that cannot be made, a transfer that fails and an
  ///   answer that is not acceptable.
  public func send<Serializer: ResponseSerializer>(
    _ method: String,
    _ reference: String,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:],
    serializer: Serializer
  ) async throws(SessionError) -> DataResponse<Serializer.Output> {
    let request = try request(method, reference, parameters: parameters, headers: headers)
    let response = await session.response(for: request, serializer: serializer)
    return try response.withoutError()
  }

  /// Posts a form in parts.
  @discardableResult
  public func post(
    _ reference: String,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:],
    form: (inout MultipartFormData) throws(SessionError) -> Void
  ) async throws(SessionError) -> DataResponse<Response.Output> {
    let request = try requestSerializer.multipartRequest(
      "POST",
      url(reference),
      parameters: parameters,
      headers: headers,
      form: form
    )
    let response = await session.response(for: request, serializer: responseSerializer)
    return try response.withoutError()
  }
}
