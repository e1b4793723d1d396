import Documents

/// A matcher that does not see the values at some paths.
struct PrunedMatcher: Matcher {
  let inner: any Matcher
  let pruner: JSONPruner

  var expectation: String { inner.expectation }

  func judge(_ subject: Subject) -> Judgement {
    guard let pruned = try? pruned(subject) else { return .inapplicable }
    return inner.judge(pruned)
  }

  func failure(of subject: Subject) -> MatchResult {
    do throws(JSONPathError) {
      return inner.failure(of: try pruned(subject))
    } catch {
      return MatchResult(
        expected: expectation,
        actual: subject.actual,
        detail: "what to ignore cannot be found: \(error.message)"
      )
    }
  }

  private func pruned(_ subject: Subject) throws(JSONPathError) -> Subject {
    guard case .single(let value) = subject.content else { return subject }
    return subject.replacing(try pruner.pruned(value))
  }
}
