public import Diagnostics
import Documents
public import RunEvents

/// Joins the JSON reports of the shards of a suite into one line of events, from which every report can be written.
///
/// Scenarios come in the order in which one run has them: by their place in the plan where the reports number them through, else by their files.
/// Memory does not grow with what the reports hold, only a little with how many scenarios there are.
///
/// ```swift
/// let merger = try ReportMerger(paths: ["shard-1.json", "shard-2.json"])
/// try merger.replay { reporters.consume($0) }
/// ```
public struct ReportMerger {
  /// The run that the reports tell of together.
  public let run: RunDescription
  /// What it comes to.
  public let summary: RunSummary
  /// Mistakes in files, each once.
  public let diagnostics: [Diagnostic]

  private let readers: [JSONReportReader]
  private let scenarios: [MergedOrder.Scenario]

  /// Reads reports and proves that they belong together.
  ///
  /// - Parameters:
  ///   - paths: the reports, at least one.
  ///   - allowsMissing: whether shards may be missing.
  /// - Throws: the first thing that is wrong, with its place.
  public init(paths: [String], allowsMissing: Bool = false) throws(JSONReportError) {
    var readers: [JSONReportReader] = []
    for path in paths {
      let reader = try JSONReportReader(path: path)
      if let other = readers.first(where: { $0.file.isSame(as: path) }) {
        throw JSONReportError(.duplicate, "\(other.file.path) and \(path) are the same file")
      }
      readers.append(reader)
    }
    try MergedShards.check(readers, allowsMissing: allowsMissing)
    self.readers = readers
    scenarios = try MergedOrder.scenarios(of: readers)
    var known: Set<String> = []
    // Each shard reads all files, so each reports all mistakes.
    diagnostics = readers.flatMap(\.diagnostics).filter {
      known.insert(ReportJSON.diagnostic($0).serializedText()).inserted
    }
    run = MergedShards.run(of: readers)
    summary = MergedShards.summary(of: readers)
  }

  /// Whether a path leads to one of the reports, which must not be written over.
  public func reads(_ path: String) -> Bool {
    readers.contains { $0.file.isSame(as: path) }
  }

  /// Reports everything as if it were one run.
  ///
  /// - Parameter consume: gets the events in line, those of a scenario together.
  /// - Throws: when a report has changed since it was read.
  public func replay(_ consume: (Event) -> Void) throws(JSONReportError) {
    consume(.runStarted(run))
    for diagnostic in diagnostics { consume(.diagnostic(diagnostic)) }
    for scenario in scenarios {
      let reader = readers[scenario.report]
      for entry in scenario.attempts {
        let reported = try reader.scenario(reader.entries[entry])
        for event in reported.events(index: scenario.index) { consume(event) }
      }
    }
    consume(.runFinished(summary))
  }
}

@available(*, unavailable)
extension ReportMerger: Sendable {}
