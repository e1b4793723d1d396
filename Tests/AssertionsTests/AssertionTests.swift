import Diagnostics
import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct AssertionTests {
  @Test func `an outcome says where, what was expected and what came`() throws {
    let file = SourceFile(path: "a.scenario.yaml", text: "x: { approx: 19.98, within: 0.01 }")
    let matcher = try MatcherCatalogue.standard.matcher(
      from: ["approx": 19.98, "within": 0.01],
      context: MatcherContext(kind: .value)
    )
    let assertion = Assertion("$.total", matcher, at: file.range(3..<34))
    #expect(assertion.outcome(of: .json(19.98)).holds)
    let outcome = assertion.outcome(of: .json(20.5), excerpt: "piece")
    #expect(outcome.verdict == .fails)
    #expect(outcome.subject == "$.total")
    #expect(outcome.message == "expected 19.98 ± 0.01, got 20.5")
    #expect(outcome.range?.description == "a.scenario.yaml:1:4")
    #expect(outcome.excerpt == "piece")
  }

  @Test func `nothing is described as long as it holds`() throws {
    let matcher = try MatcherCatalogue.standard.matcher(
      from: 1,
      context: MatcherContext(kind: .value)
    )
    let assertion = Assertion("$", matcher)
    func asked() -> String? {
      Issue.record("the text was asked for")
      return nil
    }
    #expect(assertion.outcome(of: .json(1), detail: asked(), excerpt: asked()).holds)
    #expect(
      assertion.outcome(of: .json(nil), detail: "did you mean \"$.b\"?").message
        == "expected 1, got nothing; did you mean \"$.b\"?"
    )
    #expect(
      assertion.notEvaluated(because: "the status is 404").message
        == "not evaluated: the status is 404"
    )
  }
}
