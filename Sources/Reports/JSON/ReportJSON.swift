import Diagnostics
import Documents
import RunEvents

/// What a report knows of a run, a scenario and a mistake, as JSON; `ReportJSON+Step.swift` has the steps.
enum ReportJSON {
  /// `RunDescription`.
  static func run(_ run: RunDescription) -> JSONValue {
    .members([
      ("id", .string(run.id)),
      // A JavaScript number would lose digits of it.
      ("seed", .string(String(run.seed))),
      ("startedAt", .string(DateText.iso8601(run.startedAt))),
      ("environment", .text(run.environment)),
      (
        "shard",
        run.shard.map { shard in
          .members([
            ("index", .int(shard.index)), ("total", .int(shard.total)),
            ("selectedCount", shard.selectedCount.map(JSONValue.int)),
          ])
        }
      ),
      ("hostname", .string(run.hostname)),
      ("jobs", .int(run.jobs)),
      ("scenarioCount", .int(run.scenarioCount)),
      ("foundCount", .int(run.foundCount)),
      ("stepCount", .int(run.stepCount)),
      ("command", .array(run.command.map(JSONValue.string))),
      ("failsOnFlaky", .bool(run.failsOnFlaky)),
      ("allowsEmpty", .bool(run.allowsEmpty)),
      ("parts", run.parts.isEmpty ? .none : .array(run.parts.map(self.run))),
    ])
  }

  /// `RunSummary`.
  ///
  /// - Parameters:
  ///   - summary: what the run comes to.
  ///   - withContracts: whether it lists what was exercised of each contract.
  /// - Returns: an object.
  static func summary(_ summary: RunSummary, withContracts: Bool = true) -> JSONValue {
    JSONValue.members([
      ("scenarios", counts(summary.scenarios)),
      ("steps", counts(summary.steps)),
      ("requestCount", .int(summary.requestCount)),
      ("connectionCount", .int(summary.connectionCount)),
      ("runErrorCount", .int(summary.runErrorCount)),
      ("unreadableFileCount", .int(summary.unreadableFileCount)),
      ("duration", .seconds(summary.duration)),
      ("interrupted", .bool(summary.interrupted)),
      ("latency", latency(summary.latencies)),
    ])
    .adding(coverageFacts(summary))
    .adding([
      (
        "contracts",
        !withContracts || summary.contracts.isEmpty
          ? nil : .array(summary.contracts.map(contract))
      )
    ])
  }

  /// `Diagnostic`.
  static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
    .members([
      ("severity", .string(diagnostic.severity.rawValue)),
      ("message", .string(diagnostic.message)),
      ("path", diagnostic.range == nil ? .text(diagnostic.path) : nil),
      ("place", diagnostic.range.map(place)),
      ("hint", .text(diagnostic.hint)),
      ("suggestion", .text(diagnostic.suggestion)),
    ])
  }

  /// `ScenarioDescription`, without its steps.
  static func scenario(_ scenario: ScenarioDescription) -> JSONValue {
    .members([
      ("index", .int(scenario.id.index)),
      ("attempt", .int(scenario.id.attempt)),
      ("kind", .string(scenario.kind.rawValue)),
      ("name", .string(scenario.name)),
      ("title", .string(scenario.title)),
      ("path", .string(scenario.path)),
      ("place", place(scenario.range)),
      ("description", .text(scenario.summary)),
      ("tags", .array(scenario.tags.map(JSONValue.string))),
      ("row", .text(scenario.row)),
      ("rowNumber", scenario.rowNumber.map(JSONValue.int)),
      ("rowPlace", scenario.rowRange.map(place)),
      ("rowValues", .text(scenario.rowValues)),
      ("turn", scenario.turn.map(JSONValue.int)),
      ("startedAt", .string(DateText.iso8601(scenario.startedAt))),
      ("stepCount", .int(scenario.steps.count)),
    ])
  }

  /// How a scenario ended.
  static func ending(_ report: ScenarioReport) -> [(String, JSONValue?)] {
    [
      ("outcome", .string(report.outcome.name)),
      ("reason", .text(report.outcome.reason)),
      ("duration", .seconds(report.duration)),
      ("isFinal", .bool(report.isFinal)),
    ]
  }

  /// A stretch of a file with the text of its first line, columns and lines from 1; a long line is cut around the stretch.
  static func place(_ range: SourceRange) -> JSONValue {
    let (start, end) = (range.start, range.end)
    let line = range.line(cutTo: 2_000)
    return .members([
      ("path", .string(range.file.path)),
      ("line", .int(start.line)),
      ("column", .int(start.column)),
      ("endLine", .int(end.line)),
      ("endColumn", .int(end.column)),
      ("source", .string(line.text)),
      ("sourceColumn", line.column == 1 ? nil : .int(line.column)),
    ])
  }

  private static func counts(_ counts: RunSummary.Counts) -> JSONValue {
    .members(RunSummary.Counts.members.map { ($0.name, .int(counts[keyPath: $0.count])) })
  }

  private static func latency(_ latencies: LatencyHistogram) -> JSONValue {
    let buckets = latencies.counts.enumerated().filter { $0.element > 0 }.map { index, count in
      JSONValue.array([.seconds(LatencyHistogram.upperBound(of: index)), .int(count)])
    }
    return .members([
      ("count", .int(latencies.count)),
      ("sum", .seconds(latencies.sum)),
      ("maximum", .seconds(latencies.maximum)),
      ("p50", latencies.percentile(0.5).map(JSONValue.seconds)),
      ("p95", latencies.percentile(0.95).map(JSONValue.seconds)),
      ("p99", latencies.percentile(0.99).map(JSONValue.seconds)),
      ("buckets", .array(buckets)),
    ])
  }
}

extension RunSummary.Counts {
  /// The counts with their names in a report.
  static let members: [(name: String, count: any WritableKeyPath<Self, Int> & Sendable)] = [
    ("passed", \.passed), ("failed", \.failed), ("errored", \.errored), ("skipped", \.skipped),
    ("flaky", \.flaky), ("notRun", \.notRun),
  ]
}
