import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct AssertionQueriesTests {
  private let body = Array(#"{"total": 20.5, "lines": []}"#.utf8)

  @Test func `a failure shows a near name and the body around the place`() throws {
    let document = try JSONParser().parse(body)
    let matcher = try MatcherCatalogue.standard.matcher(
      from: 20.5,
      context: MatcherContext(kind: .value)
    )
    let outcome = Assertion("$.totl", matcher).outcome(
      of: try JSONQuery("$.totl"),
      in: document,
      body: body,
      contentType: "application/json"
    )
    #expect(
      outcome.message
        == "expected 20.5, got nothing; $ has no member 'totl', did you mean \"total\"?"
    )
    #expect(
      outcome.excerpt == #"$.totl in application/json, 28 bytes:  {"total": 20.5, "lines": []}"#
    )
    let good = Assertion("$.total", matcher).outcome(
      of: try JSONQuery("$.total"),
      in: document,
      body: body,
      contentType: nil
    )
    #expect(good.holds)
    #expect(good.excerpt == nil)
  }

  @Test func `an unknown prefix gives no verdict`() throws {
    let matcher = try MatcherCatalogue.standard.matcher(
      from: "a",
      context: MatcherContext(kind: .markup)
    )
    let outcome = Assertion("//x:a", matcher).outcome(
      of: try XPathQuery("//x:a"),
      in: try XMLDocument(parsing: Array("<a/>".utf8)),
      body: [],
      contentType: nil
    )
    #expect(outcome.verdict == .errored(reason: outcome.message))
    #expect(outcome.message.contains("'x'"))
  }
}
