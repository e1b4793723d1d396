import RunEvents

/// What the runs behind several reports come to together.
enum MergedShards {
  /// Makes sure that the reports are of different runs and, where they are of shards, of all shards of one suite.
  static func check(
    _ readers: [JSONReportReader],
    allowsMissing: Bool
  ) throws(JSONReportError) {
    guard !readers.isEmpty else { throw JSONReportError("there is no report") }
    var runs: [String: String] = [:]
    var shards: [Int: String] = [:]
    var total: Int?
    for reader in readers {
      let path = reader.file.path
      for part in parts(of: reader.run) {
        if let other = runs.updateValue(path, forKey: part.id) {
          throw JSONReportError(
            path: path,
            "is of the same run as \(other)",
            hint: "give each report once"
          )
        }
        guard let shard = part.shard else { continue }
        if let total, total != shard.total {
          throw JSONReportError(
            path: path,
            "is of shard \(shard.index)/\(shard.total), the others are of \(total) shards"
          )
        }
        total = shard.total
        if let other = shards.updateValue(path, forKey: shard.index) {
          throw JSONReportError(
            path: path,
            "is of shard \(shard.index)/\(shard.total), as is \(other)",
            hint: "give each shard once"
          )
        }
      }
    }
    guard let total, !allowsMissing, shards.count < total else { return }
    let missing = (1...total).filter { shards[$0] == nil }
    let shown = missing.prefix(10).map { "\($0)/\(total)" }.joined(separator: ", ")
    throw JSONReportError(
      "\(missing.count == 1 ? "the report of shard" : "the reports of shards") \(shown)"
        + (missing.count > 10 ? " and \(missing.count - 10) more" : "")
        + (missing.count == 1 ? " is missing" : " are missing"),
      hint: "a shard that did not finish has not passed; --allow-missing merges the others"
    )
  }

  /// The run that the reports are of together.
  static func run(of readers: [JSONReportReader]) -> RunDescription {
    let parts = readers.flatMap { self.parts(of: $0.run) }
    var run = readers[0].run
    run.shard = nil
    run.parts = parts
    run.startedAt = parts.map(\.startedAt).min() ?? run.startedAt
    run.environment = distinct(parts.compactMap(\.environment))
    run.hostname = distinct(parts.map(\.hostname)) ?? run.hostname
    run.jobs = sum(readers.map(\.run.jobs))
    run.scenarioCount = sum(readers.map(\.run.scenarioCount))
    run.stepCount = sum(readers.map(\.run.stepCount))
    run.failsOnFlaky = readers.contains(where: \.run.failsOnFlaky)
    run.allowsEmpty = readers.allSatisfy(\.run.allowsEmpty)
    // Each shard finds all scenarios before it takes its own.
    let found = readers.map(\.run.foundCount)
    run.foundCount = areShards(readers) ? found.max() ?? 0 : sum(found)
    return run
  }

  /// What the run comes to; its time is from the first start to the last end.
  static func summary(of readers: [JSONReportReader]) -> RunSummary {
    var summary = RunSummary()
    var end = 0.0
    for reader in readers {
      let part = reader.summary
      summary.scenarios.add(part.scenarios)
      summary.steps.add(part.steps)
      summary.failedOutsideCount = sum([summary.failedOutsideCount, part.failedOutsideCount])
      summary.requestCount = sum([summary.requestCount, part.requestCount])
      summary.connectionCount = sum([summary.connectionCount, part.connectionCount])
      summary.latencies.merge(part.latencies)
      summary.interrupted = summary.interrupted || part.interrupted
      summary.isPart = summary.isPart || part.isPart
      MergedContracts.add(part, to: &summary)
      end = max(end, reader.run.startedAt + part.duration)
    }
    let unreadable = readers.map(\.summary.unreadableFileCount)
    summary.unreadableFileCount = areShards(readers) ? unreadable.max() ?? 0 : sum(unreadable)
    let start = readers.map(\.run.startedAt).min() ?? 0
    summary.duration = readers.count == 1 ? readers[0].summary.duration : max(0, end - start)
    return summary
  }

  /// The runs behind a run: those that were merged into it, or itself.
  static func parts(of run: RunDescription) -> [RunDescription] {
    run.parts.isEmpty ? [run] : run.parts
  }

  private static func areShards(_ readers: [JSONReportReader]) -> Bool {
    readers.allSatisfy { parts(of: $0.run).contains { $0.shard != nil } }
  }

  private static func distinct(_ texts: [String]) -> String? {
    var known: Set<String> = []
    let distinct = texts.filter { known.insert($0).inserted }
    return distinct.isEmpty ? nil : distinct.joined(separator: ", ")
  }

  // Counts of a report are at most 2⁴⁰ and reports are few, so sums stay far from the limits of an Int.
  private static func sum(_ counts: [Int]) -> Int {
    counts.reduce(0) { min($0 + $1, 1 << 60) }
  }
}

extension RunSummary.Counts {
  /// Adds counts; none falls below zero.
  ///
  /// - Parameters:
  ///   - other: what is added.
  ///   - times: how often; -1 takes it away.
  mutating func add(_ other: RunSummary.Counts, times: Int = 1) {
    for (_, count) in Self.members {
      self[keyPath: count] = max(0, self[keyPath: count] + times * other[keyPath: count])
    }
  }
}
