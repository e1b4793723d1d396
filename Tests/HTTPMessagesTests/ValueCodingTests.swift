import Foundation
import HTTPMessages
import Testing

@Suite(.timeLimit(.minutes(5))) struct ValueCodingTests {
  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test
  func `row 63: headers survive coding in order, with case and repeats`() throws {
    let headers: HTTPHeaders = ["B": "1", "a": "2", "B": "", "A": "é"]
    #expect(try copy(headers) == headers)
    #expect(try copy(headers).fields.map(\.name) == ["B", "a", "B", "A"])
  }

  private static let choices: [@Sendable (inout QueryEncoder) -> Void] = [
    { $0.arrays = .repeated }, { $0.arrays = .indexed }, { $0.arrays = .comma },
    { $0.keyPaths = .dots }, { $0.booleans = .literal }, { $0.nulls = .dropped },
    { $0.nulls = .emptyValue }, { $0.nulls = .literal }, { $0.dates = .iso8601 },
    { $0.dates = .secondsSince1970 }, { $0.dates = .millisecondsSince1970 }, { $0.data = .text },
    { $0.keys = .snakeCase }, { $0.keys = .kebabCase }, { $0.keys = .capitalized },
    { $0.keys = .upperCase }, { $0.keys = .lowerCase }, { $0.spaces = .plus },
    { $0.sortsMembers = false },
  ]

  @Test(arguments: choices.indices)
  func `row 63: each choice of a query's style survives coding`(index: Int) throws {
    let parameters: ParameterValue = [
      "zY": [1, 2], "c": ["d": true], "e": .null, "f": "x y", "g": .date(0.5), "h": .data([65]),
    ]
    var encoder = QueryEncoder()
    Self.choices[index](&encoder)
    let expected = try encoder.encode(parameters)
    #expect(try expected != QueryEncoder().encode(parameters), "the choice must show")
    #expect(try copy(encoder).encode(parameters) == expected)
  }
}
