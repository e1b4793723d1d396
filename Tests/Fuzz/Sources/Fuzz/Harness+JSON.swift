import Documents

extension Harness {
  static func json(_ bytes: [UInt8]) {
    guard let result = try? JSONParser().parseReportingDuplicates(bytes) else { return }
    precondition(result.duplicateKeyCount >= result.duplicateKeys.count)
    let written = result.value.serialized()
    guard let again = try? JSONParser().parse(written) else {
      preconditionFailure("a written document cannot be read")
    }
    precondition(again == result.value, "a written document reads differently")
    precondition(again.hashValue == result.value.hashValue)
    precondition(JSONDifference.between(expected: again, actual: result.value).isEmpty)
    _ = result.value.serialized([.prettyPrinted, .sortedKeys])
  }

  static func jsonPath(_ bytes: [UInt8]) {
    let (query, content) = halves(bytes)
    guard let path = try? JSONPath(parsing: query) else { return }
    let document = (try? JSONParser().parse(content)) ?? sample
    guard let nodes = try? path.nodes(in: document) else { return }
    precondition(!path.isSingular || nodes.count <= 1, "a singular path gave several nodes")
    for node in nodes.prefix(8) {
      let found = try? JSONPath(parsing: node.path).values(in: document)
      precondition(found == [node.value], "a normalized path leads elsewhere")
    }
  }

  static func schema(_ bytes: [UInt8]) {
    let (text, content) = halves(bytes)
    guard let document = try? JSONParser().parse(text),
      let schema = try? JSONSchema(
        compiling: document,
        options: JSONSchema.Options(assertsFormat: true)
      )
    else { return }
    let value = (try? JSONParser().parse(content)) ?? sample
    precondition(schema.isValid(value) == schema.validate(value).isEmpty)
  }

  private static let sample: JSONValue = [
    "a": [1, 2.5, "three", nil, true, ["b": ["c": []]]],
    "store": ["book": [["price": 8.95, "title": "Sayings"], ["price": 22.99, "isbn": "0-395"]]],
    "é": "\u{1F600}", "": 0, "k'": [[1], [2, [3]]],
  ]
}
