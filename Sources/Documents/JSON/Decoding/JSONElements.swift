/// The elements of an array, as decoding sees them.
struct JSONElements: UnkeyedDecodingContainer {
  let node: JSONNode
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNull = try child(Never?.self).value.isNull
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try step(to: type) { try Value(from: $0) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try step { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try step { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try step { $0 }
  }

  /// Gives what is made of the next element, and goes on behind it.
  private mutating func step<Value>(
    to type: Any.Type = Never?.self,
    _ make: (JSONNode) throws -> Value
  ) throws -> Value {
    let value = try make(child(type))
    currentIndex += 1
    return value
  }

  private func child(_ type: Any.Type) throws -> JSONNode {
    let key = CodingStep.Key(intValue: currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: codingPath + [key],
          debugDescription: "expected a value, got the end of the array"
        )
      )
    }
    return try node.child(elements[currentIndex], key)
  }
}
