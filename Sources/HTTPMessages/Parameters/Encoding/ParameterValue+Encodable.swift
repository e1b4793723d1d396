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
