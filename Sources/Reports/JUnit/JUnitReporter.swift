import Diagnostics
import RunEvents

/// Writes a run as JUnit XML: a suite for each scenario file, a case for each step and data row.
///
/// The cases of a scenario are the steps of its source, run or not, so that their history lines up from run to run. They wait in a spool until the
/// end, because counts stand in opening tags and scenarios finish in any order.
struct JUnitReporter: Reporter {
  private static let diagnosticLimit = 20

  let writer: any ReportWriter
  private let options: ReporterOptions
  private var spool: ReportSpool?
  private var run: RunDescription?
  private var summary: RunSummary?
  private var running: [Int: JUnitScenario] = [:]
  private var suites: [String: JUnitSuite] = [:]
  private var suiteOrder: [String] = []
  /// What runs before and after all scenarios and has not ended.
  private var outside: [ScenarioDescription.ID: JUnitOutsideCase] = [:]
  /// The mistakes by their files: which file it is, the line of the first one, and what is reported of them.
  private var mistakes: [String: (order: Int, line: Int, texts: [String])] = [:]
  private var latest = 0.0

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - writer: gets the document.
  ///   - options: the dialect, and whether a run of nothing is meant.
  init(writer: any ReportWriter, options: ReporterOptions) {
    self.writer = writer
    self.options = options
  }

  mutating func prepare() throws(ReporterError) {
    try writer.prepare()
    if spool == nil { spool = try writer.makeSpool() }
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    switch event {
    case .runStarted(let run):
      self.run = run
      latest = run.startedAt
    case .diagnostic(let diagnostic): add(diagnostic)
    case .scenarioStarted(let scenario):
      guard scenario.kind == .scenario else {
        outside[scenario.id] = JUnitOutsideCase(scenario)
        return
      }
      let index = scenario.id.index
      running[index] = JUnitScenario(scenario, after: running[index])
      _ = try openSuite(of: scenario)
    case .stepFinished(let report):
      latest = max(latest, report.startedAt + report.duration)
      outside[report.scenario]?.add(report)
      let spool = try openSpool()
      try running[report.scenario.index]?.add(report, to: spool, output: options.junitOutput)
    case .scenarioFinished(let report):
      guard report.isFinal else { return }
      if let own = outside.removeValue(forKey: report.scenario.id) {
        guard report.outcome.isBad else { return }
        return try add(own.made(of: report), of: report.scenario)
      }
      try end(report.scenario.id.index, report.outcome, duration: report.duration)
    case .runFinished(let summary): self.summary = summary
    }
  }

  mutating func finish() throws(ReporterError) {
    for index in running.keys.sorted() { try end(index, nil, duration: 0) }
    try addMistakes()
    try addRunCases()
    let spool = try openSpool()
    let first = suites
    let ordered = suiteOrder.enumerated().sorted {
      let (left, right) = (first[$0.element]?.firstIndex, first[$1.element]?.firstIndex)
      return (left ?? .max, $0.offset) < (right ?? .max, $1.offset)
    }
    let document = JUnitDocument(
      dialect: options.junitDialect,
      paths: options.paths,
      run: run,
      duration: summary?.duration ?? max(0, latest - (run?.startedAt ?? latest)),
      suites: ordered.compactMap { suites[$0.element] },
      spool: spool
    )
    try document.write(to: writer)
    try writer.commit()
    self.spool = nil
  }
}

extension JUnitReporter {
  private mutating func openSpool() throws(ReporterError) -> ReportSpool {
    if let spool { return spool }
    let made = try writer.makeSpool()
    spool = made
    return made
  }

  private mutating func openSuite(
    of scenario: ScenarioDescription
  ) throws(ReporterError) -> String {
    let name = try openSuite(JUnitNames.suite(of: scenario), file: scenario.path)
    if scenario.kind == .scenario {
      suites[name]?.description = scenario.summary.map { SafeText.lines($0, limit: 10_000) }
    }
    return name
  }

  /// Adds the case of what runs before or after all scenarios.
  private mutating func add(
    _ own: JUnitCase,
    of scenario: ScenarioDescription
  ) throws(ReporterError) {
    let suite = try openSuite(of: scenario)
    suites[suite]?.add(own)
    let first = suites[suite]?.firstIndex ?? .max
    suites[suite]?.firstIndex = min(first, scenario.id.index)
    suites[suite]?.startedAt = scenario.startedAt
  }

  private mutating func openSuite(
    _ name: String,
    file: String?
  ) throws(ReporterError) -> String {
    if suites[name] == nil {
      let file = file.map(options.paths.path)
      suites[name] = JUnitSuite(name: name, file: file, spool: try openSpool())
      suiteOrder.append(name)
    }
    return name
  }

  private mutating func end(
    _ index: Int,
    _ outcome: ScenarioReport.Outcome?,
    duration: Double
  ) throws(ReporterError) {
    guard var scenario = running.removeValue(forKey: index) else { return }
    let name = JUnitNames.suite(of: scenario.description)
    guard var suite = suites[name] else { return }
    let spool = try openSpool()
    // Taken out while it changes, so that its list of scenarios is not copied.
    suites[name] = nil
    defer { suites[name] = suite }
    try scenario.end(outcome, duration: duration, in: &suite, spool)
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    guard diagnostic.severity == .error else { return }
    let name = diagnostic.path ?? JUnitNames.runSuite
    var known = mistakes[name] ?? (mistakes.count, diagnostic.range?.start.line ?? 1, [])
    guard known.texts.count < Self.diagnosticLimit else { return }
    known.texts.append(DiagnosticText.lines(of: diagnostic).joined(separator: "\n"))
    mistakes[name] = known
  }

  /// A case with an error for each file that cannot be understood.
  private mutating func addMistakes() throws(ReporterError) {
    for (path, (_, line, texts)) in mistakes.sorted(by: { $0.value.order < $1.value.order }) {
      let isRun = path == JUnitNames.runSuite
      let suite = try openSuite(path, file: isRun ? nil : path)
      let message = texts.first?.split(separator: "\n").first.map(String.init) ?? ""
      let place = SafeText.line(path, limit: 1_000)
      let body = ([message] + (isRun ? [] : ["  at \(place):\(line)"]) + [""] + texts)
      let problem = JUnitCase.Problem(
        type: "diagnostic",
        message: message,
        body: SafeText.withoutCommands(body.joined(separator: "\n"))
      )
      suites[suite]?.add(
        JUnitCase(
          name: isRun ? "options" : "the file can be understood",
          classname: isRun ? "curlew.run" : "\(JUnitNames.dotted(path)).file",
          line: line,
          startedAt: run?.startedAt ?? 0,
          milliseconds: 0,
          verdict: .error(problem)
        )
      )
    }
  }

  /// Cases about the run as a whole, so that nothing that was cut short or empty reads green.
  private mutating func addRunCases() throws(ReporterError) {
    if summary?.interrupted ?? true {
      let message = "the run was interrupted; what it did not reach is skipped"
      try addRunCase(
        "interrupted",
        .error(.init(type: "interrupted", message: message, body: message))
      )
    }
    let shortfalls = summary?.coverageShortfalls.map { SafeText.line($0, limit: 1_000) } ?? []
    if let first = shortfalls.first {
      let body = SafeText.withoutCommands(shortfalls.joined(separator: "\n"))
      try addRunCase(
        "coverage minimum",
        .failure(.init(type: "coverage", message: first, body: body))
      )
    }
    guard suites.values.allSatisfy({ $0.counts.tests == 0 }) else { return }
    let message = "nothing was run"
    try addRunCase(
      "empty run",
      options.allowsEmpty
        ? .skipped(message) : .error(.init(type: "empty", message: message, body: message))
    )
  }

  private mutating func addRunCase(
    _ name: String,
    _ verdict: JUnitCase.Verdict
  ) throws(ReporterError) {
    let suite = try openSuite(JUnitNames.runSuite, file: nil)
    suites[suite]?.add(
      JUnitCase(
        name: name,
        classname: "curlew.run",
        line: 1,
        startedAt: run?.startedAt ?? 0,
        milliseconds: 0,
        verdict: verdict
      )
    )
  }
}

extension ReporterDefinition {
  /// The report for CI systems.
  public static let junit = Self(
    name: "junit",
    showsRequests: true,
    make: { JUnitReporter(writer: $0, options: $1) }
  )
}
