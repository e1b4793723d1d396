import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct PropertyListValueJSONTests {
  @Test
  func `a list becomes JSON`() throws {
    let json = PropertyListSample.value.json
    #expect(json["when"]?.string == "2024-02-29T12:30:01Z")
    #expect(json["data"]?.string == "AAH/AAH/AAH/")
    #expect(json["uid"]?["CF$UID"]?.number?.int == 300)
    #expect(json["big"]?.number?.literal == "18446744073709551615")
    #expect(json["r"]?.number?.double == 1.5)
    #expect(json["t"]?.bool == true)
    #expect(json["list"]?[3]?.number?.int == 5_000_000_000)
    #expect(json.object?.keys.first == "big")
  }

  @Test
  func `JSON becomes a list`() throws {
    let json: JSONValue = ["a": [1, 1.5, "x", true], "u": ["CF$UID": 7], "e": [:]]
    #expect(
      try PropertyListValue(json)
        == .dictionary([
          "a": .array([.integer(1), .real(1.5), .string("x"), .boolean(true)]), "u": .uid(7),
          "e": .dictionary([:]),
        ])
    )
  }

  @Test
  func `null and numbers over 64 bits are refused`() throws {
    #expect(throws: PropertyListError.self) { try PropertyListValue(["a": nil]) }
    let large = try #require(JSONNumber(parsing: "18446744073709551616"))
    #expect(throws: PropertyListError.self) { try PropertyListValue(.number(large)) }
    let huge = try #require(JSONNumber(parsing: String(repeating: "9", count: 100)))
    #expect(try PropertyListValue(.number(huge)) == .real(1e100))
  }

  @Test(arguments: [(Double.nan, "nan"), (.infinity, "+infinity"), (-.infinity, "-infinity")])
  func `numbers that JSON lacks become texts`(number: Double, text: String) {
    #expect(PropertyListValue.real(number).json.string == text)
  }
}
