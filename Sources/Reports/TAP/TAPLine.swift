import Assertions
import Diagnostics
import Documents
import RunEvents

/// Lines of TAP 14.
enum TAPLine {
  private static let warningLimit = 20

  /// A test point: `not ok 2 - read it`.
  ///
  /// - Parameters:
  ///   - isOK: whether it passed.
  ///   - number: from 1.
  ///   - name: what it is called.
  ///   - skip: why it was skipped; `nil` when it was not.
  /// - Returns: the line without a line break.
  static func point(_ isOK: Bool, _ number: Int, _ name: String, skip: String? = nil) -> String {
    let line = "\(isOK ? "ok" : "not ok") \(number) - \(escaped(name))"
    return skip.map { "\(line) # SKIP \(escaped($0))" } ?? line
  }

  /// A text in which `\` and `#` mean nothing.
  static func escaped(_ text: String) -> String {
    SafeText.line(text, limit: 300).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  /// A YAML block under a test point; values are written as JSON, which YAML reads.
  static func block(_ members: [(String, JSONValue?)]) -> [String] {
    let lines = members.compactMap { name, value in
      value.map { "  \(name): \($0.serializedText())" }
    }
    return ["  ---"] + lines + ["  ..."]
  }

  /// The lines of a step, its number that of its place.
  static func step(_ report: StepReport) -> [String] {
    let (number, name) = (report.step.index + 1, report.step.name)
    let time = JSONValue.int(NumberText.milliseconds(report.duration))
    switch report.result {
    case .passed:
      let warnings = warnings(of: report)
      return [point(true, number, name)]
        + (warnings == nil ? [] : block([("severity", "warning"), ("warnings", warnings)]))
    case .skipped(let reason): return [point(true, number, name, skip: reason)]
    case .failed(let outcomes): return lines(of: report, outcomes, severity: "fail")
    case .errored(let fault) where !fault.outcomes.isEmpty:
      return lines(of: report, fault.outcomes, severity: "error")
    case .errored(let fault):
      return [point(false, number, name)]
        + block([
          ("severity", "error"),
          ("message", .string(SafeText.line("\(fault.kind.rawValue): \(fault.message)"))),
          ("at", .string(SafeText.line("\(fault.range ?? report.step.range)", limit: 1_000))),
          ("duration_ms", time),
          ("text", .string(text(of: report))),
          ("warnings", warnings(of: report)),
        ])
    }
  }

  /// The lines of a step with assertions that do not hold.
  private static func lines(
    of report: StepReport,
    _ outcomes: [AssertionOutcome],
    severity: JSONValue
  ) -> [String] {
    let bad = outcomes.filter(\.isBad)
    let range = bad.first?.documentRange ?? bad.first?.range ?? report.step.range
    return [point(false, report.step.index + 1, report.step.name)]
      + block([
        ("severity", severity),
        ("message", .string(bad.first?.titledSentence ?? "some assertion does not hold")),
        ("at", .string(SafeText.line("\(range)", limit: 1_000))),
        ("expected", .text(bad.first.map { SafeText.line($0.expected) })),
        ("actual", .text(bad.first?.actual.map { SafeText.line($0) })),
        ("duration_ms", .int(NumberText.milliseconds(report.duration))),
        ("text", .string(text(of: report))),
        ("warnings", warnings(of: report)),
      ])
  }

  /// What does not hold and only warns; `nil` when there is nothing of the kind.
  private static func warnings(of report: StepReport) -> JSONValue? {
    let warnings = report.warnings
    guard !warnings.isEmpty else { return nil }
    return .array(
      warnings.prefix(warningLimit).map { outcome, count in
        let place = outcome.documentRange.map { SafeText.line("\($0)", limit: 1_000) + ": " } ?? ""
        let times = count > 1 ? " (\(count) times)" : ""
        return .string(SafeText.withoutCommands("\(place)\(outcome.titledSentence)\(times)"))
      }
    )
  }

  private static func text(of report: StepReport) -> String {
    let text = FailureText().lines(of: report).joined(separator: "\n")
    return SafeText.withoutCommands(SafeText.cut(text, limit: 16 << 10))
  }
}
