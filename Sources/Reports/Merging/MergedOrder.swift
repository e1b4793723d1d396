import RunEvents

/// Puts the scenarios of several reports in the order of one run, and numbers them anew.
enum MergedOrder {
  /// A scenario of the merged run.
  struct Scenario {
    /// Its number in the merged run.
    var index: Int
    /// The report that it is in, by its place among them.
    var report: Int
    /// Its attempts, by their places in the report.
    var attempts: [Int]
    fileprivate var first: JSONReportReader.Entry
  }

  /// The scenarios of reports.
  ///
  /// - Throws: when a scenario is in two of them.
  static func scenarios(
    of readers: [JSONReportReader]
  ) throws(JSONReportError) -> [Scenario] {
    var all: [Scenario] = []
    for (report, reader) in readers.enumerated() {
      var places: [Int: Int] = [:]
      for (number, entry) in reader.entries.enumerated() {
        if let place = places[entry.id.index] {
          all[place].attempts.append(number)
        } else {
          places[entry.id.index] = all.count
          all.append(Scenario(index: 0, report: report, attempts: [number], first: entry))
        }
      }
    }
    for place in all.indices {
      let entries = readers[all[place].report].entries
      all[place].attempts.sort { entries[$0].id.attempt < entries[$1].id.attempt }
    }
    let before = all.filter { $0.first.kind == .beforeAll }
    let after = all.filter { $0.first.kind == .afterAll }
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
    return numbered(before, from: -before.count) + numbered(own, from: 0)
      + numbered(after, from: own.count)
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
        .duplicate,
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
