/// Several matchers, all of which must hold.
struct AllMatcher: Matcher {
  let matchers: [any Matcher]

  var expectation: String { matchers.map(\.innerExpectation).joined(separator: " and ") }

  func judge(_ subject: Subject) -> Judgement {
    var judgement = Judgement.holds
    for matcher in matchers {
      switch matcher.judge(subject) {
      case .holds: break
      case .inapplicable: return .inapplicable
      case .fails: judgement = .fails
      }
    }
    return judgement
  }

  func failure(of subject: Subject) -> MatchResult {
    let failing = matchers.filter { $0.judge(subject) != .holds }
    let results = failing.map { $0.failure(of: subject) }
    guard let first = results.first else {
      return MatchResult(expected: expectation, actual: subject.actual)
    }
    guard results.count > 1 else { return first }
    let details = results.compactMap(\.detail)
    return MatchResult(
      expected: results.map(\.expected).joined(separator: " and "),
      actual: first.actual,
      detail: details.isEmpty ? nil : details.joined(separator: ", "),
      differences: Array(
        results.flatMap(\.differences).prefix(LiteralPattern.maximumDifferences)
      )
    )
  }
}
