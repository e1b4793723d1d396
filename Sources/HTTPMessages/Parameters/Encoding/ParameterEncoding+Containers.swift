import Documents

/// The members of an object under construction.
struct ParameterMembers<Name: CodingKey>: KeyedEncodingContainerProtocol {
  typealias Key = Name

  let place: ParameterEncoding

  var codingPath: [any CodingKey] { place.codingPath }

  func encodeNil(forKey key: Name) { place.member(key).encodeNil() }

  func encode<Value: Encodable>(_ value: Value, forKey key: Name) throws {
    try place.member(key).take(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Name
  ) -> KeyedEncodingContainer<Nested> {
    place.member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Name) -> any UnkeyedEncodingContainer {
    place.member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    place.member(CodingStep.Key(stringValue: "super"))
  }

  func superEncoder(forKey key: Name) -> any Encoder { place.member(key) }
}

/// The elements of a list under construction.
struct ParameterElements: UnkeyedEncodingContainer {
  let place: ParameterEncoding

  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int { place.node.count }

  func encodeNil() { place.element().encodeNil() }

  func encode<Value: Encodable>(_ value: Value) throws { try place.element().take(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    place.element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    place.element().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place.element() }
}
