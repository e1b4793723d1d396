import Diagnostics
import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct MatcherCatalogueTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    var argument: JSONValue
    var error: Mistake
    var kind = ValueKind.value

    var testDescription: String { "\(argument)" }
  }

  @Test(arguments: [
    Wrong(
      argument: [:],
      error: Mistake(
        "an empty map is not a matcher",
        hint: "a literal object is written `equals: {…}` or `partial: {…}`"
      )
    ),
    Wrong(
      argument: ["name": "Ada"],
      error: Mistake(
        "no matcher is called \"name\"",
        at: [.key("name")],
        aboutKey: true,
        hint: "a literal object is written `equals: {…}` or `partial: {…}`"
      )
    ),
    Wrong(
      argument: ["startswith": "a"],
      error: Mistake(
        "unknown matcher \"startswith\"",
        at: [.key("startswith")],
        aboutKey: true,
        suggestion: "starts-with"
      )
    ),
    Wrong(
      argument: ["not": ["gt": 1, "lessthan": 5]],
      error: Mistake(
        "unknown matcher \"lessthan\"",
        at: [.key("not"), .key("lessthan")],
        aboutKey: true
      )
    ),
    Wrong(
      argument: ["within": 5],
      error: Mistake(
        "\"within\" stands beside `approx`",
        at: [.key("within")],
        aboutKey: true,
        hint: "write it in the same map"
      )
    ),
    Wrong(
      argument: ["equals": ["a": [["$is": ["format": "uid"]]]]],
      error: Mistake(
        "expected one of uuid, date-time, date, time, email, uri, ipv4, ipv6, hostname, base64, "
          + "json, got \"uid\"",
        at: [.key("equals"), .key("a"), .index(0), .key("$is"), .key("format")],
        suggestion: "uuid"
      )
    ),
    Wrong(
      argument: ["between": [1, "x"]],
      error: Mistake(
        "expected a number, a duration, a size or a date, got \"x\"",
        at: [.key("between"), .index(1)]
      )
    ),
    Wrong(
      argument: ["approx": 1, "within": -1],
      error: Mistake(
        "expected a number or duration that is not negative, got -1",
        at: [.key("within")]
      )
    ),
    Wrong(
      argument: ["exists": "yes"],
      error: Mistake("expected true or false, got \"yes\"", at: [.key("exists")])
    ),
    Wrong(
      argument: [1.1, 2],
      error: Mistake(
        "a list never equals what is always one value",
        hint: "write `in: [1.1, 2]`"
      ),
      kind: .number
    ),
    Wrong(
      argument: ["count": -1],
      error: Mistake("expected a whole number, got -1", at: [.key("count")])
    ),
    Wrong(
      argument: ["before": "5s"],
      error: Mistake(
        "expected a date, got \"5s\"",
        at: [.key("before")],
        hint: "write a date as `2026-01-31` or `2026-01-31T12:00:00Z`, or `now`"
      )
    ),
  ])
  func `a mistake has its place and says what to do`(mistake: Wrong) {
    #expect(throws: mistake.error) {
      _ = try MatcherCatalogue.standard.matcher(
        from: mistake.argument,
        context: MatcherContext(kind: mistake.kind)
      )
    }
  }

  @Test func `a bad regular expression is a mistake`() {
    let error = #expect(throws: Mistake.self) {
      _ = try MatcherCatalogue.standard.matcher(
        from: ["matches": "(a"],
        context: MatcherContext(kind: .value)
      )
    }
    #expect(error?.path == [.key("matches")])
    #expect(error?.message.hasPrefix("this is not a regular expression: ") == true)
  }

  @Test func `deep arguments are refused`() {
    var nested: JSONValue = 1
    var literal: JSONValue = 1
    for _ in 0..<2_000 {
      nested = ["not": nested]
      literal = [literal]
    }
    for argument in [nested, ["equals": literal]] {
      #expect(throws: Mistake.self) {
        _ = try MatcherCatalogue.standard.matcher(
          from: argument,
          context: MatcherContext(kind: .value)
        )
      }
    }
  }

  @Test func `a schema comes from the context and its violations are told from the subject`() throws
  {
    let compiled = try JSONSchema(compiling: ["properties": ["id": ["type": "string"]]])
    let schema = CompiledSchema(name: "order.json", compiled)
    let context = MatcherContext(
      kind: .value,
      schema: { (reference, _) throws(Mistake) in
        guard reference == "order.json" else { throw Mistake("no such file") }
        return schema
      }
    )
    let matcher = try MatcherCatalogue.standard.matcher(
      from: ["schema": "order.json"],
      context: context
    )
    #expect(matcher.evaluate(.json(["id": "a"])).holds)
    let result = matcher.evaluate(.json(["id": 7], path: "$.order"))
    #expect(result.message == "expected type string at $.order.id, got integer")
    #expect(throws: Mistake("no such file", at: [.key("schema")])) {
      _ = try MatcherCatalogue.standard.matcher(from: ["schema": "x"], context: context)
    }
  }

  @Test func `every definition can be documented`() {
    for definition in MatcherCatalogue.standard.definitions {
      #expect(definition.summary.hasSuffix("."))
      #expect(definition.example.hasPrefix("\(definition.name): "))
    }
  }
}
