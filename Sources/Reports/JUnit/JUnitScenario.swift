import Diagnostics
import RunEvents

/// What is kept of a scenario while it runs.
struct JUnitScenario {
  /// The scenario.
  let description: ScenarioDescription
  private let classname: String
  private let ordinals: [Int]
  private var cases: [ReportSpool.Extent?]
  private var counts = JUnitCase.Counts()
  private var bad: Set<Int> = []
  private var earlier: [Int: [ReportSpool.Extent]]

  /// Begins an attempt.
  ///
  /// - Parameters:
  ///   - description: the scenario.
  ///   - before: the attempt before it, if there was one.
  init(_ description: ScenarioDescription, after before: JUnitScenario?) {
    self.description = description
    classname = JUnitNames.classname(of: description)
    ordinals = JUnitNames.ordinals(of: description)
    cases = Array(repeating: nil, count: description.steps.count)
    earlier = before?.earlier ?? [:]
    if let before {
      for step in before.bad {
        if let extent = before.cases[step] { earlier[step, default: []].append(extent) }
      }
    }
  }

  /// Keeps how a step ended; what belongs to no step of the scenario, or comes twice, is left out.
  mutating func add(
    _ report: StepReport,
    to spool: ReportSpool,
    output: JUnitOutput
  ) throws(ReporterError) {
    let index = report.step.index
    guard cases.indices.contains(index), cases[index] == nil else { return }
    let own = JUnitCase(
      report,
      in: description,
      classname: classname,
      ordinal: ordinals[index],
      output: output
    )
    try keep(own, at: index, in: spool)
  }

  /// Ends the last attempt.
  ///
  /// - Parameters:
  ///   - outcome: how it ended; `nil` when the run was cut short.
  ///   - duration: how long it took, in seconds.
  ///   - suite: gets the cases.
  ///   - spool: keeps them.
  /// - Throws: when they cannot be kept.
  mutating func end(
    _ outcome: ScenarioReport.Outcome?,
    duration: Double,
    in suite: inout JUnitSuite,
    _ spool: ReportSpool
  ) throws(ReporterError) {
    for index in cases.indices where cases[index] == nil {
      let own = JUnitCase(
        description.steps[index],
        in: description,
        classname: classname,
        ordinal: ordinals[index]
      )
      try keep(own, at: index, in: spool)
    }
    var scenario = JUnitSuite.Scenario(cases: cases.compactMap { $0 }, earlier: earlier)
    if let whole = wholeCase(outcome, duration: duration) {
      counts.count(whole.verdict, milliseconds: whole.milliseconds)
      scenario.cases.append(try spool.append(whole.encoded))
    }
    if case .skipped(let reason) = outcome, !bad.isEmpty {
      scenario.excuse = SafeText.line(reason, limit: 1_000)
      counts.skipped += counts.failures + counts.errors
      counts.failures = 0
      counts.errors = 0
    }
    try suite.add(scenario, of: description, counts: counts)
  }

  private mutating func keep(
    _ own: JUnitCase,
    at index: Int,
    in spool: ReportSpool
  ) throws(ReporterError) {
    counts.count(own.verdict, milliseconds: own.milliseconds)
    switch own.verdict {
    case .passed, .skipped: break
    case .failure, .error: bad.insert(index)
    }
    cases[index] = try spool.append(own.encoded)
  }

  /// The case of the scenario as a whole, when its steps do not say how it ended.
  private func wholeCase(_ outcome: ScenarioReport.Outcome?, duration: Double) -> JUnitCase? {
    let verdict: JUnitCase.Verdict
    switch outcome {
    case .failed, .errored:
      guard bad.isEmpty else { return nil }
      let message = ScenarioReport.unexpectedPass
      let problem = JUnitCase.Problem(
        type: "scenario",
        message: message,
        body: "\(message)\n  at \(SafeText.line(description.place, limit: 1_000))"
      )
      verdict = outcome == .failed ? .failure(problem) : .error(problem)
    case _ where !cases.isEmpty: return nil
    case .passed, .flaky: verdict = .passed
    case .skipped(let reason), .notRun(let reason):
      verdict = .skipped(SafeText.line(reason, limit: 1_000))
    case nil: verdict = .skipped("the run was cut short")
    }
    let row = description.row.map { " [\(SafeText.line($0, limit: JUnitNames.rowLimit))]" } ?? ""
    return JUnitCase(
      name: "the scenario as a whole" + row,
      classname: classname,
      line: description.range.start.line,
      startedAt: description.startedAt,
      milliseconds: cases.isEmpty ? NumberText.milliseconds(duration) : 0,
      verdict: verdict
    )
  }
}
