import Testing

@testable import Assertions
@testable import Documents

@Suite(.timeLimit(.minutes(5))) struct SubjectRulesTests {
  private func judge(
    _ matcher: JSONValue,
    _ subject: Subject,
    as kind: ValueKind? = nil
  ) throws -> MatchResult {
    let natural: ValueKind =
      switch subject.nature {
      case .json, .texts: .value
      case .text: .texts
      case .measure: .number
      }
    return try MatcherCatalogue.standard.matcher(
      from: matcher,
      context: MatcherContext(kind: kind ?? natural)
    ).evaluate(subject)
  }

  private func subject(_ content: Subject.Content) -> Subject { Subject(content, nature: .json) }

  @Test(
    arguments: [
      5, nil, ["equals": nil], ["not": 5], ["not": ["contains": "a"]], ["exists": true],
      ["empty": true], ["empty": false], ["count": 1], ["count": ["lt": 5]], ["type": "null"],
      ["each": 1], ["any": 1], ["unordered": []], ["in": [nil]], ["length": 0],
      ["not": ["not": 5]], ["not": ["count": 3]],
    ] as [JSONValue]
  )
  func `nothing fails every matcher, also under not`(matcher: JSONValue) throws {
    let result = try judge(matcher, subject(.absent))
    #expect(!result.holds)
    #expect(result.message.hasSuffix("got nothing"))
  }

  @Test(
    arguments: [
      ["exists": false], ["count": 0], ["count": ["lt": 1]], ["count": ["equals": 0]],
    ] as [JSONValue]
  )
  func `only these accept nothing`(matcher: JSONValue) throws {
    #expect(try judge(matcher, subject(.absent)).holds)
    #expect(try judge(matcher, subject(.nodes([]))).holds)
  }

  @Test(
    arguments: [
      [1, 2, 3], ["count": 3], ["each": ["gt": 0]], ["any": 2], ["unordered": [3, 1, 2]],
      ["empty": false], ["not": [1, 2]], ["partial": [1, 2, 3]],
      ["equals": ["$unordered": [3, 2, 1]]], ["not": ["any": 4]],
    ] as [JSONValue]
  )
  func `some matchers look at all of a node list`(matcher: JSONValue) throws {
    #expect(try judge(matcher, subject(.nodes([1, 2, 3]))).holds)
  }

  @Test(
    arguments: [
      1, ["not": 9], ["gt": 0], ["in": [1]], ["type": "number"], ["exists": true], ["length": 3],
      ["contains": 1], ["equals": ["a": 1]], ["not": ["not": 1]],
    ] as [JSONValue]
  )
  func `every other matcher wants exactly one node`(matcher: JSONValue) throws {
    let many = try judge(matcher, subject(.nodes([1, 2, 3])))
    #expect(!many.holds)
    #expect(many.message.hasSuffix("got 3 values, [1, 2, 3]: use each, any, count or unordered"))
  }

  @Test func `a list of one node is that node`() throws {
    #expect(try judge(7, subject(.nodes([7]))).holds)
    #expect(try judge(["gt": 1], subject(.nodes([7]))).holds)
    #expect(try judge([7], subject(.nodes([7]))).holds)
    #expect(try !judge(8, subject(.nodes([]))).holds)
  }

  @Test(
    arguments: [
      (200, "200"), (200, "200.0"), (true, "true"), (1.5, " 1.50 "), (["gt": 5], "6"),
      (["type": "integer"], "6"), (["in": [5, 6]], "6"), (["contains": 0], "10"),
      (["between": [1, 9]], "6"), (["length": 2], "10"), (["each": 6], "6"),
    ] as [(JSONValue, String)]
  )
  func `text compares by what it says`(matcher: JSONValue, text: String) throws {
    #expect(try judge(matcher, .text(text)).holds)
    #expect(try !judge(matcher, .text("other")).holds)
  }

  @Test func `types of JSON are strict`() throws {
    #expect(try !judge(1, .json("1")).holds)
    #expect(try !judge(true, .json("true")).holds)
    #expect(try judge(9_007_199_254_740_993, .json(9_007_199_254_740_993)).holds)
    #expect(try !judge(9_007_199_254_740_993, .json(9_007_199_254_740_992)).holds)
  }

  @Test(
    arguments: [
      (["lt": "500ms"], 499, 812, "expected < 500ms, got 812 ms"),
      (["lt": "1d"], 86_399_999, 86_400_000, "expected < 1d, got 86400000 ms"),
      (["lte": "0.5s"], 500, 812, "expected ≤ 0.5s, got 812 ms"),
      (["between": ["1ms", "1m"]], 60_000, 60_001, "expected between 1ms and 1m, got 60001 ms"),
    ] as [(JSONValue, Int, Int, String)]
  )
  func `durations are milliseconds`(
    matcher: JSONValue,
    good: Int,
    bad: Int,
    message: String
  ) throws {
    let accepted = Subject.measure(.number(JSONNumber(good)), unit: "ms")
    #expect(try judge(matcher, accepted, as: .duration).holds)
    let refused = Subject.measure(.number(JSONNumber(bad)), unit: "ms")
    #expect(try judge(matcher, refused, as: .duration).message == message)
  }

  @Test func `sizes are bytes`() throws {
    #expect(try judge(["lte": "64KiB"], .measure(65_536), as: .size).holds)
    #expect(try !judge(["lt": "10kB"], .measure(10_000), as: .size).holds)
    #expect(try judge("64KiB", .measure(65_536), as: .size).holds)
    #expect(try judge(["in": ["1KiB", 7]], .measure(1024), as: .size).holds)
  }

  @Test func `a header sent twice is a node list`() throws {
    #expect(try judge(["a", "b"], .texts(["a", "b"])).holds)
    #expect(try judge(["any": "b"], .texts(["a", "b"])).holds)
    #expect(try judge(["any": "b"], .texts(["b"])).holds)
    #expect(try judge(["count": 1], .texts(["b"])).holds)
    #expect(try judge(["exists": false], .texts([])).holds)
  }

  @Test func `a regular expression refuses a text that is too long`() throws {
    let text = String(repeating: "a", count: RegularExpression.maximumLength + 1)
    let result = try judge(["matches": "b"], .text(text))
    #expect(!result.holds)
    #expect(
      result.detail
        == "a regular expression searches at most 16 MiB, this text has 16777217 bytes"
    )
    #expect(result.message.count < 500)
    #expect(try !judge(["not": ["matches": "b"]], .text(text)).holds)
  }

  @Test func `a regular expression without an answer is never green`() throws {
    let text = String(repeating: "a", count: 60)
    let matcher: JSONValue = ["matches": "^((a|a)+)+[bc]$"]
    try PatternWork.$current.withValue(.init(steps: 100_000)) {
      let result = try judge(matcher, .text(text))
      #expect(!result.holds)
      #expect(
        result.detail == "the regular expression needs too many steps on this text of 60 bytes"
      )
      #expect(try !judge(["not": matcher], .text(text)).holds)
      #expect(throws: QueryError.self) {
        try TextPatternQuery("^((a|a)+)+[bc]$").subject(in: text)
      }
    }
  }
}
