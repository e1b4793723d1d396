public import Diagnostics

/// A matcher and what it is applied to, ready to be judged thousands of times.
///
/// ```swift
/// let assertion = Assertion("header Location", matcher, at: range)
/// assertion.outcome(of: .texts(response.headers["Location"]))
/// ```
public struct Assertion: Sendable {
  /// What is looked at: `$.total`, `status`, `header Location`.
  public let subject: String

  /// What must hold of it.
  public let matcher: any Matcher

  /// What is expected, as a fragment.
  public let expected: String

  /// Where the assertion stands in its file.
  public let range: SourceRange?

  /// Makes an assertion.
  public init(_ subject: String, _ matcher: any Matcher, at range: SourceRange? = nil) {
    self.subject = matcher.name(of: subject)
    self.matcher = matcher
    expected = matcher.expectation
    self.range = range
  }

  /// Judges a subject.
  ///
  /// - Parameters:
  ///   - subject: the actual value.
  ///   - detail: more to say where it fails, such as a name that was probably meant; not asked
  ///     for otherwise.
  ///   - excerpt: a piece of the body to show where it fails; not asked for otherwise.
  /// - Returns: that it holds, or why not.
  public func outcome(
    of subject: Subject,
    detail: @autoclosure () -> String? = nil,
    excerpt: @autoclosure () -> String? = nil
  ) -> AssertionOutcome {
    guard matcher.judge(subject) != .holds else {
      return AssertionOutcome(
        verdict: .holds,
        subject: self.subject,
        expected: expected,
        range: range
      )
    }
    var result = matcher.failure(of: subject)
    if let detail = detail() {
      result.detail = result.detail.map { "\($0), \(detail)" } ?? detail
    }
    return AssertionOutcome(
      verdict: .fails,
      subject: self.subject,
      expected: result.expected,
      actual: result.actual,
      message: result.message,
      range: range,
      differences: result.differences,
      excerpt: excerpt()
    )
  }

  /// The outcome of an assertion that was not looked at, because something before it failed.
  public func notEvaluated(because reason: String) -> AssertionOutcome {
    AssertionOutcome(
      verdict: .notEvaluated(reason: reason),
      subject: subject,
      expected: expected,
      message: "not evaluated: \(reason)",
      range: range
    )
  }

  /// The outcome of an assertion on which no verdict could be reached.
  public func errored(because reason: String) -> AssertionOutcome {
    AssertionOutcome(
      verdict: .errored(reason: reason),
      subject: subject,
      expected: expected,
      message: reason,
      range: range
    )
  }
}
