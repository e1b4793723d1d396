import Documents

/// A matcher that wants exactly one value.
protocol ValueMatcher: Matcher {
  /// Decides about the value.
  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement

  /// The kind of value that can be judged at all, put before the expectation when another one
  /// came: `a number`.
  var wanted: String? { get }

  /// What else helps to understand why the value is not accepted.
  func detail(for value: JSONValue, nature: Subject.Nature) -> String?

  /// Where the value differs.
  func differences(in value: JSONValue, of subject: Subject) -> [Difference]
}

extension ValueMatcher {
  var wanted: String? { nil }

  func detail(for value: JSONValue, nature: Subject.Nature) -> String? { nil }

  func differences(in value: JSONValue, of subject: Subject) -> [Difference] { [] }

  func judge(_ subject: Subject) -> Judgement {
    guard let value = subject.onlyValue else { return .inapplicable }
    return judge(value, nature: subject.nature)
  }

  func failure(of subject: Subject) -> MatchResult {
    guard let value = subject.onlyValue else {
      return MatchResult(expected: expectation, actual: subject.actual)
    }
    var expected = expectation
    if let wanted, judge(value, nature: subject.nature) == .inapplicable {
      expected = "\(wanted) \(expected)"
    }
    return MatchResult(
      expected: expected,
      actual: subject.actual,
      detail: detail(for: value, nature: subject.nature),
      differences: differences(in: value, of: subject)
    )
  }
}
