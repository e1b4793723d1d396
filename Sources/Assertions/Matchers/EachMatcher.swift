import Diagnostics
import Documents

extension MatcherDefinition {
  static let each = MatcherDefinition(
    name: "each",
    summary:
      "Every element satisfies a matcher; an empty list fails unless `count` or `empty` is beside it.",
    shape: .matcher,
    example: "each: { gt: 0 }",
    kinds: .lists,
    inner: .element,
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in
      EachMatcher(
        inner: try arguments.matcher(in: arguments.elementContext),
        acceptsNone: arguments.saysHowMany
      )
    }
  )
}

extension MatcherArguments {
  /// What the elements of the subject are to an inner matcher.
  var elementContext: MatcherContext { context.judging(context.kind.element) }

  /// Whether `count` or `empty` stands beside the matcher, so that no elements may be meant.
  var saysHowMany: Bool { map.keys.contains("count") || map.keys.contains("empty") }
}

/// `each`.
struct EachMatcher: Matcher {
  let inner: any Matcher
  let acceptsNone: Bool

  var expectation: String { "each \(inner.innerExpectation)" }

  func judge(_ subject: Subject) -> Judgement {
    guard let elements = subject.elements else { return .inapplicable }
    guard !elements.isEmpty else { return acceptsNone ? .holds : .inapplicable }
    return .all(of: elements) { inner.judge(subject.replacing($0)) }
  }

  func failure(of subject: Subject) -> MatchResult {
    guard let elements = subject.elements else { return failure(of: subject, wanting: "a list,") }
    guard !elements.isEmpty else {
      return MatchResult(
        expected: expectation,
        actual: "no elements",
        detail: "if there may be none, say so with count or empty"
      )
    }
    let failing = elements.indices.filter {
      inner.judge(subject.replacing(elements[$0])) != .holds
    }
    guard let first = failing.first else {
      return MatchResult(expected: expectation, actual: subject.wholeActual)
    }
    let result = inner.failure(of: subject.replacing(elements[first]))
    let more = failing.count - 1
    return MatchResult(
      expected: "each \(result.expected)",
      actual: "\(result.actual ?? "nothing") at index \(first)"
        + (more == 0 ? "" : " and \(more) more of \(elements.count)"),
      detail: result.detail
    )
  }
}
