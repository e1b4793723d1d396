import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONParserTests {
  @Test func `keys stay in order and the last duplicate wins, with its place`() throws {
    let text = "{\"b\": 1,\n \"a\": [0, {\"x\": 1, \"x\": 2}], \"b\": 3}"
    let result = try JSONParser().parseReportingDuplicates(Array(text.utf8))
    #expect(result.value.serializedText() == "{\"b\":3,\"a\":[0,{\"x\":2}]}")
    #expect(result.duplicateKeys.map(\.path) == ["$['a'][1]['x']", "$['b']"])
    #expect(result.duplicateKeys.map(\.line) == [2, 2])
    #expect(result.duplicateKeyCount == 2)
  }

  @Test func `each key of an object of any size is found again, however it is spelled`() throws {
    for size in 1...70 {
      let members = (0..<size).map { "\"k\($0)\":\($0)" }
      for repeated in 0..<size {
        let text = "[{\(members.joined(separator: ",")),\"\\u006b\(repeated)\":-1}]"
        let result = try JSONParser().parseReportingDuplicates(Array(text.utf8))
        #expect(result.duplicateKeys.map(\.path) == ["$[0]['k\(repeated)']"])
        #expect(result.value[0]?.object?.count == size)
        #expect(result.value[0]?["k\(repeated)"] == -1)
      }
    }
  }

  @Test func `duplicates are found among many keys, in order of n`() throws {
    let keys = (0..<100_000).map { "\"k\($0)\":\($0)" } + ["\"k5\":-1"]
    let result = try JSONParser().parseReportingDuplicates(
      Array("{\(keys.joined(separator: ","))}".utf8)
    )
    #expect(result.value.object?.count == 100_000)
    #expect(result.value["k5"] == -1)
    #expect(result.value["k99999"] == 99999)
    #expect(result.value["k100000"] == nil)
    #expect(result.duplicateKeys.map(\.path) == ["$['k5']"])
  }

  @Test(arguments: [
    ("[1,\n 2,, 3]", 2, 4, "expected a value"),
    ("", 1, 1, "expected a value, got the end of the text"),
    ("{\"é\" 1}", 1, 6, "expected a colon after the key"),
    ("[1 2]", 1, 4, "expected a comma or ] in an array"),
    ("{\"a\":1,}", 1, 8, "expected a member after the comma"),
    ("[01]", 1, 2, "invalid number: a leading zero"),
    ("[\"a\nb\"]", 1, 4, "a control character in a string must be escaped"),
    ("[1] x", 1, 5, "unexpected text after the document"),
    ("[\"\\x\"]", 1, 3, "invalid escape in a string"),
    ("[tru]", 1, 2, "expected a value"), ("[-]", 1, 2, "invalid number"),
  ])
  func `mistakes have a place`(text: String, line: Int, column: Int, message: String) {
    let error = #expect(throws: JSONParserError.self) { try JSONParser().parse(text) }
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.message == message)
  }

  @Test func `invalid text is found at its place`() {
    let bytes = Array("[\"abc".utf8) + [0xC3, 0x28] + Array("\"]".utf8)
    let error = #expect(throws: JSONParserError.self) { try JSONParser().parse(bytes) }
    #expect(error?.code == .encoding)
    #expect(error?.offset == 5)
  }

  @Test func `depth is bounded and can be set`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try JSONParser().parse(nested(512)) }
    let error = #expect(throws: JSONParserError.self) { try JSONParser().parse(nested(513)) }
    #expect(error?.code == .depth)
    let deep = JSONParser(options: .init(maximumDepth: 1_000_000))
    #expect(throws: JSONParserError.self) { try deep.parse(nested(100_000)) }
    let value = try deep.parse(nested(4096))
    #expect(try value == deep.parse(nested(4096)))
    #expect(value.serializedText() == nested(4096))
  }

  @Test func `fragments are documents unless refused`() throws {
    #expect(try JSONParser().parse("  7 ") == 7)
    let strict = JSONParser(options: .init(allowsFragments: false))
    let error = #expect(throws: JSONParserError.self) { try strict.parse("7") }
    #expect(error?.code == .fragment)
    #expect(try strict.parse(" {}") == [:])
  }

  @Test(arguments: [
    ("\\u00e9", "é"), ("\\ud83d\\ude00", "😀"), ("\\ud83d", "\u{FFFD}"), ("\\ude00x", "\u{FFFD}x"),
    ("\\ud83d\\u0041", "\u{FFFD}A"), ("\\ud83d\\ud83d\\ude00", "\u{FFFD}😀"),
    ("\\/\\b\\f\\n\\r\\t", "/\u{8}\u{C}\n\r\t"),
    ("größe", "größe"), ("\\u0000", "\0"),
  ])
  func `strings are decoded`(written: String, text: String) throws {
    #expect(try JSONParser().parse("\"\(written)\"") == .string(text))
    #expect(try JSONParser().parse("{\"\(written)\": 1}")[text] == 1)
  }

  @Test(arguments: ["\"\\ud83d", "\"\\ud83d\\", "\"\\ud83d\\u", "\"\\ud83d\\ude0", "\"\\u"])
  func `a text that ends in an escaped pair is an error`(text: String) {
    #expect(throws: JSONParserError.self) { try JSONParser().parse(text) }
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 and UTF-32 are recognised`(isBigEndian: Bool, hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + "[\"a😀\"]"
    var utf16: [UInt8] = []
    for unit in text.utf16 {
      let bytes = [UInt8(unit >> 8), UInt8(unit & 255)]
      utf16 += isBigEndian ? bytes : bytes.reversed()
    }
    var utf32: [UInt8] = []
    for scalar in text.unicodeScalars {
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
      utf32 += isBigEndian ? bytes : bytes.reversed()
    }
    #expect(try JSONParser().parse(utf16) == ["a😀"])
    #expect(try JSONParser().parse(utf32) == ["a😀"])
    #expect(try JSONParser().parse([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)) == [1])
  }

  @Test(arguments: [
    ([0x5B, 0, 0x22, 0, 0x3D, 0xD8, 0x41, 0], 2), ([0, 0x5B, 0xDE, 0x00], 1),
    ([0xFF, 0xFE, 0x5B, 0, 0xE9, 0, 0x5D, 0, 0x20], 4), ([0xFE, 0xFF, 0, 0x5B, 0xD8, 0x3D], 1),
  ])
  func `invalid UTF-16 is found at its place`(bytes: [UInt8], offset: Int) {
    let error = #expect(throws: JSONParserError.self) { try JSONParser().parse(bytes) }
    #expect(error?.code == .encoding && error?.message == "invalid UTF-16")
    #expect(error?.offset == offset)
  }

  @Test func `what is written is read back`() throws {
    let value: JSONValue = ["b": [1, 1.5, nil, true], "a": ["x\"\\/\u{1}\n": [:]], "c": []]
    #expect(try JSONParser().parse(value.serialized(.prettyPrinted)) == value)
    #expect(
      value.serializedText([.sortedKeys, .escapedSlashes])
        == #"{"a":{"x\"\\\/\u0001\n":{}},"b":[1,1.5,null,true],"c":[]}"#
    )
    #expect(value.serializedText(.prettyPrinted).hasPrefix("{\n  \"b\": [\n    1,\n    1.5,"))
  }
}
