import Assertions
import Diagnostics
import RunEvents

/// What does not hold in a run and only warns: each rule once, with how often; beyond a bound the rules are only counted.
struct WarningList {
  /// How many rules are kept.
  static let ruleLimit = 200

  /// A rule that did not hold.
  struct Entry {
    /// What was seen first, in the order of the source.
    var outcome: AssertionOutcome
    /// Where the step stands that saw it.
    var step: SourceRange
    /// The place of the step in the order of the source.
    var order: (scenario: ScenarioDescription.ID, step: Int)
    /// How often it was seen.
    var count: Int

    /// The step, and how often else it was seen: `seen at scenarios/a.scenario.yaml:12, and 11 more times`.
    var occurrence: String {
      let place = SafeText.line("\(step.file.path):\(step.start.line)", limit: 1_000)
      guard count > 1 else { return "seen at \(place)" }
      return
        "seen at \(place), and \(NumberText.count(count - 1, "more time", plural: "more times"))"
    }
  }

  private var kept: [String: Entry] = [:]
  /// How many warnings there were.
  private(set) var count = 0
  /// How many of them are of no rule that is kept.
  private(set) var untold = 0

  /// Takes the warnings of a step.
  mutating func add(_ report: StepReport) {
    for (outcome, times) in report.warnings {
      count += times
      let order = (report.scenario, report.step.index)
      let rule = outcome.rule
      if var entry = kept[rule] {
        entry.count += times
        if order < entry.order {
          entry.outcome = outcome
          entry.step = report.step.range
          entry.order = order
        }
        kept[rule] = entry
      } else if kept.count < Self.ruleLimit {
        kept[rule] = Entry(outcome: outcome, step: report.step.range, order: order, count: times)
      } else {
        untold += times
      }
    }
  }

  /// The rules, in the order in which the source meets them.
  var entries: [Entry] {
    kept.sorted { left, right in
      let (first, second) = (left.value.order, right.value.order)
      return (first.scenario, first.step, left.key) < (second.scenario, second.step, right.key)
    }.map(\.value)
  }

  /// The warnings as text, without a heading; the first of them only.
  ///
  /// - Parameters:
  ///   - limit: how many rules are shown.
  ///   - text: how an outcome is written.
  /// - Returns: lines; empty without warnings.
  func lines(limit: Int, _ text: FailureText) -> [String] {
    let entries = entries
    var lines: [String] = []
    var left = untold
    for (number, entry) in entries.enumerated() {
      guard number < limit else {
        left += entry.count
        continue
      }
      lines += text.lines(of: entry.outcome)
      lines.append(FailureText.gutter + entry.occurrence)
    }
    if left > 0 { lines.append("  … and \(NumberText.count(left, "further warning"))") }
    return lines
  }
}
