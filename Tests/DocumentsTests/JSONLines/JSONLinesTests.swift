import Testing

@testable import Documents

/// JSON Lines and NDJSON as bodies.
@Suite(.timeLimit(.minutes(5))) struct JSONLinesTests {
  private func body(
    _ bytes: [UInt8],
    charset: String? = nil
  ) throws(BodyFormat.Failure) -> DecodedBody {
    try BodyFormat.jsonLines.decode(.init(bytes, charset: charset))
  }

  private func value(_ text: String) throws(BodyFormat.Failure) -> JSONValue? {
    guard case .tree(let value) = try body(Array(text.utf8)).content else { return nil }
    return value
  }

  @Test(arguments: [
    ("", "[]"), ("\n", "[]"), (" \t\r\n\r\n", "[]"), ("1", "[1]"), ("1\n", "[1]"),
    ("1\r\n2\r\n", "[1,2]"), ("{\"a\":1}\n[2]\nnull\n\"x\"\ntrue", #"[{"a":1},[2],null,"x",true]"#),
    ("1\n\n 2 \n", "[1,2]"), ("\u{FEFF}1\n2", "[1,2]"), (#""a\nb""#, #"["a\nb"]"#),
    ("\"\u{2028}\u{85}\"\n1", "[\"\u{2028}\u{85}\",1]"), ("1.0\n1e400", "[1.0,1e400]"),
  ])
  func `each line is a value`(text: String, json: String) throws {
    let expected = try JSONParser().parse(json)
    #expect(try value(text) == expected)
  }

  @Test(arguments: [
    ("1 2\n", "unexpected text after the document at line 1, column 3"),
    ("{\"a\":\n1}\n", "expected a value, got the end of the text at line 1, column 6"),
    ("1\n\n{\"é\":x}\n", "expected a value at line 3, column 6"),
    ("1\r2\n", "unexpected text after the document at line 1, column 3"),
    ("1\n\u{1E}2\n", "expected a value at line 2, column 1"),
    ("[1]\n,\n[2]", "expected a value at line 2, column 1"),
    ("1\n\u{B}\n", "expected a value at line 2, column 1"),
  ])
  func `a line that is no JSON is a failure with its place`(text: String, message: String) throws {
    let error = try #require(throws: BodyFormat.Failure.self) { try value(text) }
    #expect(error.message(of: .jsonLines) == "the body is not JSON Lines: \(message)")
    #expect(!error.isLimit)
  }

  @Test func `bytes that are no text are a failure`() throws {
    let error = try #require(throws: BodyFormat.Failure.self) {
      try body(Array("1\n\"".utf8) + [0xFF] + Array("\"\n".utf8))
    }
    #expect(error.message(of: .jsonLines).contains("line 2"), "\(error)")
    guard case .tree(let latin) = try body([0x22, 0xE9, 0x22, 0x0A], charset: "latin1").content
    else { return #expect(Bool(false)) }
    #expect(latin == ["é"])
  }

  @Test func `nesting and work have their limits`() throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let error = try #require(throws: BodyFormat.Failure.self) { try value("1\n\(deep)\n") }
    #expect(error.isLimit)
    let limit = WorkLimit { true }
    let ended = try #require(throws: BodyFormat.Failure.self) {
      try WorkLimit.$current.withValue(limit) { try value("1\n") }
    }
    #expect(ended.isLimit && limit.hasCut)
  }

  @Test func `keys that come twice are noted with their place`() throws {
    let text = "{\"a\":1}\n\n{\"b\":{\"a\":1,\"a\":2}}\n{\"c\":1,\"c\":2}\n"
    let decoded = try body(Array(text.utf8))
    #expect(
      decoded.oddity
        == "duplicate key in the JSON body: $[1]['b']['a'] is there again at line 3, column 13; the last value counts (and 1 more)"
    )
  }

  @Test(arguments: [
    ("$[0]", 0), ("$[1]", 11), ("$[1].b", 12), ("$[1].b[1]", 21), ("$[1].none", 11), ("$[2]", 0),
    ("$", 0),
  ])
  func `a value is found in the text`(path: String, offset: Int) throws {
    let text = "{\"a\": 1}\n\r\n{\"b\": [1, 2]}\n"
    let components: [JSONPath.Component] =
      switch path {
      case "$[0]": [.index(0)]
      case "$[1]": [.index(1)]
      case "$[1].b": [.index(1), .name("b")]
      case "$[1].b[1]": [.index(1), .name("b"), .index(1)]
      case "$[1].none": [.index(1), .name("none")]
      case "$[2]": [.index(2)]
      case _: []
      }
    let place = BodyFormat.jsonLines.place(of: components, in: .init(Array(text.utf8)))
    #expect(place?.offset == offset)
  }

  @Test func `JSON names the format where each line is JSON by itself`() throws {
    func message(_ text: String) -> String? {
      let error = #expect(throws: BodyFormat.Failure.self) {
        try BodyFormat.json.decode(.init(Array(text.utf8)))
      }
      return error?.message(of: .json)
    }
    let advice = "; each line is JSON by itself, which jsonl reads"
    #expect(message("{}\n{}")?.hasSuffix("at line 2, column 1" + advice) == true)
    #expect(message("{}\n{")?.contains("jsonl") == false)
    #expect(message("{\n  \"a\": 1,\n}")?.contains("jsonl") == false)
    #expect(message("{} {}")?.contains("jsonl") == false)
  }
}
