import Diagnostics
import RunEvents

/// Narrows what could run to what is asked for: what an earlier run left, this shard's part, in the order asked for.
struct RunSelection {
  private static let maximumTold = 20

  let options: RunOptions
  /// All files that were found, the deselected ones and those with mistakes included.
  let files: [EarlierRuns.File]

  /// Keeps the runs that earlier reports say failed, errored or were not run.
  ///
  /// - Parameters:
  ///   - runs: in the order of the source.
  ///   - rows: for each file whose rows are known all of them, selected or not.
  ///   - diagnostics: gets a warning for each that is not there any more.
  func keepFailed(
    _ runs: inout [PlannedRun],
    rows: [String: PlannedRows?],
    _ diagnostics: inout [Diagnostic]
  ) {
    guard !options.rerun.isEmpty else { return }
    let earlier = EarlierRuns(files, tellsTurns: options.repeats > 1)
    var wanted: Set<WantedRow> = []
    var labelled: [String: [String: Int]] = [:]
    var files: Set<String> = []
    for report in options.rerun {
      var missing: [String] = []
      for scenario in report.scenarios where scenario.wantsRerun {
        guard let key = earlier.key(of: scenario) else {
          missing.append(Self.title(of: scenario))
          continue
        }
        // Of a file with mistakes, and of one without the tags asked for, no rows are known.
        guard let known = rows[key.file] else { continue }
        if let known, labelled[key.file] == nil { labelled[key.file] = known.indices }
        let index = key.row.map { labelled[key.file]?[$0] } ?? (known == nil ? 0 : nil)
        guard let index else {
          missing.append(Self.title(of: scenario))
          continue
        }
        var row = WantedRow.Row.number(index)
        // It has moved: which it was of those that are called so but for a number is not known.
        if let known, scenario.rowNumber != index + 1 {
          row = .labelled(known.sharedLabel(at: index))
        }
        wanted.insert(WantedRow(file: key.file, row: row, turn: key.turn))
      }
      diagnostics += Self.warnings(of: missing, in: report)
      // Nothing of a file with mistakes was run, and nothing at all when they were in what all share.
      if report.scenarios.isEmpty, !report.unreadable.isEmpty { return }
      files.formUnion(report.unreadable.compactMap(earlier.identity))
    }
    runs.removeAll { run in
      if files.contains(run.scenario.identity) { return false }
      let label = run.rows?.sharedLabel(at: run.rowIndex) ?? ""
      return !WantedRow.all(run.rowIndex, label, run.scenario.identity, run.turn)
        .contains { wanted.contains($0) }
    }
  }

  /// A row that is to be run again.
  private struct WantedRow: Hashable {
    /// The file, relative to the project's folder.
    var file: String
    /// Which of its rows it is.
    var row: Row
    /// The number of the repeat; `nil` for all of them.
    var turn: Int?

    /// Which row of a scenario is meant.
    enum Row: Hashable {
      /// The one at a place; 0 without rows.
      case number(Int)
      /// All with a label, the numbers that tell them apart left out.
      case labelled(String)
    }

    /// All by which a run can be meant.
    static func all(_ index: Int, _ label: String, _ file: String, _ turn: Int?) -> [Self] {
      [Row.number(index), .labelled(label)].flatMap { row in
        [turn, nil].map { Self(file: file, row: row, turn: $0) }
      }
    }
  }

  /// Gives each run its place in the selection, and keeps those of this shard.
  func keepShard(_ runs: inout [PlannedRun]) {
    for index in runs.indices { runs[index].index = index }
    guard let shard = options.shard, shard.total > 1 else { return }
    let durations = earlierDurations()
    let parts = ShardSplit(total: shard.total).parts(
      of: runs.map { run in
        ShardSplit.Run(
          key: .init(file: run.scenario.identity, row: run.rowIndex, turn: run.turn ?? 0),
          duration: durations[run.earlierKey] ?? durations[run.earlierKey.withoutTurn]
        )
      }
    )
    runs = zip(runs, parts).filter { $0.1 == shard.index }.map(\.0)
  }

  /// How long each run took; of equal ones the mean.
  private func earlierDurations() -> [EarlierRuns.Key: Double] {
    let earlier = EarlierRuns(files, tellsTurns: options.repeats > 1)
    var sums: [EarlierRuns.Key: (duration: Double, count: Double)] = [:]
    for report in options.shardTimes {
      for scenario in report.scenarios where scenario.outcome != "not run" {
        guard let key = earlier.key(of: scenario) else { continue }
        sums[key, default: (0, 0)].duration += scenario.duration
        sums[key, default: (0, 0)].count += 1
      }
    }
    return sums.mapValues { $0.duration / $0.count }
  }

  private static func title(of scenario: EarlierReport.Scenario) -> String {
    var title = "\(scenario.path) \"\(scenario.name)\""
    if let row = scenario.row { title += " [\(row)]" }
    if let turn = scenario.turn { title += " #\(turn)" }
    return title
  }

  private static func warnings(of missing: [String], in report: EarlierReport) -> [Diagnostic] {
    var warnings = missing.prefix(maximumTold).map { title in
      Diagnostic(
        .warning,
        "\(title) did not pass, and is not among the scenarios given any more",
        at: .file(path: report.path)
      )
    }
    if missing.count > maximumTold {
      warnings.append(
        Diagnostic(
          .warning,
          "\(missing.count - maximumTold) more did not pass, and are not there any more",
          at: .file(path: report.path)
        )
      )
    }
    return warnings
  }
}

extension EarlierRuns.Key {
  /// The same, whichever repeat it is.
  var withoutTurn: Self { Self(file: file, row: row) }
}

extension PlannedRun {
  /// What earlier reports call it.
  var earlierKey: EarlierRuns.Key {
    .init(file: scenario.identity, row: label, turn: turn)
  }
}

extension PlannedRows {
  /// The places of the rows by their labels.
  fileprivate var indices: [String: Int] {
    Dictionary((0..<count).map { (label(at: $0), $0) }) { first, _ in first }
  }
}
