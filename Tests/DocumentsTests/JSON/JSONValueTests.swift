import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONValueTests {
  @Test func `equality goes by meaning and not by spelling`() throws {
    let parser = JSONParser()
    #expect(try parser.parse("{\"a\":1,\"b\":[1.10]}") == parser.parse("{\"b\":[11e-1],\"a\":1.0}"))
    #expect(try parser.parse("[9007199254740993]") != parser.parse("[9007199254740992]"))
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(JSONValue.string("1") != 1)
  }

  @Test func `parts are reached by key and place`() {
    let value: JSONValue = ["a": [1, "x", nil, true, [:]]]
    #expect(value["a"]?[1]?.string == "x")
    #expect(value["a"]?[-1]?.object?.isEmpty == true)
    #expect(value["a"]?[0]?.number?.int == 1)
    #expect(value["a"]?[2]?.isNull == true)
    #expect(value["a"]?[3]?.bool == true)
    #expect(value["a"]?[5] == nil)
    #expect(value["a"]?[-6] == nil)
    #expect(value[0] == nil)
    #expect(value["b"] == nil)
  }

  @Test(
    arguments: [
      (nil, "null"), (true, "boolean"), (1.5, "number"), ("", "string"), ([], "array"),
      ([:], "object"),
    ] as [(JSONValue, String)]
  )
  func `types have JSON's names`(value: JSONValue, name: String) {
    #expect(value.typeName == name)
  }
}
