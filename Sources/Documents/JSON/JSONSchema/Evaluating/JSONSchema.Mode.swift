extension JSONSchema {
  /// How a value is judged beyond what its schema says.
  public struct Mode: Sendable, Hashable {
    /// Where a value goes.
    public enum Direction: Sendable, Hashable {
      /// From the client to the server: `readOnly` members are not sent.
      case request
      /// From the server to the client: `writeOnly` members are not sent.
      case response
    }

    /// Where the value goes; nil when `readOnly` and `writeOnly` say nothing.
    public var direction: Direction?

    /// Whether a member that no schema names is a violation.
    ///
    /// An object whose schema names no member at all is free in its members.
    public var isStrict: Bool

    /// A mode, by default the one of the standard.
    ///
    /// - Parameters:
    ///   - direction: Where the value goes.
    ///   - isStrict: Whether a member that no schema names is a violation.
    public init(direction: Direction? = nil, isStrict: Bool = false) {
      self.direction = direction
      self.isStrict = isStrict
    }

    /// Whether a value of a schema is not sent in the direction.
    func forbids(_ node: Node) -> Bool {
      switch direction {
      case .request: node.isReadOnly
      case .response: node.isWriteOnly
      case nil: false
      }
    }
  }

  /// A format of numbers in the registry of OpenAPI.
  enum NumberFormat: String, Sendable {
    case int32
    case int64
    case float
    case double

    /// Whether a number has the format.
    func allows(_ number: JSONNumber) -> Bool {
      switch self {
      case .int32: number.int.map { Int32(exactly: $0) != nil } ?? false
      case .int64: number.int != nil
      case .float: number.double.magnitude <= Double(Float.greatestFiniteMagnitude)
      case .double: number.double.isFinite
      }
    }
  }
}

extension JSONSchema.Applicator {
  /// Whether the keyword is `anyOf` or `oneOf`.
  var isAlternative: Bool {
    switch self {
    case .anyOf, .oneOf: true
    case .reference, .dynamicReference, .allOf, .not, .conditional, .dependentSchemas,
      .propertyNames, .members, .elements, .contains, .content:
      false
    }
  }

  /// Whether the keyword applies its schemas to every value, and to the same one.
  var isUnconditional: Bool {
    switch self {
    case .reference, .dynamicReference, .allOf: true
    case .anyOf, .oneOf, .not, .conditional, .dependentSchemas, .propertyNames, .members, .elements,
      .contains, .content:
      false
    }
  }

  /// The schemas that are applied to the same value, but for `not`.
  var inPlace: [Int] {
    switch self {
    case .reference(let target), .dynamicReference(let target, _): [target]
    case .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas): schemas
    case .conditional(_, let then, let otherwise): [then, otherwise].compactMap { $0 }
    case .dependentSchemas(let schemas): schemas.map(\.schema)
    case .not, .propertyNames, .members, .elements, .contains, .content: []
    }
  }
}
