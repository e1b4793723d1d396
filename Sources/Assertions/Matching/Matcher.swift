public import Diagnostics

/// Something that a subject does or does not satisfy.
///
/// A matcher is made once for a plan and judges thousands of subjects, so it builds no text as
/// long as it holds.
public protocol Matcher: Sendable {
  /// What it expects, as a fragment: `19.98 ± 0.01`.
  var expectation: String { get }

  /// The functions that turn the subject before it is judged, as messages write them behind its name.
  var turning: String? { get }

  /// Decides, without building any text.
  func judge(_ subject: Subject) -> Judgement

  /// Says why a subject is not accepted.
  ///
  /// - Parameter subject: one for which ``judge(_:)`` did not say ``Judgement/holds``.
  /// - Returns: the expected and the actual value.
  func failure(of subject: Subject) -> MatchResult
}

extension Matcher {
  /// Whether a subject is accepted and, where it is not, why.
  public func evaluate(_ subject: Subject) -> MatchResult {
    judge(subject) == .holds ? .holding : failure(of: subject)
  }

  public var turning: String? { nil }

  public func failure(of subject: Subject) -> MatchResult {
    MatchResult(expected: expectation, actual: subject.actual)
  }

  /// Says why a subject of another kind than is wanted is not accepted; of no value the kind is left out.
  func failure(of subject: Subject, wanting kind: String, detail: String? = nil) -> MatchResult {
    MatchResult(
      expected: subject.onlyValue == nil ? expectation : "\(kind) \(expectation)",
      actual: subject.actual,
      detail: detail
    )
  }

  /// Judges a subject, as an assertion.
  ///
  /// - Parameters:
  ///   - subject: the actual value.
  ///   - name: what reports call it: `$.total`, `header Location`.
  ///   - range: where the assertion stands in its file.
  /// - Returns: that it holds, or why not.
  public func outcome(
    of subject: Subject,
    named name: String,
    at range: SourceRange?
  ) -> AssertionOutcome {
    let name = self.name(of: name)
    guard judge(subject) != .holds else {
      return AssertionOutcome(verdict: .holds, subject: name, expected: expectation, range: range)
    }
    return AssertionOutcome(failure(of: subject), of: name, at: range)
  }

  /// What messages call a subject, with the functions that turn it: `$.items | count`.
  public func name(of subject: String) -> String {
    turning.map { "\(subject) | \($0)" } ?? subject
  }

  /// The expectation as a part of a longer one.
  var innerExpectation: String {
    if let turning { return "(| \(turning): \(expectation))" }
    return self is AllMatcher || self is AnyOfMatcher ? "(\(expectation))" : expectation
  }
}

/// What a matcher says of a subject.
public enum Judgement: Sendable, Hashable {
  /// The subject is accepted.
  case holds
  /// It is not.
  case fails
  /// There is nothing to judge: nothing was found, too many nodes were, or a value of a kind that
  /// cannot be compared.
  ///
  /// It fails, and `not` does not turn it round.
  case inapplicable

  init(_ holds: Bool) {
    self = holds ? .holds : .fails
  }

  /// Whether one of several is accepted; where none is and one cannot be judged, neither can they.
  static func any<Element>(
    of elements: some Sequence<Element>,
    _ judge: (Element) -> Judgement
  ) -> Judgement {
    var judgement = Judgement.fails
    for element in elements {
      switch judge(element) {
      case .holds: return .holds
      case .fails: break
      case .inapplicable: judgement = .inapplicable
      }
    }
    return judgement
  }

  /// Whether all of several are accepted; where none is refused and one cannot be judged, neither
  /// can they.
  static func all<Element>(
    of elements: some Sequence<Element>,
    _ judge: (Element) -> Judgement
  ) -> Judgement {
    any(of: elements) { judge($0).inverted }.inverted
  }

  /// The judgement of `not`.
  var inverted: Judgement {
    switch self {
    case .holds: .fails
    case .fails: .holds
    case .inapplicable: .inapplicable
    }
  }
}
