import Diagnostics
import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct MatcherOutcomeTests {
  @Test func `an outcome says where, what was expected and what came`() throws {
    let file = SourceFile(path: "a.scenario.yaml", text: "x: { approx: 19.98, within: 0.01 }")
    let matcher = try MatcherCatalogue.standard.matcher(
      from: ["approx": 19.98, "within": 0.01],
      context: MatcherContext(kind: .value)
    )
    let range = file.range(3..<34)
    #expect(matcher.outcome(of: .json(19.98), named: "$.total", at: range).holds)
    let outcome = matcher.outcome(of: .json(20.5), named: "$.total", at: range)
    #expect(outcome.verdict == .fails)
    #expect(outcome.subject == "$.total")
    #expect(outcome.expected == "19.98 ± 0.01")
    #expect(outcome.actual == "20.5")
    #expect(outcome.message == "expected 19.98 ± 0.01, got 20.5")
    #expect(outcome.range?.description == "a.scenario.yaml:1:4")
  }

  @Test func `nothing is described as long as it holds`() {
    let outcome = HoldingMatcher().outcome(of: .json(1), named: "$", at: nil)
    #expect(outcome.holds)
    #expect(outcome.expected == "anything")
    #expect(outcome.message.isEmpty)
  }
}

/// Accepts everything, and must not be asked why not.
private struct HoldingMatcher: Matcher {
  let expectation = "anything"

  func judge(_ subject: Subject) -> Judgement { .holds }

  func failure(of subject: Subject) -> MatchResult {
    Issue.record("the text was asked for")
    return MatchResult(expected: expectation, actual: nil)
  }
}
