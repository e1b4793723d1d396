import Documents
import RunEvents

/// Writes a run as one page for a browser, with its data, style and script inside; it loads nothing from anywhere.
///
/// The data stand in script elements as JSON: `data-run` with the run, what it comes to and mistakes in files, `data-coverage` with what was exercised
/// of contracts, `data-index` with a row for each
/// attempt at a scenario, and `data-INDEX.ATTEMPT` with the scenario and its steps in the form of the JSON report. The page reads a scenario only when
/// somebody looks at it. Steps have besides `at`, the moment they began in seconds since 1970.
struct HTMLReporter: Reporter {
  private static let diagnosticLimit = 1_000

  let writer: any ReportWriter
  private let options: ReporterOptions
  private var scenarios: ScenarioJSONSpool?
  private var rows: ScenarioSpool?
  private var running: [ScenarioDescription.ID: HTMLRow] = [:]
  private var bodies = HTMLBodies()
  private var run: RunDescription?
  private var summary: RunSummary?
  private var diagnostics: [JSONValue] = []

  /// Makes a reporter.
  init(writer: any ReportWriter, options: ReporterOptions) {
    self.writer = writer
    self.options = options
  }

  mutating func prepare() throws(ReporterError) {
    try writer.prepare()
    guard scenarios == nil else { return }
    let spool = try writer.makeSpool()
    scenarios = ScenarioJSONSpool(spool, encode: ScriptData.bytes) { report in
      [("at", .seconds(report.startedAt))]
    }
    rows = ScenarioSpool(spool)
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    try prepare()
    switch event {
    case .runStarted(let run): self.run = run
    case .diagnostic(let diagnostic):
      guard diagnostics.count < Self.diagnosticLimit else { return }
      diagnostics.append(ReportJSON.diagnostic(diagnostic))
    case .scenarioStarted(let scenario):
      running[scenario.id] = HTMLRow(scenario)
      try scenarios?.start(scenario)
    case .stepFinished(let report):
      guard running[report.scenario] != nil else { return }
      running[report.scenario]?.add(report)
      try scenarios?.add(bodies.cut(report))
    case .scenarioFinished(let report):
      try end(report.scenario.id, report.outcome, duration: report.duration)
      try scenarios?.end(report)
    case .runFinished(let summary): self.summary = summary
    }
  }

  mutating func finish() throws(ReporterError) {
    try prepare()
    for id in running.keys.sorted() { try end(id, nil, duration: 0) }
    try scenarios?.endAll()
    for part in HTMLPage.parts {
      switch part {
      case .text(let text): try writer.write(text)
      case .place("policy"): try writer.write(try HTMLPage.policy())
      case .place("style"): try writer.write(HTMLPage.style)
      case .place("script"): try writer.write(HTMLPage.script)
      case .place("data"): try writeData()
      case .place(let name):
        throw ReporterError("the page has a place \"\(name)\" that nothing fills")
      }
    }
    try writer.commit()
    scenarios = nil
    rows = nil
  }
}

extension HTMLReporter {
  private mutating func end(
    _ id: ScenarioDescription.ID,
    _ outcome: ScenarioReport.Outcome?,
    duration: Double
  ) throws(ReporterError) {
    guard let row = running.removeValue(forKey: id) else { return }
    try rows?.append(ScriptData.bytes(of: row.json(outcome, duration: duration)), to: id)
    try rows?.close(id)
  }

  private mutating func writeData() throws(ReporterError) {
    let head = JSONValue.members([
      ("version", .string(options.version)),
      ("run", run.map(ReportJSON.run) ?? .null),
      ("summary", summary.map { ReportJSON.summary($0, withContracts: false) } ?? .null),
      ("diagnostics", .array(diagnostics)),
      ("failsOnFlaky", .bool(options.failsOnFlaky)),
    ])
    let writer = writer
    try Self.open("data-run", writer)
    try writer.write(ScriptData.bytes(of: head))
    try Self.close(writer)
    if let contracts = summary?.contracts, !contracts.isEmpty {
      try Self.open("data-coverage", writer)
      let coverage = JSONValue.members([("contracts", .array(contracts.map(ReportJSON.contract)))])
      try writer.write(ScriptData.bytes(of: coverage))
      try Self.close(writer)
    }
    try Self.open("data-index", writer)
    try writer.write("[")
    var isFirst = true
    try rows?.forEachScenario { (pieces) throws(ReporterError) in
      try writer.write(isFirst ? "\n" : ",\n")
      isFirst = false
      try pieces.readEach { (_, bytes) throws(ReporterError) in try writer.write(bytes) }
    }
    try writer.write("\n]")
    try Self.close(writer)
    try scenarios?.forEachScenario { (id, _, write) throws(ReporterError) in
      try Self.open("data-\(id.index).\(id.attempt)", writer)
      try write(writer)
      try Self.close(writer)
    }
  }

  private static func open(_ id: String, _ writer: any ReportWriter) throws(ReporterError) {
    try writer.write("<script type=\"application/json\" id=\"\(id)\">")
  }

  private static func close(_ writer: any ReportWriter) throws(ReporterError) {
    try writer.write("</script>\n")
  }
}

extension ReporterDefinition {
  /// The report for a browser.
  public static let html = Self(
    name: "html",
    needsEverything: true,
    make: { HTMLReporter(writer: $0, options: $1) }
  )
}
