public import Diagnostics

/// Why an expression has no value.
public struct ExpressionFailure: Error, Sendable, Hashable {
  /// What is wrong, a fragment in lower case.
  public var message: String
  /// The part of the expression that is to blame, once known.
  public var range: SourceRange?
  /// What to do.
  public var hint: String?
  /// The name that was probably meant.
  public var suggestion: String?

  /// The name that stands for nothing, when that is the reason.
  public var unknownName: String?

  /// Whether the response is to blame: it lacks what the expression looks for, or has another kind of value there.
  ///
  /// The expression itself has no mistake then.
  public var blamesResponse: Bool

  /// Makes a failure.
  public init(
    _ message: String,
    at range: SourceRange? = nil,
    hint: String? = nil,
    suggestion: String? = nil,
    blamesResponse: Bool = false
  ) {
    self.message = message
    self.range = range
    self.hint = hint
    self.suggestion = suggestion
    self.blamesResponse = blamesResponse
  }
}

extension Diagnostic {
  /// A mistake that an expression shows before the run.
  package init(_ failure: ExpressionFailure, at range: SourceRange) {
    self.init(
      .error,
      failure.message,
      at: failure.range ?? range,
      hint: failure.hint,
      suggestion: failure.suggestion
    )
  }
}
