import Documents

/// The place of a value under construction, as encoding sees it.
struct ParameterEncoding: Encoder {
  let node: ParameterNode
  let step: CodingStep?
  let keys: QueryEncoder.Keys

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var codingPath: [any CodingKey] { step?.path ?? [] }

  func container<Name: CodingKey>(keyedBy type: Name.Type) -> KeyedEncodingContainer<Name> {
    node.makeObject()
    return KeyedEncodingContainer(ParameterMembers<Name>(place: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.makeList()
    return ParameterElements(place: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// The place of a member.
  func member(_ key: some CodingKey) -> ParameterEncoding {
    let name = keys.apply(to: key.stringValue)
    let step = CodingStep(parent: step, key: .init(stringValue: name))
    return ParameterEncoding(node: node.member(name), step: step, keys: keys)
  }

  /// The place of a further element.
  func element() -> ParameterEncoding {
    let step = CodingStep(parent: step, key: .init(intValue: node.count))
    return ParameterEncoding(node: node.append(), step: step, keys: keys)
  }

  /// Encodes a value here.
  func take(_ value: some Encodable) throws {
    guard (step?.depth ?? 0) <= CodingStep.maximumDepth else {
      throw invalid(value, "expected at most \(CodingStep.maximumDepth) levels, got more")
    }
    try value.encode(to: self)
  }

  func invalid(_ value: Any, _ message: String) -> EncodingError {
    .invalidValue(value, .init(codingPath: codingPath, debugDescription: message))
  }
}

extension ParameterEncoding: SingleValueEncodingContainer {
  func encodeNil() { node.set(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: self) }
  func encode(_ value: Bool) { node.set(.bool(value)) }
  func encode(_ value: String) { node.set(.string(value)) }
  func encode(_ value: Double) throws { try set(JSONNumber(value), value) }
  func encode(_ value: Float) throws {
    // By its own spelling, since as a double it would get digits that nobody wrote.
    try set(value.isFinite ? JSONNumber(parsing: value.description) : nil, value)
  }
  func encode(_ value: Int) throws { try integer(value) }
  func encode(_ value: Int8) throws { try integer(value) }
  func encode(_ value: Int16) throws { try integer(value) }
  func encode(_ value: Int32) throws { try integer(value) }
  func encode(_ value: Int64) throws { try integer(value) }
  func encode(_ value: Int128) throws { try integer(value) }
  func encode(_ value: UInt) throws { try integer(value) }
  func encode(_ value: UInt8) throws { try integer(value) }
  func encode(_ value: UInt16) throws { try integer(value) }
  func encode(_ value: UInt32) throws { try integer(value) }
  func encode(_ value: UInt64) throws { try integer(value) }
  func encode(_ value: UInt128) throws { try integer(value) }

  private func integer(_ value: some FixedWidthInteger) throws {
    try set(JSONNumber(parsing: String(value)), value)
  }

  private func set(_ number: JSONNumber?, _ value: Any) throws {
    guard let number else { throw invalid(value, "expected a finite number, got \(value)") }
    node.set(.number(number))
  }
}
