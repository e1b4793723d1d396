import Diagnostics
import Documents
import Testing

@testable import Assertions

/// `pipe`, its functions given by the context.
@Suite(.timeLimit(.minutes(5))) struct PipeMatcherTests {
  private static let context = MatcherContext(
    kind: .value,
    pipe: { (written) throws(Mistake) in
      guard written == ["count"] else { throw Mistake("no such function", at: [.index(0)]) }
      return CompiledPipe(text: "count", takesList: true) {
        (value: JSONValue?, _) throws(CompiledPipe.Failure) -> JSONValue? in
        guard let list = value?.array else {
          throw CompiledPipe.Failure(value: value, function: "count", message: "no list")
        }
        return list.isEmpty ? .none : .number(JSONNumber(list.count))
      }
    }
  )

  private func result(_ matcher: JSONValue, _ subject: Subject) throws -> MatchResult {
    try MatcherCatalogue.standard.matcher(from: matcher, context: Self.context).evaluate(subject)
  }

  @Test func `the matchers beside a pipe judge what it gives`() throws {
    #expect(try result(["pipe": ["count"], "gte": 2, "lt": 3], .json([1, 2])).holds)
    #expect(
      try result(["gte": 2, "pipe": ["count"]], .json([1])).message == "expected ≥ 2, got 1"
    )
    #expect(try result(["not": ["pipe": ["count"], "equals": 1]], .json([1, 2])).holds)
    #expect(
      try result(["each": ["pipe": ["count"], "equals": 1]], .json([[1], [1, 2]])).message
        == "expected each 1, got 2 at index 1"
    )
  }

  @Test func `a value that cannot be turned is accepted by nothing`() throws {
    let message = "got no value; \"a\" | count: no list"
    #expect(
      try result(["pipe": ["count"], "exists": false], .json("a")).message.hasSuffix(message)
    )
    #expect(
      try result(["not": ["pipe": ["count"], "equals": 1]], .json("a")).message.hasSuffix(message)
    )
    #expect(
      try result(["any-of": [["pipe": ["count"], "exists": true]]], .json("a")).holds == false
    )
    #expect(try result(["pipe": ["count"], "exists": false], .json([])).holds)
    #expect(try !result(["pipe": ["count"], "exists": true], .json([])).holds)
  }

  @Test func `a pipe without matchers, functions or a known name is a mistake`() {
    #expect(throws: Mistake("no such function", at: [.key("pipe"), .index(0)])) {
      _ = try result(["pipe": ["x"], "gte": 1], .json(1))
    }
    #expect(throws: Mistake.self) { _ = try result(["pipe": ["count"]], .json(1)) }
    #expect(throws: Mistake.self) { _ = try result(["pipe": ["count"], "gte": [:]], .json(1)) }
    #expect(throws: Mistake("no functions are known here", at: [.key("pipe")])) {
      _ = try MatcherCatalogue.standard.matcher(
        from: ["pipe": ["count"], "gte": 1],
        context: MatcherContext(kind: .value)
      )
    }
  }
}
