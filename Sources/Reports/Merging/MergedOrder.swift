import RunEvents

/// Puts the scenarios of several reports in the order of one run, and numbers them anew.
enum MergedOrder {
  /// An attempt at a scenario.
  struct Attempt {
    /// The report that it is in, by its place among them.
    var report: Int
    /// What the report says.
    var entry: JSONReportReader.Entry
  }

  /// A scenario of the merged run.
  struct Scenario {
    /// Its number in the merged run.
    var index: Int
    /// The report that it is in first, by its place among them.
    var report: Int
    /// Its attempts.
    var attempts: [Attempt]
    /// The first of them, as it is without reruns.
    var first: JSONReportReader.Entry { attempts[0].entry }
    /// What reruns have made of it; `nil` when none counts.
    var rerun: MergedReruns.Verdict?
  }

  /// The scenarios of reports.
  ///
  /// - Parameters:
  ///   - readers: the reports.
  ///   - reruns: those of reruns, in the order in which they ran; their places are behind those of `readers`.
  /// - Returns: all scenarios, numbered.
  /// - Throws: when a scenario is in two of the reports, or one of a rerun in none of them.
  static func scenarios(
    of readers: [JSONReportReader],
    reruns: [JSONReportReader] = []
  ) throws(JSONReportError) -> [Scenario] {
    var all: [Scenario] = []
    for (report, reader) in readers.enumerated() { all += attempted(in: reader, report) }
    var before = all.filter { $0.first.kind == .beforeAll }
    var after = all.filter { $0.first.kind == .afterAll }
    var own = all.filter { $0.first.kind == .scenario }
    if areNumberedThrough(own) {
      own.sort { $0.first.id.index < $1.first.id.index }
    } else {
      try checkDuplicates(own, readers)
      own.sort {
        ($0.first.key.path, $0.first.key.line, $0.report, $0.first.id.index)
          < ($1.first.key.path, $1.first.key.line, $1.report, $1.first.id.index)
      }
    }
    for (place, reader) in reruns.enumerated() {
      let again = attempted(in: reader, readers.count + place)
      MergedReruns.add(again.filter { $0.first.kind == .beforeAll }, toOutside: &before)
      MergedReruns.add(again.filter { $0.first.kind == .afterAll }, toOutside: &after)
      try MergedReruns.add(again.filter { $0.first.kind == .scenario }, of: reader, to: &own)
    }
    return numbered(before, from: -before.count) + numbered(own, from: 0)
      + numbered(after, from: own.count)
  }

  /// The scenarios of one report, each with its attempts in order.
  private static func attempted(in reader: JSONReportReader, _ report: Int) -> [Scenario] {
    var all: [Scenario] = []
    var places: [Int: Int] = [:]
    for entry in reader.entries {
      let attempt = Attempt(report: report, entry: entry)
      if let place = places[entry.id.index] {
        all[place].attempts.append(attempt)
      } else {
        places[entry.id.index] = all.count
        all.append(Scenario(index: 0, report: report, attempts: [attempt]))
      }
    }
    for place in all.indices {
      all[place].attempts.sort { $0.entry.id.attempt < $1.entry.id.attempt }
    }
    return all
  }

  /// Whether each number is one scenario's own, as in shards of one plan.
  private static func areNumberedThrough(_ scenarios: [Scenario]) -> Bool {
    Set(scenarios.map(\.first.id.index)).count == scenarios.count
  }

  private static func checkDuplicates(
    _ scenarios: [Scenario],
    _ readers: [JSONReportReader]
  ) throws(JSONReportError) {
    var known: [JSONReportReader.Key: Int] = [:]
    for scenario in scenarios {
      let key = scenario.first.key
      // Rows of one report may have labels that are the same.
      guard let other = known[key], other != scenario.report else {
        known[key] = scenario.report
        continue
      }
      let reader = readers[scenario.report]
      throw reader.file.error(
        at: scenario.first.extent.offset,
        "the scenario \(scenario.first.title) (\(key.path):\(key.line)) is in \(readers[other].file.path) as well",
        hint: "give each report once, and only reports of different scenarios"
      )
    }
  }

  private static func numbered(_ scenarios: [Scenario], from first: Int) -> [Scenario] {
    scenarios.enumerated().map { number, scenario in
      var scenario = scenario
      scenario.index = first + number
      return scenario
    }
  }
}
