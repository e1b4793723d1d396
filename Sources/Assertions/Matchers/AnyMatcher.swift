import Documents

extension MatcherDefinition {
  static let any = Self(
    name: "any",
    summary: "At least one element satisfies a matcher.",
    shape: .matcher,
    example: "any: { equals: ABC-1 }",
    takesWholeList: true,
    make: { (arguments) throws(MatcherError) in
      AnyMatcher(
        inner: try arguments.matcher(in: arguments.elementContext),
        acceptsNone: arguments.saysHowMany
      )
    }
  )
}

/// `any`.
struct AnyMatcher: Matcher {
  let inner: any Matcher
  let acceptsNone: Bool

  var expectation: String { "any \(inner.innerExpectation)" }

  func judge(_ subject: Subject) -> Judgement {
    guard let elements = subject.elements else { return .inapplicable }
    guard !elements.isEmpty else { return acceptsNone ? .holds : .inapplicable }
    for element in elements where inner.judge(subject.replacing(element)) == .holds {
      return .holds
    }
    return .fails
  }

  func failure(of subject: Subject) -> MatchResult {
    guard let elements = subject.elements else {
      let isAbsent = !subject.hasOneValue
      return MatchResult(
        expected: isAbsent ? expectation : "a list with \(expectation)",
        actual: subject.actual
      )
    }
    guard !elements.isEmpty else {
      return MatchResult(
        expected: expectation,
        actual: "no elements",
        detail: "if there may be none, say so with count or empty"
      )
    }
    return MatchResult(expected: expectation, actual: ValueText.describe(.array(elements)))
  }
}
