import Testing

@testable import HTTPMessages

@Suite(.timeLimit(.minutes(5))) struct QueryEncoderTests {
  private func encode(
    _ parameters: ParameterValue,
    _ change: (inout QueryEncoder) -> Void = { _ in }
  ) throws -> String {
    var encoder = QueryEncoder()
    change(&encoder)
    return try encoder.encode(parameters)
  }

  @Test
  func `row 05: reserved characters are escaped, slash and question mark are not`() throws {
    #expect(
      try encode(["key": " :#[]@!$&'()*+,;=/?"])
        == "key=%20%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D/?"
    )
  }

  @Test
  func `row 06: escaped text is escaped again`() throws {
    #expect(try encode(["key": "%20%2B"]) == "key=%2520%252B")
  }

  @Test
  func `row 07: an emoji is never split, wherever it stands`() throws {
    for count in 45..<55 {
      let prefix = String(repeating: "a", count: count)
      #expect(
        try encode(["k": .string(prefix + "\u{1F468}\u{200D}\u{1F469}")])
          == "k=\(prefix)%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9"
      )
    }
  }

  @Test(
    arguments: [
      (["a": ["b": 1]], "a%5Bb%5D=1"),
      (["a": [2, 1]], "a%5B%5D=2&a%5B%5D=1"),
      (["a": .set(["z", "b", "k"])], "a=b&a=k&a=z"),
      (["a": ["b": ["c": [1]]]], "a%5Bb%5D%5Bc%5D%5B%5D=1"),
      (["a": [["x": 1, "w": 2]]], "a%5B%5D%5Bw%5D=2&a%5B%5D%5Bx%5D=1"),
    ] as [(ParameterValue, String)]
  )
  func `row 08: nested members, lists and sets are named in brackets`(
    parameters: ParameterValue,
    query: String
  ) throws {
    #expect(try encode(parameters) == query)
  }

  @Test
  func `row 09: members are sorted and nested`() throws {
    let parameters: ParameterValue = [
      "username": "dravenss", "password": "123456", "hello": ["world": "helloworld"],
    ]
    #expect(
      try encode(parameters) == "hello%5Bworld%5D=helloworld&password=123456&username=dravenss"
    )
  }

  @Test(
    arguments: [
      (["key": nil], "key"), (["a": [:], "b": [], "c": .set([])], ""), ([:], ""),
      (["a": nil, "b": ["c": nil]], "a&b%5Bc%5D"),
    ] as [(ParameterValue, String)]
  )
  func `row 10: null is a bare key, empty containers vanish`(
    parameters: ParameterValue,
    query: String
  ) throws {
    #expect(try encode(parameters) == query)
  }

  @Test
  func `row 16: a lone text is a value without name`() throws {
    #expect(try encode("a b") == "=a%20b")
  }

  @Test
  func `names sort as Foundation sorts them`() throws {
    #expect(
      try encode(["b": 1, "\u{E4}": 2, "aa": 3, "B": 4]) == "B=4&aa=3&%C3%A4=2&b=1"
    )
  }

  @Test
  func `values are spelled as Foundation describes them`() throws {
    #expect(
      try encode(["a": true, "b": 1.5, "c": .date(0)])
        == "a=1&b=1.5&c=1970-01-01%2000%3A00%3A00%20%2B0000"
    )
  }

  @Test
  func `pairs keep order and repeats`() throws {
    #expect(try encode(.pairs([.init("b", 1), .init("a", "x"), .init("b", 2)])) == "b=1&a=x&b=2")
  }

  @Test
  func `nesting past any sense is refused`() {
    var value: ParameterValue = 1
    for _ in 0..<600 { value = .array([value]) }
    #expect(throws: SessionError.self) { try QueryEncoder().encode(value) }
  }

  @Test
  func `row 104: lists are written as asked`() throws {
    let list: ParameterValue = ["a": ["x", "y"]]
    #expect(try encode(list) { $0.arrays = .repeated } == "a=x&a=y")
    #expect(try encode(list) { $0.arrays = .indexed } == "a%5B0%5D=x&a%5B1%5D=y")
    #expect(try encode(list) { $0.arrays = .comma } == "a=x%2Cy")
    #expect(try encode(list) { $0.arrays = .custom { "\($0).\($1)" } } == "a.0=x&a.1=y")
    #expect(try encode(["a": []]) { $0.arrays = .comma } == "")
  }

  @Test
  func `row 104: booleans, null and spaces are written as asked`() throws {
    #expect(try encode(["a": true, "b": false]) { $0.booleans = .literal } == "a=true&b=false")
    #expect(try encode(["a": nil]) { $0.nulls = .dropped } == "")
    #expect(try encode(["a": nil]) { $0.nulls = .emptyValue } == "a=")
    #expect(try encode(["a": nil]) { $0.nulls = .literal } == "a=null")
    #expect(try encode(["a b": "c+d "]) { $0.spaces = .plus } == "a+b=c%2Bd+")
  }

  @Test
  func `row 104: dates, bytes, names and paths are written as asked`() throws {
    let date: ParameterValue = ["t": .date(1.5)]
    #expect(try encode(date) { $0.dates = .iso8601 } == "t=1970-01-01T00%3A00%3A01Z")
    #expect(try encode(date) { $0.dates = .secondsSince1970 } == "t=1.5")
    #expect(try encode(date) { $0.dates = .millisecondsSince1970 } == "t=1500")
    #expect(try encode(["d": .data([0, 255])]) == "d=AP8%3D")
    #expect(try encode(["d": .data([97])]) { $0.data = .text } == "d=a")
    let keys: ParameterValue = ["oneTwoURL": 1]
    #expect(try encode(keys) { $0.keys = .snakeCase } == "one_two_url=1")
    #expect(try encode(keys) { $0.keys = .kebabCase } == "one-two-url=1")
    #expect(try encode(keys) { $0.keys = .capitalized } == "OneTwoURL=1")
    #expect(try encode(keys) { $0.keys = .upperCase } == "ONETWOURL=1")
    #expect(try encode(keys) { $0.keys = .lowerCase } == "onetwourl=1")
    #expect(try encode(["a": ["b": 1]]) { $0.keyPaths = .dots } == "a.b=1")
    #expect(
      try encode(.object([.init("b", 1), .init("a", 2)])) { $0.sortsMembers = false } == "b=1&a=2"
    )
  }
}
