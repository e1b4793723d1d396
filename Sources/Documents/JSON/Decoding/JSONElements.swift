/// The elements of an array, as decoding sees them.
struct JSONElements: UnkeyedDecodingContainer {
  private let node: JSONNode
  private let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(node: JSONNode, elements: [JSONValue]) {
    self.node = node
    self.elements = elements
  }

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNull = try child(Never?.self).value.isNull
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try Value(from: child(type))
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try child(Never?.self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try child(Never?.self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let child = try child(Never?.self)
    currentIndex += 1
    return child
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
