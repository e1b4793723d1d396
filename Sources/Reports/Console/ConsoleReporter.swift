import Diagnostics
import RunEvents

/// Reports a run on a terminal, or in the log of a CI system.
///
/// On a terminal a live line shows how far the run is; elsewhere each scenario is a line of its own as it ends, and the cursor never moves.
/// Failures are shown in full at the end, then the totals of the run.
struct ConsoleReporter: Reporter {
  private static let pendingLimit = 64 << 10

  let writer: any ReportWriter
  private let options: ReporterOptions
  private let style: TextStyle
  private var live: LiveLine
  private var run: RunDescription?
  private var running: [Int: RunningScenario] = [:]
  private static let warningLimit = 20

  private var failures = FailureList()
  private var warnings = WarningList()
  private var isFinished = false
  /// How many scenarios were not run, by reason, in the order in which the reasons came.
  private var notRun: [(reason: String, count: Int)] = []
  // What is still to be written: a call for each line would cost more than the line.
  private var pending = ""

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - writer: gets the text.
  ///   - options: what is known of the terminal, and how much to say.
  init(writer: any ReportWriter, options: ReporterOptions) {
    self.writer = writer
    self.options = options
    style = TextStyle(usesColor: options.terminal.usesColor)
    live = LiveLine(terminal: options.terminal)
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    switch event {
    case .runStarted(let run): try start(run)
    case .diagnostic(let diagnostic): try tell(diagnostic)
    case .scenarioStarted(let scenario):
      running[scenario.id.index, default: RunningScenario()].start(scenario)
      live.start(scenario)
      try redraw()
    case .stepFinished(let report): try finish(report)
    case .scenarioFinished(let report): try finish(report)
    case .runFinished(let summary):
      isFinished = true
      try tell(summary)
    }
  }

  mutating func tick(at now: Double) throws(ReporterError) {
    live.tick(at: now)
    try redraw()
  }

  mutating func finish() throws(ReporterError) {
    if !isFinished {
      try print(
        failures.lines(style: style) + warningLines
          + [style.paint("✗ the run was cut short", .bad)]
      )
    }
    try flush()
    try writer.commit()
  }

  mutating func flush() throws(ReporterError) {
    guard !pending.isEmpty else { return }
    let text = pending
    pending = ""
    try writer.write(text)
  }

  mutating func abort() {
    try? flush()
    writer.discard()
  }
}

extension ConsoleReporter {
  private mutating func start(_ run: RunDescription) throws(ReporterError) {
    self.run = run
    live.start(run)
    if let shard = run.shard, options.verbosity != .quiet {
      let found = NumberText.count(shard.selectedCount ?? run.foundCount, "scenario")
      try print(["shard \(shard.index)/\(shard.total): \(run.scenarioCount) of \(found)"])
    }
  }

  private mutating func tell(_ diagnostic: Diagnostic) throws(ReporterError) {
    let lines = DiagnosticText.lines(of: diagnostic)
    let role: TextStyle.Role = diagnostic.severity == .error ? .bad : .doubtful
    try print([style.paint(lines[0], role)] + lines.dropFirst())
  }

  private mutating func finish(_ report: StepReport) throws(ReporterError) {
    live.finish(report)
    warnings.add(report)
    var scenario = running[report.scenario.index] ?? RunningScenario()
    scenario.finish(report, style: style, options: options)
    let early = scenario.takeDetailsIfMany()
    running[report.scenario.index] = scenario
    if !early.isEmpty {
      try print(early)
    } else {
      try redraw()
    }
  }

  private mutating func finish(_ report: ScenarioReport) throws(ReporterError) {
    live.finish(report)
    let index = report.scenario.id.index
    var scenario = running[index] ?? RunningScenario()
    scenario.finish(report)
    let details = scenario.takeDetails()
    if report.isFinal {
      running[index] = nil
      failures.add(scenario, report)
    } else {
      running[index] = scenario
    }
    if case .notRun(let reason) = report.outcome, details.isEmpty || !scenario.hasRun {
      // One line for all of them.
      if let place = notRun.firstIndex(where: { $0.reason == reason }) {
        notRun[place].count += 1
      } else {
        notRun.append((reason, 1))
      }
      try redraw()
    } else if isTold(report, hasDetails: !details.isEmpty) {
      try print([ScenarioLine.text(of: report, style: style)] + details)
    } else {
      try redraw()
    }
  }

  /// Whether a scenario gets a line as it ends.
  private func isTold(_ report: ScenarioReport, hasDetails: Bool) -> Bool {
    switch options.verbosity {
    case .quiet: false
    case .verbose: true
    case .normal:
      !options.terminal.isLive || hasDetails || report.outcome.isBad || report.outcome == .flaky
    }
  }

  private mutating func tell(_ summary: RunSummary) throws(ReporterError) {
    var lines: [String] = []
    if options.verbosity != .quiet {
      lines += notRun.map { reason, count in
        let reason = SafeText.line(reason, limit: 200)
        return style.paint("· \(NumberText.count(count, "scenario")) not run: \(reason)", .dim)
      }
    }
    lines += failures.lines(style: style) + warningLines
    let ending = SummaryText(
      summary: summary,
      run: run,
      failed: failures.places,
      moreFailed: failures.morePlaces,
      options: options,
      style: style
    )
    lines += options.verbosity == .quiet ? ending.ending : [""] + ending.lines
    try print(lines)
  }

  /// What does not hold and only warns.
  private var warningLines: [String] {
    guard warnings.count > 0, options.verbosity != .quiet else { return [] }
    var text = FailureText(style: style)
    if options.terminal.isLive {
      text.renderer.maximumWidth = max(24, min(160, options.terminal.width() - 9))
    }
    let head = ContractText.warningHead(warnings.count)
    return ["", style.paint("~ \(head)", .doubtful)]
      + warnings.lines(limit: Self.warningLimit, text)
  }

  private mutating func print(_ lines: [String]) throws(ReporterError) {
    let safe = wrapped(lines.map(SafeText.withoutCommands))
    let text = live.clearing() + safe.joined(separator: "\n") + "\n"
    try put(text + (live.drawing(now: true) ?? ""))
  }

  private mutating func put(_ text: String) throws(ReporterError) {
    pending += text
    if pending.utf8.count >= Self.pendingLimit { try flush() }
  }

  /// On a terminal that somebody looks at, lines are broken at spaces; a command is not, for it is to be copied.
  private func wrapped(_ lines: [String]) -> [String] {
    guard options.terminal.isLive else { return lines }
    let wrap = LineWrap(columns: options.terminal.width())
    return lines.flatMap { line in
      line.hasPrefix(SummaryText.rerunMark) || Self.isCurl(line) ? [line] : wrap.lines(of: line)
    }
  }

  /// Whether a line is a command of `--curl`, alone or before its exchange.
  private static func isCurl(_ line: String) -> Bool {
    let command = line.drop { $0 == " " }
    return command.hasPrefix("curl ") || command.hasPrefix("$ curl ")
  }

  private mutating func redraw() throws(ReporterError) {
    guard let text = live.drawing() else { return }
    try put(text)
  }
}

extension ReporterDefinition {
  /// The report for a person at a terminal or in a log.
  public static let console = Self(
    name: "console",
    make: { ConsoleReporter(writer: $0, options: $1) }
  )
}
