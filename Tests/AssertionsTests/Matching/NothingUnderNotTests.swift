import Documents
import Testing

@testable import Assertions

/// `not` turns a verdict round, and of nothing there is none.
@Suite(.timeLimit(.minutes(5))) struct NothingUnderNotTests {
  private func judge(_ matcher: JSONValue, _ content: Subject.Content) throws -> MatchResult {
    try MatcherCatalogue.standard.matcher(from: matcher, context: MatcherContext(kind: .value))
      .evaluate(Subject(content, nature: .json))
  }

  @Test(
    arguments: [
      ["gt": 5, "lt": 10], ["lt": 10, "gt": 5], ["type": "integer", "gt": 5],
      ["exists": true, "equals": 7], ["any-of": [["gt": 5], 7]],
      ["all-of": [["exists": true], ["equals": 7]]], ["contains-any": ["a"]],
      ["contains-all": ["a", "b"]], ["any-of": [["exists": true], ["equals": 7]]],
    ] as [JSONValue]
  )
  func `not of several matchers fails on nothing`(inner: JSONValue) throws {
    for content in [Subject.Content.absent, .nodes([])] {
      let result = try judge(["not": inner], content)
      #expect(!result.holds)
      #expect(result.message.hasSuffix("got nothing"), "\(result.message)")
    }
    #expect(try !judge(["not": inner], .single(7)).holds)
  }

  @Test func `not of several matchers holds where one of them fails`() throws {
    #expect(try judge(["not": ["gt": 5, "lt": 10]], .single(4)).holds)
    #expect(try judge(["not": ["gt": 5, "lt": 10]], .single(11)).holds)
    #expect(try !judge(["not": ["gt": 5, "lt": 10]], .single(7)).holds)
  }

  @Test(arguments: [["any": 7], ["each": 7], ["count": 7]] as [JSONValue])
  func `of nothing it is not said that it should be a list`(matcher: JSONValue) throws {
    let result = try judge(matcher, .absent)
    #expect(!result.holds)
    #expect(!result.message.contains("a list"), "\(result.message)")
    #expect(try judge(matcher, .single("x")).message.contains("a list"))
  }
}
