import Documents
import Testing

/// `uniqueItems`, in short arrays and in those that are compared by their hashes.
@Suite(.timeLimit(.minutes(5))) struct UniqueItemsTests {
  private func violations(_ value: JSONValue) throws -> [String] {
    try JSONSchema(compiling: ["uniqueItems": true]).validate(value).map(\.description)
  }

  @Test(arguments: [2, 7, 8, 9, 100])
  func `a copy is found wherever it stands`(count: Int) throws {
    let numbers = (0..<count).map { JSONValue.number(JSONNumber($0)) }
    #expect(try violations(.array(numbers)) == [])
    for place in [0, (count - 1) / 2, count - 2] {
      var copies = numbers
      copies[count - 1] = copies[place]
      #expect(
        try violations(.array(copies))
          == [
            "the document: expected no two equal elements, got the same at \(place) and \(count - 1)"
          ]
      )
    }
  }

  @Test func `elements that only look different are equal`() throws {
    let rest = (10..<20).map { JSONValue.number(JSONNumber($0)) }
    #expect(
      try violations(.array([1, ["a": 1, "b": 2]] + rest + [["b": 2.0, "a": 1]])).count == 1
    )
    #expect(try violations(.array([1, "1", true, "true", nil, [], [:], [nil]])) == [])
  }
}
