/// A JSON value with its place, as decoding sees it.
struct JSONNode: Decoder {
  let value: JSONValue
  let step: CodingStep?
  let keys: JSONValueDecoder.Keys

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var codingPath: [any CodingKey] { step?.path ?? [] }

  func container<Name: CodingKey>(
    keyedBy type: Name.Type
  ) throws -> KeyedDecodingContainer<Name> {
    guard case .object(let members) = value else {
      throw mismatch([String: JSONValue].self, "an object")
    }
    return KeyedDecodingContainer(JSONMembers<Name>(node: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self, "an array") }
    return JSONElements(node: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// A value in this one.
  func child(_ value: JSONValue, _ key: CodingStep.Key) throws -> JSONNode {
    let step = CodingStep(parent: step, key: key)
    guard step.depth <= CodingStep.maximumDepth else {
      throw corrupted("expected at most \(CodingStep.maximumDepth) levels, got more")
    }
    return JSONNode(value: value, step: step, keys: keys)
  }

  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let actual = value.number?.shortLiteral ?? value.typePhrase
    return .typeMismatch(type, context("expected \(expected), got \(actual)"))
  }

  func corrupted(_ message: String) -> DecodingError { .dataCorrupted(context(message)) }

  func context(_ message: String) -> DecodingError.Context {
    .init(codingPath: codingPath, debugDescription: message)
  }
}

extension JSONNumber {
  /// The spelling, cut where it is too long for a message.
  var shortLiteral: String {
    let text = literal
    return text.utf8.count > 40 ? text.prefix(40) + "…" : text
  }
}
