import Documents

extension ParameterValue: ExpressibleByNilLiteral {
  /// The null value.
  public init(nilLiteral: ()) { self = .null }
}

extension ParameterValue: ExpressibleByBooleanLiteral {
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension ParameterValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension ParameterValue: ExpressibleByFloatLiteral {
  /// A number, spelled as shortly as its value allows.
  public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
}

extension ParameterValue: ExpressibleByStringInterpolation {
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension ParameterValue: ExpressibleByArrayLiteral {
  /// A list of the values written.
  public init(arrayLiteral elements: ParameterValue...) { self = .array(elements) }
}

extension ParameterValue: ExpressibleByDictionaryLiteral {
  /// An object of the members written.
  public init(dictionaryLiteral elements: (String, ParameterValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
