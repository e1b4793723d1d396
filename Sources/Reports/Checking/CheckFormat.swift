public import Diagnostics
import Documents

/// How `curlew check` prints what it found.
///
/// ```swift
/// for line in CheckFormat.github.lines(of: diagnostics, fileCount: 3) { print(line) }
/// ```
public enum CheckFormat: String, Sendable, Hashable, CaseIterable {
  /// Each mistake with its place and an excerpt, and a line with the counts.
  case text
  /// One JSON document: `{"format": "curlew-check", "version": 1, "fileCount", "errors", "warnings", "diagnostics": […]}`, the diagnostics as
  /// `JSONReporter` has them.
  case json
  /// Annotations for GitHub Actions, at most ten of a kind, and a line with the counts.
  case github

  /// What is printed.
  ///
  /// - Parameters:
  ///   - diagnostics: what was found, in its order.
  ///   - fileCount: how many files were read.
  ///   - paths: how annotations name files.
  /// - Returns: the lines; those of `text` and `github` are harmless for terminals and CI logs.
  public func lines(
    of diagnostics: [Diagnostic],
    fileCount: Int,
    paths: RepositoryPaths = RepositoryPaths()
  ) -> [String] {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count { $0.severity == .warning }
    let counts =
      "\(NumberText.count(fileCount, "file")): \(NumberText.count(errors, "error")), "
      + NumberText.count(warnings, "warning")
    switch self {
    case .text:
      let lines = diagnostics.flatMap(DiagnosticText.lines).map(SafeText.withoutCommands)
      return lines + [counts]
    case .json:
      let document = JSONValue.members([
        ("format", "curlew-check"), ("version", 1), ("fileCount", .int(fileCount)),
        ("errors", .int(errors)), ("warnings", .int(warnings)),
        ("diagnostics", .array(diagnostics.map(ReportJSON.diagnostic))),
      ])
      return [document.serializedText()]
    case .github:
      return Self.annotations(of: diagnostics, paths) + [counts]
    }
  }

  private static func annotations(
    of diagnostics: [Diagnostic],
    _ paths: RepositoryPaths
  ) -> [String] {
    var lines: [String] = []
    var untold = 0
    for level in GitHubAnnotation.Level.allCases {
      let all = diagnostics.map { GitHubAnnotation($0).relative(to: paths) }
        .filter { $0.level == level }
      lines += all.prefix(GitHubReporter.limit).map(\.line)
      untold += max(0, all.count - GitHubReporter.limit)
    }
    if untold > 0 {
      let message = "\(NumberText.count(untold, "further annotation")) left out"
      lines.append(GitHubAnnotation(level: .notice, title: "curlew", message: message).line)
    }
    return lines
  }
}
