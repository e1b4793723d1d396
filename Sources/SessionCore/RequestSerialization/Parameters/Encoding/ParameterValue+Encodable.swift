import Documents

extension ParameterValue {
  /// Takes over what an `Encodable` value says of itself.
  ///
  /// ```swift
  /// struct Order: Encodable { var sku: String, giftWrap: Bool? }
  /// let order = Order(sku: "ABC-1", giftWrap: nil)
  /// try await api.post("orders", parameters: ParameterValue(encoding: order, keys: .snakeCase))
  /// ```
  ///
  /// Members keep the order in which they are encoded, and optionals without a value are left out, as
  /// the compiler's `encode(to:)` does. What is encoded is the same for queries, forms, JSON and
  /// property lists; dates and bytes have no form of their own, so `[UInt8]` is a list of numbers.
  ///
  /// - Parameters:
  ///   - value: what is encoded; deeper than 512 is an error.
  ///   - keys: what is done to the names of members; the keys of dictionaries count as names.
  /// - Throws: ``SessionError`` (-1016, ``SessionError/Domain/requestSerialization``) that names the
  ///   place, for instance of a number that is not finite.
  public init(
    encoding value: some Encodable,
    keys: QueryEncoder.Keys = .unchanged
  ) throws(SessionError) {
    let node = ParameterNode()
    do {
      try value.encode(to: ParameterEncoding(node: node, step: nil, keys: keys))
    } catch {
      throw SessionError(
        domain: .requestSerialization,
        code: .cannotDecodeContentData,
        message: "the parameters cannot be encoded: \(Self.reason(error))",
        underlyingErrors: [error]
      )
    }
    self = node.value
  }

  private static func reason(_ error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
    return "\(JSONPath.text(of: context.codingPath)): \(context.debugDescription)"
  }
}

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
  /// - Throws: ``SessionError`` when the value cannot be encoded.
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
  /// Makes a request with parameters whose values are variables, as ``Parameters`` has them.
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
