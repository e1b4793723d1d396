extension RequestSerializer {
  /// Makes a request that says what an `Encodable` value says of itself.
  ///
  /// - Parameters:
  ///   - method: decides on the place of the parameters.
  ///   - url: where it goes.
  ///   - value: what it says.
  ///   - keys: what is done to the names of members.
  ///   - headers: put over what the serializer sets, `Content-Type` included.
  /// - Returns: the request.
  /// - Throws: `SessionError` when the value cannot be encoded.
  public func request(
    _ method: String,
    _ url: URI,
    encoding value: some Encodable,
    keys: QueryEncoder.Keys = .unchanged,
    headers: HTTPHeaders = [:]
  ) throws(SessionError) -> SessionRequest {
    let parameters = try ParameterValue(encoding: value, keys: keys)
    return try request(method, url, parameters: parameters, headers: headers)
  }
}

extension RequestSerializer {
  /// Makes a request with parameters whose values are variables, as `Parameters` has them.
  @_disfavoredOverload
  public func request(
    _ method: String,
    _ url: URI,
    parameters: Parameters,
    headers: HTTPHeaders = [:]
  ) throws(SessionError) -> SessionRequest {
    try request(method, url, parameters: parameters.value(), headers: headers)
  }
}
