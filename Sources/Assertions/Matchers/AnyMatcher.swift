import Diagnostics
import Documents

extension MatcherDefinition {
  static let any = MatcherDefinition(
    name: "any",
    summary: "At least one element satisfies a matcher; an empty list fails.",
    shape: .matcher,
    example: "any: { equals: ABC-1 }",
    kinds: .lists,
    inner: .element,
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in
      AnyMatcher(inner: try arguments.matcher(in: arguments.elementContext))
    }
  )
}

/// `any`.
struct AnyMatcher: Matcher {
  let inner: any Matcher

  var expectation: String { "any \(inner.innerExpectation)" }

  func judge(_ subject: Subject) -> Judgement {
    guard let elements = subject.elements else { return .inapplicable }
    guard !elements.isEmpty else { return .inapplicable }
    return .any(of: elements) { inner.judge(subject.replacing($0)) }
  }

  func failure(of subject: Subject) -> MatchResult {
    guard let elements = subject.elements else {
      return failure(of: subject, wanting: "a list with")
    }
    guard !elements.isEmpty else {
      return MatchResult(expected: expectation, actual: "no elements")
    }
    var detail: String?
    let strange = elements.firstIndex {
      inner.judge(subject.replacing($0)) == .inapplicable
    }
    if let strange {
      let result = inner.failure(of: subject.replacing(elements[strange]))
      detail = "at index \(strange): expected \(result.expected), got \(result.actual ?? "nothing")"
    }
    return MatchResult(
      expected: expectation,
      actual: ValueText.describe(.array(elements)),
      detail: detail
    )
  }
}
