import Documents
import RunEvents

/// Writes what a run exercised of its contracts as one JSON document.
///
/// ```json
/// {
///   "format": "curlew-coverage", "version": 1, "tool": {"name": "curlew", "version": "…"},
///   "run": {"id", "startedAt", "environment", "shard"} or null,
///   "interrupted": false, "coverageMinimum": "operations=100", "coverageShortfalls": ["…"],
///   "contracts": [{"path", "title", "coverage": {"operations": {"covered", "total"}, "responses", "parameters", "properties"},
///                  "violationCount", "warningCount", "undocumentedCount", "operations": […], "undocumented": […], "unusedIgnores": […]}]
/// }
/// ```
///
/// `curlew schema coverage` prints the JSON Schema of it. A contract stands there as in the `summary` of the JSON report.
struct CoverageReporter: Reporter {
  let writer: any ReportWriter
  private let options: ReporterOptions
  private var run: RunDescription?
  private var summary: RunSummary?

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - writer: gets the document.
  ///   - options: the version of the command.
  init(writer: any ReportWriter, options: ReporterOptions) {
    self.writer = writer
    self.options = options
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    switch event {
    case .runStarted(let run): self.run = run
    case .runFinished(let summary): self.summary = summary
    case .diagnostic, .scenarioStarted, .stepFinished, .scenarioFinished: break
    }
  }

  mutating func finish() throws(ReporterError) {
    let tool = JSONValue.members([("name", "curlew"), ("version", .string(options.version))])
    let head = JSONValue.members([
      ("format", "curlew-coverage"),
      ("version", 1),
      ("tool", tool),
      ("run", run.map(Self.run) ?? .null),
      ("interrupted", .bool(summary?.interrupted ?? true)),
    ])
    let contracts = summary?.contracts ?? []
    let document = head.adding(summary.map(ReportJSON.coverageFacts) ?? []).adding([
      ("contracts", .array(contracts.map(ReportJSON.contract)))
    ])
    try writer.write(document.serialized(.prettyPrinted) + [UInt8(ascii: "\n")])
    try writer.commit()
  }

  private static func run(_ run: RunDescription) -> JSONValue {
    .members([
      ("id", .string(run.id)),
      ("startedAt", .string(DateText.iso8601(run.startedAt))),
      ("environment", .text(run.environment)),
      ("shard", .text(run.shardText)),
    ])
  }
}

extension ReporterDefinition {
  /// What was exercised of contracts, for programs.
  public static let coverage = Self(
    name: "coverage",
    make: { CoverageReporter(writer: $0, options: $1) }
  )
}
