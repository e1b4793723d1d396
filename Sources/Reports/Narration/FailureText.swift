import Assertions
import Diagnostics
import RunEvents

/// The block that describes a step that did not pass, the same in every report.
///
/// ```
/// ✗ create an order  POST /orders → 201 in 12 ms
///   scenarios/orders.scenario.yaml:26:18
///    26 |         $.total: { approx: 19.98, within: 0.01 }
///       |                  ^ expected 19.98 ± 0.01, got 20.5
///       | $.total in application/json, 212 bytes:  … "total": 20.5, "lines": [ …
/// ```
struct FailureText {
  private static let outcomeLimit = 20
  static let gutter = "      | "

  /// The colours.
  var style = TextStyle.plain
  /// Cuts lines of files.
  var renderer = DiagnosticRenderer()

  /// The lines of a step.
  ///
  /// - Returns: empty for a step that passed or was skipped.
  func lines(of report: StepReport) -> [String] {
    let endings = StepEnding.all(of: report)
    var lines: [String] = []
    for ending in endings.prefix(StepEnding.limit) {
      lines.append(title(of: report, ending))
      lines += body(of: ending)
    }
    if endings.count > StepEnding.limit {
      let more = NumberText.count(endings.count - StepEnding.limit, "turn")
      lines.append("  … and \(more) more that did not pass")
    }
    return lines
  }

  private func title(of report: StepReport, _ ending: StepEnding) -> String {
    let mark = style.paint(ending.fault == nil ? "✗" : "!", .bad)
    var title = "\(mark) \(style.paint(SafeText.line(report.step.name, limit: 200), .strong))"
    if let exchange = ending.attempt?.exchange {
      let seconds = ending.attempt?.duration ?? report.duration
      title += "  " + ExchangeText.summary(of: exchange, duration: seconds)
    } else {
      title += "  in \(NumberText.duration(report.duration))"
    }
    var notes: [String] = []
    if let turn = ending.attempt?.turn { notes.append("turn \(turn + 1)") }
    if let number = ending.attempt?.number, number > 1 { notes.append("attempt \(number)") }
    if !notes.isEmpty { title += "  (\(notes.joined(separator: ", ")))" }
    return title
  }

  private func body(of ending: StepEnding) -> [String] {
    if let fault = ending.fault, fault.outcomes.isEmpty { return lines(of: fault) }
    let bad = ending.outcomes.filter(\.isBad)
    var lines = bad.prefix(Self.outcomeLimit).flatMap(self.lines)
    if bad.count > Self.outcomeLimit {
      lines.append("  … and \(bad.count - Self.outcomeLimit) more that do not hold")
    }
    let unseen = ending.outcomes.count(where: {
      if case .notEvaluated = $0.verdict { true } else { false }
    })
    if unseen > 0 {
      lines.append("  \(NumberText.count(unseen, "assertion")) not evaluated")
    }
    return lines
  }

  /// The lines of an assertion that does not hold: its place, or that of the rule in the contract, and what was seen.
  func lines(of outcome: AssertionOutcome) -> [String] {
    let role: TextStyle.Role = outcome.isWarning ? .doubtful : .bad
    let details = details(outcome.details)
    if let range = outcome.documentRange {
      let subject = SafeText.line(outcome.subject, limit: 300)
      return place(range, title: subject, note: outcome.sentence, role) + details
    }
    guard let range = outcome.range else { return ["  \(outcome.titledSentence)"] + details }
    let note = outcome.isOfContract ? outcome.titledSentence : outcome.sentence
    return place(range, note: note, role) + details
  }

  private func lines(of fault: StepFault) -> [String] {
    let sentence = SafeText.line("\(fault.kind.rawValue): \(fault.message)", limit: 1_000)
    let hint = fault.hint.map { [SafeText.line("hint: \($0)")] } ?? []
    guard let range = fault.range else {
      return ["  \(sentence)"] + hint.map { "  \($0)" }
    }
    return place(range, note: sentence) + details(hint)
  }

  private func place(
    _ range: SourceRange,
    title: String = "",
    note: String,
    _ role: TextStyle.Role = .bad
  ) -> [String] {
    let excerpt = renderer.excerpt(of: range, note: note)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let source = excerpt.dropLast().map { style.paint($0, .dim) }
    let underline = excerpt.last.map { style.paint($0, role) }
    let place = SafeText.line("\(range)", limit: 1_000) + (title.isEmpty ? "" : "  \(title)")
    return ["  \(place)"] + source + [underline].compactMap { $0 }
  }

  private func details(_ lines: [String]) -> [String] {
    lines.map { Self.gutter + $0 }
  }
}
