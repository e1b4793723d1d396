import Diagnostics

/// Diagnostics as text, harmless for a terminal.
enum DiagnosticText {
  /// The rendered lines, at least one.
  static func lines(of diagnostic: Diagnostic) -> [String] {
    var safe = diagnostic
    safe.message = SafeText.line(diagnostic.message, limit: 2_000)
    safe.hint = diagnostic.hint.map { SafeText.line($0, limit: 1_000) }
    safe.suggestion = diagnostic.suggestion.map { SafeText.line($0) }
    let text = SafeText.lines(DiagnosticRenderer().render(safe), limit: 20_000)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
