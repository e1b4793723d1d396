public import Diagnostics
import Documents
public import RunEvents

/// Joins the JSON reports of the shards of a suite into one line of events, from which every report can be written.
///
/// Scenarios come in the order in which one run has them: by their place in the plan where the reports number them through, else by their files.
/// Memory does not grow with what the reports hold, only a little with how many scenarios there are. Reports of reruns stand behind: of a scenario that
/// was run again the later verdict counts, and one that was repaired is flaky.
///
/// ```swift
/// let merger = try ReportMerger(paths: ["shard-1.json", "shard-2.json"])
/// try merger.replay { reporters.consume($0) }
/// ```
public struct ReportMerger {
  /// The run that the reports tell of together.
  public let run: RunDescription
  /// What it comes to; whoever merges may ask for another coverage minimum than the runs did.
  public var summary: RunSummary
  /// Mistakes in files, each once.
  public let diagnostics: [Diagnostic]

  /// The paths of reports of reruns that hold no scenario.
  public let emptyReruns: [String]

  private let readers: [JSONReportReader]
  private let scenarios: [MergedOrder.Scenario]

  /// Reads reports and proves that they belong together.
  ///
  /// - Parameters:
  ///   - paths: the reports, at least one.
  ///   - reruns: the reports of reruns, in any order: the one that began last counts.
  ///   - allowsMissing: whether shards may be missing.
  /// - Throws: the first thing that is wrong, with its place.
  public init(
    paths: [String],
    reruns: [String] = [],
    allowsMissing: Bool = false
  ) throws(JSONReportError) {
    var readers: [JSONReportReader] = []
    for path in paths + reruns {
      let reader = try JSONReportReader(path: path)
      if let other = readers.first(where: { $0.file.isSame(as: path) }) {
        throw JSONReportError("\(other.file.path) and \(path) are the same file")
      }
      readers.append(reader)
    }
    let first = Array(readers.prefix(paths.count))
    let again = readers.dropFirst(paths.count).sorted { $0.run.startedAt < $1.run.startedAt }
    try MergedShards.check(first, allowsMissing: allowsMissing)
    try MergedReruns.check(again, of: first)
    try MergedContracts.check(readers)
    self.readers = first + again
    scenarios = try MergedOrder.scenarios(of: first, reruns: again)
    emptyReruns = again.filter { reader in
      !reader.entries.contains { $0.kind == .scenario }
    }.map(\.file.path)
    var known: Set<String> = []
    // Each shard reads all files, so each reports all mistakes.
    diagnostics = readers.flatMap(\.diagnostics).filter {
      known.insert(ReportJSON.diagnostic($0).serializedText()).inserted
    }
    var run = MergedShards.run(of: first)
    run.parts += again.flatMap { MergedShards.parts(of: $0.run) }
    run.failsOnFlaky = readers.contains(where: \.run.failsOnFlaky)
    self.run = run
    summary = MergedReruns.summary(MergedShards.summary(of: first), scenarios, again)
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
      for (number, attempt) in scenario.attempts.enumerated() {
        var reported = try readers[attempt.report].scenario(attempt.entry)
        if let verdict = scenario.rerun {
          reported.description.id.attempt = number + 1
          reported.isFinal = number == scenario.attempts.count - 1
          if reported.isFinal { reported.outcome = verdict.outcome }
        }
        for event in reported.events(index: scenario.index) { consume(event) }
      }
    }
    consume(.runFinished(summary))
  }
}

@available(*, unavailable)
extension ReportMerger: Sendable {}
