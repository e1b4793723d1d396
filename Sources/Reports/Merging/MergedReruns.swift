import RunEvents

/// Puts the reports of reruns behind those of the runs whose scenarios they run again.
///
/// The later verdict counts, and what was repaired is flaky, as with `--retries`. A rerun that did not run a scenario, or skipped one that ran before,
/// says nothing of it.
enum MergedReruns {
  /// What a scenario comes to with its reruns.
  struct Verdict {
    /// How it ended.
    var outcome: ScenarioReport.Outcome
    /// How it ended without them; `nil` for what only a rerun has.
    var original: JSONReportReader.Entry?
  }

  /// Makes sure that reports can be of reruns of others.
  ///
  /// - Parameters:
  ///   - reruns: the reports of reruns.
  ///   - readers: the others.
  /// - Throws: when one is given twice, began before the others or ran in another environment.
  static func check(
    _ reruns: [JSONReportReader],
    of readers: [JSONReportReader]
  ) throws(JSONReportError) {
    let runs = readers.flatMap { MergedShards.parts(of: $0.run) }
    var known: [String: String] = [:]
    for reader in readers {
      for part in MergedShards.parts(of: reader.run) { known[part.id] = reader.file.path }
    }
    let start = runs.map(\.startedAt).min() ?? 0
    let environments = Set(runs.map(\.environment))
    for reader in reruns {
      let path = reader.file.path
      for part in MergedShards.parts(of: reader.run) {
        if let other = known.updateValue(path, forKey: part.id) {
          throw JSONReportError(
            path: path,
            "is of the same run as \(other)",
            hint: "give each report once"
          )
        }
        guard part.startedAt >= start else {
          throw JSONReportError(
            path: path,
            "began before the run that it is given as a rerun of",
            hint: "give the first run alone, and later ones with --rerun"
          )
        }
        guard environments.contains(part.environment) else {
          let name = part.environment.map { "the environment \($0)" } ?? "no environment"
          throw JSONReportError(
            path: path,
            "is of a run in \(name), which the first one was not",
            hint: "the verdict of another environment does not take the place of the first"
          )
        }
      }
    }
  }

  /// Adds what a rerun came to to the scenarios that it has run again.
  ///
  /// - Parameters:
  ///   - again: its scenarios.
  ///   - reader: its report.
  ///   - scenarios: those of the runs before it.
  /// - Throws: when one of them is in no earlier report.
  static func add(
    _ again: [MergedOrder.Scenario],
    of reader: JSONReportReader,
    to scenarios: inout [MergedOrder.Scenario]
  ) throws(JSONReportError) {
    var places: [JSONReportReader.Key: [Int]] = [:]
    for place in scenarios.indices.reversed() {
      places[scenarios[place].first.key, default: []].append(place)
    }
    for scenario in again {
      let key = scenario.first.key
      // Scenarios that are alike, as rows of one label in reports of earlier versions, are taken in order.
      guard let place = places[key]?.popLast() else {
        throw reader.file.error(
          at: scenario.first.extent.offset,
          "the scenario \(scenario.first.title) (\(key.path):\(key.line)) is in no report of the first run",
          hint: "a rerun runs scenarios of the first run again, from the same files"
        )
      }
      scenarios[place].add(scenario)
    }
  }

  /// Adds what ran before or after a rerun.
  ///
  /// Where the first run has one of the kind, it was run again; of shards each has its own, and which of them was is not known.
  static func add(
    _ again: [MergedOrder.Scenario],
    toOutside scenarios: inout [MergedOrder.Scenario]
  ) {
    if scenarios.count == 1, again.count == 1 { return scenarios[0].add(again[0]) }
    for var scenario in again {
      let last = scenario.attempts[scenario.attempts.count - 1].entry
      scenario.rerun = Verdict(outcome: last.outcome, original: nil)
      scenarios.append(scenario)
    }
  }

  /// What a run comes to with its reruns.
  ///
  /// - Parameters:
  ///   - original: what it came to without.
  ///   - scenarios: all, with the verdicts of the reruns.
  ///   - reruns: the reports of the reruns.
  /// - Returns: the counts; the durations of all runs are added up.
  static func summary(
    _ original: RunSummary,
    _ scenarios: [MergedOrder.Scenario],
    _ reruns: [JSONReportReader]
  ) -> RunSummary {
    var summary = original
    for scenario in scenarios {
      guard let verdict = scenario.rerun else { continue }
      let earlier = verdict.original.flatMap { $0.isFinal ? $0 : nil }
      let last = scenario.attempts[scenario.attempts.count - 1].entry
      guard last.kind == .scenario else {
        let repaired = earlier?.outcome.isBad == true ? 1 : 0
        let broken = verdict.outcome.isBad ? 1 : 0
        summary.failedOutsideCount = max(0, summary.failedOutsideCount - repaired) + broken
        continue
      }
      if let earlier {
        var counts = RunSummary.Counts()
        counts.count(earlier.outcome)
        summary.scenarios.add(counts, times: -1)
        summary.steps.add(earlier.steps, times: -1)
      }
      summary.scenarios.count(verdict.outcome)
      summary.steps.add(last.steps)
    }
    for reader in reruns {
      let part = reader.summary
      summary.requestCount = min(summary.requestCount + part.requestCount, 1 << 60)
      summary.connectionCount = min(summary.connectionCount + part.connectionCount, 1 << 60)
      summary.unreadableFileCount = max(summary.unreadableFileCount, part.unreadableFileCount)
      summary.latencies.merge(part.latencies)
      summary.duration += part.duration
      summary.interrupted = summary.interrupted || part.interrupted
      MergedContracts.add(part, to: &summary)
    }
    return summary
  }
}

extension MergedOrder.Scenario {
  /// Takes what a rerun came to; what was seen to go wrong is not forgotten.
  fileprivate mutating func add(_ again: MergedOrder.Scenario) {
    let original = attempts[attempts.count - 1].entry
    let earlier = rerun?.outcome ?? original.outcome
    let later = again.attempts[again.attempts.count - 1].entry.outcome
    let outcome: ScenarioReport.Outcome
    switch (earlier, later) {
    case (_, .failed), (_, .errored), (_, .flaky): outcome = later
    case (.failed, .passed), (.errored, .passed): outcome = .flaky
    case (.notRun, .passed), (.skipped, .passed), (.notRun, .skipped): outcome = later
    case (.passed, .passed), (.flaky, .passed), (_, .skipped), (_, .notRun): return
    }
    rerun = MergedReruns.Verdict(
      outcome: outcome,
      original: rerun == nil ? original : rerun?.original
    )
    // As with --retries, what went wrong stands before its result.
    attempts = attempts.filter(\.entry.outcome.isBad) + again.attempts
  }
}
