/// The members of an object, as decoding sees them.
struct JSONMembers<Name: CodingKey>: KeyedDecodingContainerProtocol {
  typealias Key = Name

  private let node: JSONNode
  private let members: JSONObject
  /// The written name of each key; `nil` where both are the same.
  private let written: [String: String]?

  init(node: JSONNode, members: JSONObject) {
    self.node = node
    self.members = members
    switch node.keys {
    case .unchanged: written = nil
    case .snakeCase:
      var written: [String: String] = [:]
      for (name, _) in members {
        let key = name.camelCased
        // A name that is spelled as the key itself goes before one that has to be changed.
        if written[key] == nil || key == name { written[key] = name }
      }
      self.written = written
    }
  }

  var codingPath: [any CodingKey] { node.codingPath }

  var allKeys: [Name] {
    let names = written.map { Array($0.keys).sorted() } ?? members.keys
    return names.compactMap { Name(stringValue: $0) }
  }

  func contains(_ key: Name) -> Bool { find(key) != nil }

  func decodeNil(forKey key: Name) throws -> Bool { try child(key).value.isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Name) throws -> Value {
    try Value(from: child(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Name
  ) throws -> KeyedDecodingContainer<Nested> {
    try child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Name) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    try node.child(members["super"] ?? .null, CodingStep.Key(stringValue: "super"))
  }

  func superDecoder(forKey key: Name) throws -> any Decoder {
    let (name, value) = find(key) ?? (key.stringValue, .null)
    return try node.child(value, CodingStep.Key(stringValue: name))
  }

  private func find(_ key: Name) -> (name: String, value: JSONValue)? {
    let name = written == nil ? key.stringValue : written?[key.stringValue]
    guard let name, let value = members[name] else { return nil }
    return (name, value)
  }

  private func child(_ key: Name) throws -> JSONNode {
    guard let (name, value) = find(key) else {
      let name = written == nil ? key.stringValue : key.stringValue.snakeCased
      throw DecodingError.keyNotFound(
        CodingStep.Key(stringValue: name),
        node.context("expected a value, got nothing")
      )
    }
    return try node.child(value, CodingStep.Key(stringValue: name))
  }
}

extension String {
  /// `placed_by` as `placedBy`; underscores at both ends stay (Foundation's `convertFromSnakeCase`).
  var camelCased: String {
    let start = prefix { $0 == "_" }
    let rest = dropFirst(start.count)
    guard let last = rest.lastIndex(where: { $0 != "_" }) else { return self }
    let words = rest[...last].split(separator: "_")
    guard words.count > 1 else { return self }
    let capitalized = words.dropFirst().map {
      $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
    }
    return start + words[0].lowercased() + capitalized.joined()
      + rest[rest.index(after: last)...]
  }

  /// `placedBy` as `placed_by`.
  fileprivate var snakeCased: String {
    var text = ""
    for character in self {
      if character.isUppercase, !text.isEmpty, text.last != "_" { text.append("_") }
      text += character.lowercased()
    }
    return text
  }
}
