import Documents
public import RunEvents

/// Writes a run as one JSON document, for programs and for `--rerun-failed`, `--shard-times` and `merge`.
///
/// ```json
/// {
///   "format": "curlew-report", "version": 1, "tool": {"name": "curlew", "version": "…"},
///   "run": {"id", "seed" (text), "startedAt", "environment", "shard": {"index", "total"}, "hostname", "jobs",
///           "scenarioCount", "foundCount", "stepCount", "command", "parts": the runs that were merged},
///   "summary": {"scenarios": {"passed", "failed", "errored", "skipped", "flaky", "notRun"}, "steps": {…},
///               "requestCount", "connectionCount", "unreadableFileCount", "duration", "interrupted",
///               "latency": {"count", "sum", "maximum", "p50", "p95", "p99", "buckets": [[upper bound, count]]}},
///   "diagnostics": [{"severity", "message", "place" or "path", "hint", "suggestion"}],
///   "scenarios": [{"index", "attempt", "kind", "name", "title", "path", "place", "tags", "row", "turn", "startedAt",
///                  "stepCount", "outcome", "reason", "duration", "isFinal",
///                  "steps": [{"index", "phase", "name", "action", "place", "result", "assertions", "fault" or "reason",
///                             "startedAt", "duration", "attemptCount",
///                             "attempts": [{"turn", "number", "result", "startedAt", "duration", "exchange",
///                                           "assertionCount", "assertions"}],
///                             "captures": [{"name", "value"}], "logs"}]}]
/// }
/// ```
///
/// An assertion has `verdict` (`holds`, `fails`, `not evaluated`, `errored`), `subject`, `expected`, `actual`, `message`, `place`, `excerpt`,
/// `differences`, `parts`. A place has `path`, `line`, `column`, `endLine`, `endColumn` (from 1) and `source`, the text of its line. An exchange has
/// `request` and `response` (`fields` as pairs, `body` with `text` or `base64`, `count`, `mediaType`, `isCut`) and `timings`. Durations are
/// seconds, moments RFC 3339. A member that does not apply is absent; `summary` is `null` when the run was cut short. Scenarios stand in the
/// order of the source, each attempt as one of its own, with all steps it has. `curlew schema report` prints the JSON Schema of all this.
public struct JSONReporter: Reporter {
  private static let diagnosticLimit = 1_000

  private let writer: any ReportWriter
  private let options: ReporterOptions
  private var spool: ScenarioSpool?
  private var running: [ScenarioDescription.ID: Running] = [:]
  private var run: RunDescription?
  private var summary: RunSummary?
  private var diagnostics: [JSONValue] = []

  /// Makes a reporter.
  public init(writer: any ReportWriter, options: ReporterOptions = ReporterOptions()) {
    self.writer = writer
    self.options = options
  }

  public mutating func prepare() throws(ReporterError) {
    try writer.prepare()
    if spool == nil { spool = ScenarioSpool(try writer.makeSpool()) }
  }

  public mutating func consume(_ event: Event) throws(ReporterError) {
    try prepare()
    switch event {
    case .runStarted(let run): self.run = run
    case .diagnostic(let diagnostic):
      guard diagnostics.count < Self.diagnosticLimit else { return }
      diagnostics.append(ReportJSON.diagnostic(diagnostic))
    case .scenarioStarted(let scenario):
      running[scenario.id] = Running(description: scenario)
      try spool?.append(ReportJSON.scenario(scenario).serialized(), to: scenario.id)
    case .stepFinished(let report):
      guard running[report.scenario] != nil else { return }
      running[report.scenario]?.told.insert(report.step.index)
      try spool?.append(ReportJSON.step(report).serialized(), to: report.scenario)
    case .scenarioFinished(let report):
      guard running.removeValue(forKey: report.scenario.id) != nil else { return }
      let ending = JSONValue.members(ReportJSON.ending(report))
      try spool?.append(ending.serialized(), to: report.scenario.id)
    case .runFinished(let summary): self.summary = summary
    }
  }

  public mutating func finish() throws(ReporterError) {
    try prepare()
    let cut = JSONValue.members([
      ("outcome", "not run"), ("reason", "the run was cut short"), ("isFinal", true),
    ])
    for (id, scenario) in running.sorted(by: { $0.key < $1.key }) {
      for step in scenario.untold { try spool?.append(ReportJSON.step(step).serialized(), to: id) }
      try spool?.append(cut.serialized(), to: id)
    }
    running = [:]
    try writeHead()
    try writeScenarios()
    try writer.write("\n]}\n")
    try writer.commit()
    spool = nil
  }

  public mutating func abort() {
    spool = nil
    writer.discard()
  }
}

extension JSONReporter {
  /// A scenario that has not ended yet.
  private struct Running {
    var description: ScenarioDescription
    /// The steps that were told of.
    var told: Set<Int> = []

    /// The other steps, so that a report of a run that was cut short has them, too.
    var untold: [StepReport] {
      description.steps.filter { !told.contains($0.index) }.map { step in
        StepReport(
          scenario: description.id,
          step: step,
          result: .skipped(reason: "the run was cut short"),
          startedAt: description.startedAt,
          duration: 0
        )
      }
    }
  }

  private func writeHead() throws(ReporterError) {
    let tool = JSONValue.members([("name", "curlew"), ("version", .string(options.version))])
    let members: [(String, JSONValue)] = [
      ("format", "curlew-report"), ("version", 1), ("tool", tool),
      ("run", run.map(ReportJSON.run) ?? .null),
      ("summary", summary.map(ReportJSON.summary) ?? .null),
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

  private func writeScenarios() throws(ReporterError) {
    guard let spool else { return }
    for (number, id) in spool.scenarios.enumerated() {
      let last = spool.count(of: id) - 1
      try writer.write(number > 0 ? ",\n" : "\n")
      try spool.forEachPiece(of: id) { (index, bytes) throws(ReporterError) in
        // Head, steps and ending are three objects in the spool and one in the report.
        switch index {
        case 0:
          try writer.write(Array(bytes.dropLast()))
          try writer.write(",\"steps\":[")
        case last:
          try writer.write("],")
          try writer.write(Array(bytes.dropFirst()))
        default:
          try writer.write(index > 1 ? ",\n" : "\n")
          try writer.write(bytes)
        }
      }
    }
  }
}

extension ReporterDefinition {
  /// The report for programs.
  public static let json = Self(
    name: "json",
    summary: "The whole run as one JSON document.",
    needsEverything: true,
    make: { JSONReporter(writer: $0, options: $1) }
  )
}

@available(*, unavailable)
extension JSONReporter: Sendable {}
