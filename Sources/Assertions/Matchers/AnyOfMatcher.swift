import Diagnostics
import Documents

extension MatcherDefinition {
  static let anyOf = MatcherDefinition(
    name: "any-of",
    summary: "At least one of some matchers holds.",
    shape: .someOf(.matcher),
    example: "any-of: [{ equals: null }, { format: uuid }]",
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in
      let matchers = try arguments.matchers()
      return matchers.count == 1 ? matchers[0] : AnyOfMatcher(matchers: matchers)
    }
  )

  static let allOf = MatcherDefinition(
    name: "all-of",
    summary: "Each of some matchers holds; in one map a matcher can stand only once.",
    shape: .someOf(.matcher),
    example: "all-of: [{ contains: a }, { contains: b }]",
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in
      let matchers = try arguments.matchers()
      return matchers.count == 1 ? matchers[0] : AllMatcher(matchers: matchers)
    }
  )
}

/// `any-of`.
struct AnyOfMatcher: Matcher {
  /// How many alternatives a message explains.
  private static let mostExplained = 5

  let matchers: [any Matcher]

  var expectation: String { matchers.map(\.innerExpectation).joined(separator: " or ") }

  func judge(_ subject: Subject) -> Judgement { .any(of: matchers) { $0.judge(subject) } }

  func failure(of subject: Subject) -> MatchResult {
    // Of nothing each of them says the same.
    guard subject.actual != "nothing" else {
      return MatchResult(expected: expectation, actual: subject.actual)
    }
    let actual = subject.wholeActual
    var reasons: [String] = []
    for (index, matcher) in matchers.prefix(Self.mostExplained).enumerated()
    where matcher.judge(subject) != .holds {
      var result = matcher.failure(of: subject)
      if result.actual == actual || result.actual == subject.actual { result.actual = nil }
      reasons.append("\(index + 1): \(ValueText.cut(result.message))")
    }
    let rest = matchers.count - Self.mostExplained
    if rest > 0 { reasons.append("and \(rest) more") }
    return MatchResult(
      expected: "one of \(matchers.count) matchers to hold",
      actual: actual,
      detail: reasons.joined(separator: ", ")
    )
  }
}
