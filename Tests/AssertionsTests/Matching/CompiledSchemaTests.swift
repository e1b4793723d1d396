import Diagnostics
import Testing

@testable import Assertions
@testable import Documents

@Suite(.timeLimit(.minutes(5))) struct CompiledSchemaTests {
  @Test func `violations are expected and actual at their place`() throws {
    let schema = try JSONSchema(compiling: [
      "required": ["id"], "properties": ["lines": ["items": ["type": "string"]]],
    ])
    let context = MatcherContext(
      kind: .value,
      schema: { (name, _) throws(Mistake) in CompiledSchema(name: name.string ?? "", schema) }
    )
    let matcher = try MatcherCatalogue.standard.matcher(
      from: ["schema": "order.json"],
      context: context
    )
    #expect(matcher.expectation == "valid against order.json")
    #expect(matcher.evaluate(.json(["id": 1, "lines": ["a"]])).holds)
    let bad = matcher.evaluate(.json(["id": 1, "lines": ["a", 2]], path: "$.order"))
    #expect(bad.message == "expected type string at $.order.lines[1], got integer")
    #expect(
      matcher.evaluate(.json([:])).message == "expected the member \"id\" at $, got nothing"
    )
  }

  @Test func `a schema without an answer is never green`() throws {
    let schema = try JSONSchema(compiling: ["pattern": "^((a|a)+)+[bc]$"])
    let context = MatcherContext(
      kind: .value,
      schema: { (name, _) throws(Mistake) in CompiledSchema(name: name.string ?? "", schema) }
    )
    let value = JSONValue.string(String(repeating: "a", count: 60))
    for matcher in [["schema": "a.json"], ["not": ["schema": "a.json"]]] as [JSONValue] {
      let matcher = try MatcherCatalogue.standard.matcher(from: matcher, context: context)
      let result = PatternWork.$current.withValue(.init(steps: 100_000)) {
        matcher.evaluate(.json(value))
      }
      #expect(!result.holds)
    }
  }
}
