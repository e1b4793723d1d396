import Assertions
import Diagnostics
import RunEvents

extension JUnitCase {
  private static let bodyLimit = 32 << 10
  private static let outputLimit = 16 << 10
  private static let attemptLimit = 20

  /// The case of a step that has ended.
  init(
    _ report: StepReport,
    in scenario: ScenarioDescription,
    classname: String,
    ordinal: Int,
    output wanted: JUnitOutput = .failed
  ) {
    self.init(report.step, in: scenario, classname: classname, ordinal: ordinal)
    if wanted == .all || !report.result.isGood { output = Self.output(of: report) }
    let warnings = Self.warnings(of: report)
    // What only warns leaves the case as it is and is shown beside it.
    if !warnings.isEmpty { output = output.isEmpty ? warnings : "\(warnings)\n\n\(output)" }
    startedAt = report.startedAt
    milliseconds = NumberText.milliseconds(report.duration)
    let row = scenario.rowLine
    let isSetup = report.step.phase == .setup || scenario.kind == .beforeAll
    switch report.result {
    case .passed: verdict = .passed
    case .skipped(let reason): verdict = .skipped(SafeText.line(reason, limit: 1_000))
    case .failed(let outcomes):
      let problem = Self.problem(
        of: report,
        outcomes,
        type: isSetup ? "setup" : Self.type(of: outcomes),
        row
      )
      verdict = isSetup ? .error(problem) : .failure(problem)
    case .errored(let fault) where !fault.outcomes.isEmpty:
      verdict = .error(Self.problem(of: report, fault.outcomes, type: "setup", row))
    case .errored(let fault):
      let type = isSetup ? "setup" : SafeText.line(fault.kind.rawValue, limit: 100)
      verdict = .error(Self.problem(of: report, fault, type: type, row))
    }
  }

  /// The case of a step of which nothing is known yet.
  init(
    _ step: StepDescription,
    in scenario: ScenarioDescription,
    classname: String,
    ordinal: Int
  ) {
    let path = step.range.file.path
    self.init(
      name: JUnitNames.name(of: step, in: scenario),
      ordinal: ordinal,
      classname: classname,
      file: path == scenario.path ? nil : SafeText.line(path, limit: 1_000),
      line: step.range.start.line,
      startedAt: scenario.startedAt,
      milliseconds: 0,
      verdict: .skipped("the run was cut short")
    )
  }

  private static func problem(
    of report: StepReport,
    _ outcomes: [AssertionOutcome],
    type: String,
    _ row: String?
  ) -> Problem {
    let bad = outcomes.filter(\.isBad)
    var message = bad.first?.titledSentence ?? "some assertion does not hold"
    if bad.count > 1 { message += " (and \(bad.count - 1) more)" }
    var lines = [message]
    for outcome in bad.prefix(attemptLimit) {
      if bad.count > 1 { lines.append(outcome.titledSentence) }
      lines.append("  expected: \(SafeText.line(outcome.expected))")
      lines.append("  actual: \(SafeText.line(outcome.actual ?? "nothing"))")
      if let range = outcome.documentRange { lines.append("  contract: \(place(range))") }
      lines.append("  at \(place(outcome.range ?? report.step.range))")
    }
    return Problem(type: type, message: message, body: body(lines, of: report, row))
  }

  private static func problem(
    of report: StepReport,
    _ fault: StepFault,
    type: String,
    _ row: String?
  ) -> Problem {
    let message = SafeText.line("\(fault.kind.rawValue): \(fault.message)", limit: 1_000)
    let lines = [message, "  at \(place(fault.range ?? report.step.range))"]
    return Problem(type: type, message: message, body: body(lines, of: report, row))
  }

  private static func body(_ first: [String], of report: StepReport, _ row: String?) -> String {
    let lines =
      first + [row].compactMap(\.self) + [""] + FailureText().lines(of: report)
      + attempts(of: report)
    let text = SafeText.cut(lines.joined(separator: "\n"), limit: bodyLimit)
    return SafeText.withoutCommands(text)
  }

  /// The turns and attempts that did not pass, where there was more than one.
  private static func attempts(of report: StepReport) -> [String] {
    guard report.attemptCount > 1 else { return [] }
    let bad = report.attempts.filter { !$0.result.isGood }
    var lines = ["", "\(bad.count) of \(report.attemptCount) attempts did not pass:"]
    for attempt in bad.prefix(attemptLimit) {
      let turn = attempt.turn.map { "turn \($0 + 1), " } ?? ""
      var line = "  \(turn)attempt \(attempt.number)"
      if let exchange = attempt.exchange {
        line += "  " + ExchangeText.summary(of: exchange, duration: attempt.duration)
      }
      switch attempt.result {
      case .failed(let outcomes):
        if let outcome = outcomes.first(where: \.isBad) { line += "  \(outcome.titledSentence)" }
      case .errored(let fault):
        line += "  " + SafeText.line("\(fault.kind.rawValue): \(fault.message)")
      case .passed, .skipped: break
      }
      lines.append(line)
    }
    if bad.count > attemptLimit { lines.append("  … and \(bad.count - attemptLimit) more") }
    return lines
  }

  private static func type(of outcomes: [AssertionOutcome]) -> String {
    let bad = outcomes.filter(\.isBad)
    return !bad.isEmpty && bad.allSatisfy(\.isOfContract) ? "contract" : "assertion"
  }

  /// What does not hold and only warns.
  private static func warnings(of report: StepReport) -> String {
    let warnings = report.warnings
    guard !warnings.isEmpty else { return "" }
    let count = warnings.reduce(0) { $0 + $1.count }
    var lines = [ContractText.warningHead(count)]
    for (outcome, times) in warnings.prefix(attemptLimit) {
      lines += FailureText().lines(of: outcome)
      if times > 1 { lines.append("\(FailureText.gutter)\(times) times") }
    }
    if warnings.count > attemptLimit {
      lines.append("  … and \(NumberText.count(warnings.count - attemptLimit, "further rule"))")
    }
    let text = SafeText.cut(lines.joined(separator: "\n"), limit: outputLimit)
    return SafeText.withoutCommands(text)
  }

  private static func output(of report: StepReport) -> String {
    var lines = report.logs.prefix(100).map { SafeText.lines($0, limit: 4_000) }
    let told = report.attempts.filter { $0.exchange != nil }
    if let exchange = (told.last { !$0.result.isGood } ?? told.last)?.exchange {
      lines += ExchangeText.lines(of: exchange, bodyLimit: outputLimit / 2)
    }
    let text = SafeText.cut(lines.joined(separator: "\n"), limit: outputLimit)
    return SafeText.withoutCommands(text)
  }

  private static func place(_ range: SourceRange) -> String {
    SafeText.line("\(range.file.path):\(range.start.line)", limit: 1_000)
  }
}
