public import Documents

/// Answers as values of a `Decodable` type.
extension SerializingSessionManager {
  /// Sends a request and decodes the JSON of its answer as a value.
  ///
  /// ```swift
  /// struct Order: Decodable { var id: Int, sku: String }
  /// let order = try await api.get("orders/17", as: Order.self)
  /// ```
  ///
  /// The manager's own response serializer is not asked; the media types of JSON are acceptable, with
  /// the statuses from 200 to 299.
  ///
  /// - Parameters:
  ///   - method: such as `GET`.
  ///   - reference: resolved against the base.
  ///   - parameters: what the request says.
  ///   - headers: put over the serializer's.
  ///   - type: what the body is decoded to.
  ///   - keys: what the members of objects are called.
  /// - Returns: the value.
  /// - Throws: `SessionError` for a request that cannot be made, a transfer that fails, a body that
  ///   does not make the value, and an answer that is not acceptable; of that `SessionError.object`
  ///   is the body as `JSONValue`, if it is JSON.
  public func send<Value: Decodable & Sendable>(
    _ method: String,
    _ reference: String,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:],
    as type: Value.Type,
    keys: JSONValueDecoder.Keys = .unchanged
  ) async throws(SessionError) -> Value {
    let request = try request(method, reference, parameters: parameters, headers: headers)
    let decoder = DecodableResponseSerializer(type, keys: keys)
    // Judged first, for a refusal says more than that its body is no such value.
    let judge = JSONResponseSerializer(validation: decoder.validation, allowsFragments: true)
    let answer = try await session.data(for: request)
    let verdict = decoder.validation.validate(answer.response, data: answer.data)
    if var error = verdict.error {
      error.object = judge.serialize(answer.response, data: answer.data).object
      throw error
    }
    if let value = try decoder.decode(answer.data, of: answer.response, for: request) {
      return value
    }
    throw .emptyDocument(answer.response, answer.data)
  }

  /// The same with parameters whose values are variables.
  @_disfavoredOverload
  public func send<Value: Decodable & Sendable>(
    _ method: String,
    _ reference: String,
    parameters: Parameters,
    headers: HTTPHeaders = [:],
    as type: Value.Type,
    keys: JSONValueDecoder.Keys = .unchanged
  ) async throws(SessionError) -> Value {
    try await send(
      method,
      reference,
      parameters: parameters.value(),
      headers: headers,
      as: type,
      keys: keys
    )
  }
}

extension SessionError {
  /// The body of the answer as a value of a type of one's own: what a server says of a refusal.
  ///
  /// ```swift
  /// catch { print(try error.decodeBody(as: Problem.self).title) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: what the body is decoded to, whatever its content type.
  ///   - keys: what the members of objects are called.
  /// - Returns: the value.
  /// - Throws: `SessionError` when there is no body, or when it does not make the value.
  public func decodeBody<Value: Decodable & Sendable>(
    as type: Value.Type,
    keys: JSONValueDecoder.Keys = .unchanged
  ) throws(SessionError) -> Value {
    guard let response, let data, !data.isEmpty,
      let value = try DecodableResponseSerializer(type, keys: keys).decode(data, of: response)
    else {
      throw SessionError(
        domain: .responseSerialization,
        code: .zeroByteResource,
        message: "expected a JSON document, got an empty body",
        failingURL: failingURL,
        response: response,
        data: data
      )
    }
    return value
  }
}
