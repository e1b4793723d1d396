import Diagnostics
import Documents

extension MatcherDefinition {
  static let not = MatcherDefinition(
    name: "not",
    summary: "The matcher does not hold; an absent value still fails.",
    shape: .matcher,
    example: "not: { contains: password }",
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in NotMatcher(inner: try arguments.matcher()) }
  )
}

/// `not`.
struct NotMatcher: Matcher {
  let inner: any Matcher

  var expectation: String { "not \(inner.innerExpectation)" }

  func judge(_ subject: Subject) -> Judgement { inner.judge(subject).inverted }

  func failure(of subject: Subject) -> MatchResult {
    guard inner.judge(subject) == .inapplicable else {
      return MatchResult(expected: expectation, actual: subject.wholeActual)
    }
    let result = inner.failure(of: subject)
    return MatchResult(
      expected: "not \(result.expected)",
      actual: result.actual,
      detail: result.detail
    )
  }
}
