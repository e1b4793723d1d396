import Documents
import RunEvents

/// Writes a run as one JSON document, for programs and for `--rerun-failed`, `--shard-times` and `merge`.
///
/// ```json
/// {
///   "format": "curlew-report", "version": 1, "tool": {"name": "curlew", "version": "…"},
///   "run": {"id", "seed" (text), "startedAt", "environment", "shard": {"index", "total"}, "hostname", "jobs",
///           "scenarioCount", "foundCount", "stepCount", "command", "failsOnFlaky", "allowsEmpty",
///           "parts": the runs that were merged},
///   "summary": {"scenarios": {"passed", "failed", "errored", "skipped", "flaky", "notRun"}, "steps": {…}, "runErrorCount",
///               "requestCount", "connectionCount", "unreadableFileCount", "duration", "interrupted",
///               "latency": {"count", "sum", "maximum", "p50", "p95", "p99", "buckets": [[upper bound, count]]},
///               "contracts": [{"path", "title", "coverage", "operations", …}], "coverageMinimum", "coverageShortfalls", "isPart"},
///   "diagnostics": [{"severity", "message", "place" or "path", "hint", "suggestion"}],
///   "scenarios": [{"index", "attempt", "kind", "name", "title", "path", "place", "description", "tags", "row", "rowNumber", "turn", "startedAt",
///                  "stepCount", "outcome", "reason", "duration", "isFinal",
///                  "steps": [{"index", "phase", "name", "action", "place", "result", "assertions", "fault" or "reason",
///                             "startedAt", "duration", "attemptCount",
///                             "attempts": [{"turn", "number", "result", "startedAt", "duration", "exchange",
///                                           "assertionCount", "assertions"}],
///                             "captures": [{"name", "value"}], "logs"}]}]
/// }
/// ```
///
/// An assertion has `verdict` (`holds`, `fails`, `warns`, `not evaluated`, `errored`), `subject`, `expected`, `actual`, `message`, `place`, `excerpt`,
/// `differences`, `parts`; one of a contract has `isOfContract` and `documentPlace`, its place in the contract. A place has `path`, `line`, `column`, `endLine`, `endColumn` (from 1) and `source`, the text of its line; a long line is cut around the place and starts at `sourceColumn`. An exchange has
/// `request` and `response` (`fields` as pairs, `body` with `text` or `base64`, `count`, `mediaType`, `isCut`) and `timings`. Durations are
/// seconds, moments RFC 3339. A member that does not apply is absent; `summary` is `null` when the run was cut short. Scenarios stand in the
/// order of the source, each attempt as one of its own, with all steps it has. `curlew schema report` prints the JSON Schema of all this.
struct JSONReporter: Reporter {
  private static let diagnosticLimit = 1_000

  let writer: any ReportWriter
  private let options: ReporterOptions
  private var scenarios: ScenarioJSONSpool?
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
    scenarios = ScenarioJSONSpool(try writer.makeSpool(), encode: { $0.serialized() })
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    try prepare()
    switch event {
    case .runStarted(let run): self.run = run
    case .diagnostic(let diagnostic):
      guard diagnostics.count < Self.diagnosticLimit else { return }
      diagnostics.append(ReportJSON.diagnostic(diagnostic))
    case .scenarioStarted(let scenario): try scenarios?.start(scenario)
    case .stepFinished(let report): try scenarios?.add(report)
    case .scenarioFinished(let report): try scenarios?.end(report)
    case .runFinished(let summary): self.summary = summary
    }
  }

  mutating func finish() throws(ReporterError) {
    try prepare()
    try scenarios?.endAll()
    try writeHead()
    try writeScenarios()
    try writer.write("\n]}\n")
    try writer.commit()
    scenarios = nil
  }
}

extension JSONReporter {
  private func writeHead() throws(ReporterError) {
    let tool = JSONValue.members([("name", "curlew"), ("version", .string(options.version))])
    let members: [(String, JSONValue)] = [
      ("format", "curlew-report"), ("version", 1), ("tool", tool),
      ("run", run.map(ReportJSON.run) ?? .null),
      ("summary", summary.map { ReportJSON.summary($0) } ?? .null),
      ("diagnostics", .array(diagnostics)),
    ]
    try writer.write("{")
    for (name, value) in members {
      try writer.write("\"\(name)\":")
      try writer.write(value.serialized())
      try writer.write(",\n")
    }
    try writer.write("\"scenarios\":[")
  }

  private mutating func writeScenarios() throws(ReporterError) {
    let writer = writer
    try scenarios?.forEachScenario { (_, number, write) throws(ReporterError) in
      try writer.write(number > 0 ? ",\n" : "\n")
      try write(writer)
    }
  }
}

extension ReporterDefinition {
  /// The report for programs.
  public static let json = Self(
    name: "json",
    needsEverything: true,
    make: { JSONReporter(writer: $0, options: $1) }
  )
}
