import RunEvents

/// What is kept of a `testsuite` until the end: counts, and where its cases are in the spool.
struct JUnitSuite {
  /// The run of a scenario: its cases, and those of earlier attempts that did not pass.
  struct Scenario {
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
  /// What its scenario is about.
  var description: String?
  /// The scenarios that have ended.
  private var scenarios: ScenarioSpool
  /// Cases about the file itself.
  var ownCases: [JUnitCase] = []
  /// How many cases ended how.
  var counts = JUnitCase.Counts()
  /// The earliest start, in seconds since 1970.
  var startedAt: Double?
  /// The first place in the plan of its scenarios.
  var firstIndex = Int.max

  init(name: String, file: String?, spool: ReportSpool) {
    self.name = SafeText.line(name, limit: 1_000)
    self.file = file.map { SafeText.line($0, limit: 1_000) }
    scenarios = ScenarioSpool(spool)
  }

  /// Adds the run of a scenario.
  mutating func add(
    _ scenario: Scenario,
    of description: ScenarioDescription,
    counts: JUnitCase.Counts
  ) throws(ReporterError) {
    try scenarios.append(scenario.encoded, to: description.id)
    try scenarios.close(description.id)
    self.counts.add(counts)
    firstIndex = min(firstIndex, description.id.index)
    startedAt = min(startedAt ?? description.startedAt, description.startedAt)
  }

  /// Adds a case about the file itself.
  mutating func add(_ own: JUnitCase) {
    ownCases.append(own)
    counts.count(own.verdict, milliseconds: own.milliseconds)
  }

  /// Hands out the scenarios in the order of the source.
  func forEachScenario(
    _ body: (Scenario) throws(ReporterError) -> Void
  ) throws(ReporterError) {
    var scenarios = scenarios
    try scenarios.forEachScenario { (pieces) throws(ReporterError) in
      try pieces.readEach { (_, bytes) throws(ReporterError) in
        try body(try Scenario(decoding: bytes))
      }
    }
  }
}

extension JUnitSuite.Scenario {
  /// How many extents follow and whether there is an excuse, then each extent behind its step, and the excuse.
  ///
  /// The step of what is no earlier attempt is -1.
  fileprivate var encoded: [UInt8] {
    var extents = cases.map { (step: -1, extent: $0) }
    for (step, own) in earlier.sorted(by: { $0.key < $1.key }) {
      extents += own.map { (step: step, extent: $0) }
    }
    let numbers = extents.flatMap { [$0.step, $0.extent.offset, $0.extent.count] }
    return SpoolNumbers.encoded([extents.count, excuse == nil ? 0 : 1] + numbers)
      + Array((excuse ?? "").utf8)
  }

  /// Reads what `encoded` wrote.
  fileprivate init(decoding bytes: [UInt8]) throws(ReporterError) {
    let numbers = SpoolNumbers.decoded(bytes)
    guard numbers.count >= 2, numbers.count >= 2 + 3 * numbers[0] else {
      throw ReportSpool.unreadable
    }
    let end = 2 + 3 * numbers[0]
    cases = []
    for place in stride(from: 2, to: end, by: 3) {
      let extent = ReportSpool.Extent(offset: numbers[place + 1], count: numbers[place + 2])
      if numbers[place] < 0 {
        cases.append(extent)
      } else {
        earlier[numbers[place], default: []].append(extent)
      }
    }
    guard numbers[1] == 1 else { return }
    excuse = String(decoding: bytes.dropFirst(end * SpoolNumbers.size), as: UTF8.self)
  }
}
