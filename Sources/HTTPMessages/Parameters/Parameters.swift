import Documents

/// Parameters written as a literal whose values may be variables.
///
/// What is written where a request takes parameters is a ``ParameterValue`` as long as all of it is
/// literal, and this as soon as a value is a variable: a number, a text, a truth value, a list, an
/// optional (null without a value), or anything else that is `Encodable`.
///
/// ```swift
/// let page = 2
/// let tags = ["new", "paid"]
/// let orders = try await api.get("orders", parameters: ["page": page, "tags": tags])
/// ```
///
/// Members keep their order. An object inside that has variables of several types is written with
/// its type, since Swift does not find it: `["filter": ["from": day, "limit": count] as Parameters]`.
public struct Parameters: Sendable, ExpressibleByDictionaryLiteral, Encodable {
  /// What was written, or why it cannot be encoded.
  private let result: Result<ParameterValue, SessionError>

  /// Takes names and values in their order.
  public init(dictionaryLiteral elements: (String, any Encodable)...) {
    result = Result { () throws(SessionError) in
      var members: [ParameterValue.Member] = []
      for (name, value) in elements {
        members.append(.init(name, try ParameterValue(encoding: value)))
      }
      return .object(members)
    }
  }

  /// Takes what an `Encodable` value says of itself.
  ///
  /// - Parameters:
  ///   - value: what is encoded.
  ///   - keys: what is done to the names of members.
  public init(_ value: some Encodable, keys: QueryEncoder.Keys = .unchanged) {
    result = Result { () throws(SessionError) in
      try ParameterValue(encoding: value, keys: keys)
    }
  }

  /// The parameters of an `Encodable` value, for where one is asked for: `.encoding(order)`.
  public static func encoding(
    _ value: some Encodable,
    keys: QueryEncoder.Keys = .unchanged
  ) -> Parameters {
    Parameters(value, keys: keys)
  }

  /// The parameters as serializers take them.
  ///
  /// - Throws: ``SessionError`` (-1016) that names the place of what cannot be encoded.
  public func value() throws(SessionError) -> ParameterValue { try result.get() }

  /// Writes the parameters.
  public func encode(to encoder: any Encoder) throws { try value().encode(to: encoder) }
}

extension ParameterValue: Encodable {
  /// Writes the value; bytes are a list of numbers, a point in time is a number of seconds since
  /// 1970, and a set is a list.
  ///
  /// As a part of other parameters it stays what it is.
  public func encode(to encoder: any Encoder) throws {
    if let place = encoder as? ParameterEncoding { return place.node.set(self) }
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .number(let number):
      if let integer = Int(number.description) {
        try integer.encode(to: encoder)
      } else {
        try (Double(number.description) ?? .nan).encode(to: encoder)
      }
    case .string(let text): try text.encode(to: encoder)
    case .data(let bytes): try bytes.encode(to: encoder)
    case .date(let seconds): try seconds.encode(to: encoder)
    case .array(let elements), .set(let elements): try elements.encode(to: encoder)
    case .object(let members), .pairs(let members):
      var container = encoder.container(keyedBy: Name.self)
      for member in members {
        try container.encode(member.value, forKey: Name(stringValue: member.name))
      }
    }
  }

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
