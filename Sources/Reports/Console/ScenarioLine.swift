import RunEvents

/// A scenario in one line, as it ends.
///
/// ```
/// ✓ scenarios/orders.scenario.yaml  Order lifecycle [ABC-1]  3 steps  0.412 s
/// ```
enum ScenarioLine {
  /// The line without a line break.
  static func text(of report: ScenarioReport, style: TextStyle) -> String {
    let scenario = report.scenario
    var parts = [
      "\(style.paint(report.outcome.mark, report.outcome.role)) \(scenario.shownPath)",
      style.paint(scenario.shownTitle, .strong),
      NumberText.count(scenario.steps.count, "step"),
      "\(NumberText.fixed(report.duration, 3)) s",
    ]
    switch report.outcome {
    case .passed: break
    case .failed, .errored, .flaky:
      parts.append(style.paint(report.outcome.name, report.outcome.role))
    case .skipped(let reason), .notRun(let reason):
      let reason = SafeText.line(reason, limit: 200)
      parts.append(style.paint("\(report.outcome.name): \(reason)", .dim))
    }
    if !report.isFinal {
      parts.append("attempt \(scenario.id.attempt), trying again")
    } else if scenario.id.attempt > 1 {
      parts.append("attempt \(scenario.id.attempt)")
    }
    return parts.joined(separator: "  ")
  }
}
