public import Diagnostics

/// The result of one assertion on one response.
///
/// ```swift
/// outcome.subject   // $.total
/// outcome.message   // expected 19.98 ± 0.01, got 20.5
/// outcome.excerpt   // $.total in application/json, 212 bytes:  … "total": 20.5, "lines": [ …
/// ```
public struct AssertionOutcome: Sendable, Hashable {
  /// What is expected where a body could not be decoded.
  public static let decodableBody = "a body that can be decoded"

  /// Whether the assertion holds.
  public enum Verdict: Sendable, Hashable {
    /// It holds.
    case holds
    /// The response came and it does not hold.
    case fails
    /// It does not hold, but that only warns: it is shown and counted, and fails no step.
    case warns
    /// It was not looked at, because something before it failed.
    case notEvaluated(reason: String)
    /// No verdict could be reached.
    case errored(reason: String)
  }

  /// Whether it holds.
  public var verdict: Verdict

  /// What was looked at: `$.total`, `status`, `header Location`.
  public var subject: String

  /// What was expected, as a fragment: `19.98 ± 0.01`.
  public var expected: String

  /// The actual value, as a fragment; `nil` where it holds or nothing was looked at.
  public var actual: String?

  /// The sentence for a person: `expected 19.98 ± 0.01, got 20.5`; empty where it holds.
  public var message: String

  /// Where the assertion stands in its file.
  public var range: SourceRange?

  /// Whether it is about a contract, not about an expectation of the step; then `subject` names the part of the
  /// contract: `getOrder, response 200, application/json`.
  public var isOfContract: Bool

  /// Where in the contract the rule stands that does not hold; `range` is the place of the step.
  public var documentRange: SourceRange?

  /// The places at which two documents differ.
  public var differences: [Difference]

  /// A piece of the body around the place, with what the body is.
  public var excerpt: String?

  /// The values of the parts of a `that` expression.
  public var parts: [Part]

  /// Makes an outcome.
  public init(
    verdict: Verdict,
    subject: String,
    expected: String,
    actual: String? = nil,
    message: String = "",
    range: SourceRange? = nil,
    differences: [Difference] = [],
    excerpt: String? = nil,
    parts: [Part] = [],
    isOfContract: Bool = false,
    documentRange: SourceRange? = nil
  ) {
    self.verdict = verdict
    self.subject = subject
    self.expected = expected
    self.actual = actual
    self.message = message
    self.range = range
    self.differences = differences
    self.excerpt = excerpt
    self.parts = parts
    self.isOfContract = isOfContract
    self.documentRange = documentRange
  }

  /// What a matcher says of a subject that it does not accept.
  ///
  /// - Parameters:
  ///   - result: what it says.
  ///   - subject: what reports call the subject.
  ///   - range: where the matcher stands.
  public init(_ result: MatchResult, of subject: String, at range: SourceRange?) {
    self.init(
      verdict: .fails,
      subject: subject,
      expected: result.expected,
      actual: result.actual,
      message: result.message,
      range: range,
      differences: result.differences
    )
  }

  /// Whether the assertion holds.
  public var holds: Bool { verdict == .holds }

  /// Whether a step can pass with it: it holds, or does not and only warns.
  public var isAcceptable: Bool { verdict == .holds || verdict == .warns }
}
