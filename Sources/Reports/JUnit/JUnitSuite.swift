import RunEvents

/// What is kept of a `testsuite` until the end: counts, and where its cases are in the spool.
struct JUnitSuite {
  /// The run of a scenario: its cases, and those of earlier attempts that did not pass.
  struct Scenario {
    /// The place in the plan.
    var index: Int
    /// The cases in the order of the source.
    var cases: [ReportSpool.Extent]
    /// The bad cases of attempts that were not the last, by step.
    var earlier: [Int: [ReportSpool.Extent]] = [:]
    /// Why what did not pass counts as skipped.
    var excuse: String?
  }

  /// The name: the path of the file.
  var name: String
  /// The path of the file; `nil` when it is about none.
  var file: String?
  /// The scenarios as they ended.
  var scenarios: [Scenario] = []
  /// Cases about the file itself.
  var ownCases: [JUnitCase] = []
  /// How many cases ended how.
  var counts = JUnitCase.Counts()
  /// The earliest start, in seconds since 1970.
  var startedAt: Double?
  /// The first place in the plan of its scenarios.
  var firstIndex = Int.max

  init(name: String, file: String?) {
    self.name = name
    self.file = file
  }

  /// Adds the run of a scenario.
  mutating func add(_ scenario: Scenario, counts: JUnitCase.Counts, startedAt: Double) {
    scenarios.append(scenario)
    self.counts.add(counts)
    firstIndex = min(firstIndex, scenario.index)
    self.startedAt = min(self.startedAt ?? startedAt, startedAt)
  }

  /// Adds a case about the file itself.
  mutating func add(_ own: JUnitCase) {
    ownCases.append(own)
    counts.count(own.verdict, milliseconds: own.milliseconds)
  }
}
