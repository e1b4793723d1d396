/// Something to tell a user about a file, with its place and what to do.
///
/// ```swift
/// Diagnostic(.error, "unknown key \"expects\"", at: range, suggestion: "expect")
/// // scenarios/orders.scenario.yaml:14:5: error: unknown key "expects"
/// //    14 |     expects:
/// //       |     ^^^^^^^ did you mean "expect"?
/// ```
public struct Diagnostic: Error, Sendable, Hashable {
  /// How much a diagnostic weighs.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// What it speaks of cannot be used.
    case error
    /// What it speaks of works, but hardly as meant.
    case warning
    /// It belongs to the diagnostic before it.
    case note
  }

  /// Where a diagnostic points.
  public enum Place: Sendable, Hashable {
    /// A stretch of a file that was read.
    case range(SourceRange)
    /// A file as a whole, for example one that cannot be read.
    case file(path: String)
    /// No file: an option of the command, say.
    case none
  }

  /// How much it weighs.
  public var severity: Severity

  /// What is wrong: a fragment in lower case, without full stop.
  public var message: String

  /// Where.
  public var place: Place

  /// What to do, shown behind the underline.
  public var hint: String?

  /// The name that was probably meant; the renderer asks `did you mean "…"?`.
  public var suggestion: String?

  /// Makes a diagnostic at a place.
  public init(
    _ severity: Severity,
    _ message: String,
    at place: Place,
    hint: String? = nil,
    suggestion: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.place = place
    self.hint = hint
    self.suggestion = suggestion
  }

  /// Makes a diagnostic that points at a stretch of a file.
  public init(
    _ severity: Severity,
    _ message: String,
    at range: SourceRange,
    hint: String? = nil,
    suggestion: String? = nil
  ) {
    self.init(severity, message, at: .range(range), hint: hint, suggestion: suggestion)
  }

  /// The stretch it points at, if any.
  public var range: SourceRange? {
    guard case .range(let range) = place else { return nil }
    return range
  }

  /// The path of the file it speaks of, if any.
  public var path: String? {
    switch place {
    case .range(let range): range.file.path
    case .file(let path): path
    case .none: nil
    }
  }
}
