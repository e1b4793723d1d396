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
  /// By the place in the plan where each scenario that has ended is in the spool.
  private(set) var scenarios: SpoolTable
  /// Cases about the file itself.
  var ownCases: [JUnitCase] = []
  /// How many cases ended how.
  var counts = JUnitCase.Counts()
  /// The earliest start, in seconds since 1970.
  var startedAt: Double?
  /// The first place in the plan of its scenarios.
  var firstIndex = Int.max

  private let spool: ReportSpool

  init(name: String, file: String?, spool: ReportSpool) {
    self.name = SafeText.line(name, limit: 1_000)
    self.file = file.map { SafeText.line($0, limit: 1_000) }
    self.spool = spool
    scenarios = SpoolTable(spool)
  }

  /// Adds the run of a scenario.
  mutating func add(
    _ scenario: Scenario,
    of description: ScenarioDescription,
    counts: JUnitCase.Counts
  ) throws(ReporterError) {
    let index = description.id.index
    let extent = try spool.append(scenario.encoded)
    try scenarios.set(extent.offset + extent.count, at: index)
    self.counts.add(counts)
    firstIndex = min(firstIndex, index)
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
    try scenarios.readEach { (_, end) throws(ReporterError) in
      try body(try Scenario(endingAt: end, in: spool))
    }
  }
}

extension JUnitSuite.Scenario {
  /// Cases and earlier ones as numbers, then the excuse, then how many of each there are.
  fileprivate var encoded: [UInt8] {
    var numbers = cases.flatMap { [$0.offset, $0.count] }
    var earlierCount = 0
    for (step, extents) in earlier.sorted(by: { $0.key < $1.key }) {
      for extent in extents { numbers += [step, extent.offset, extent.count] }
      earlierCount += extents.count
    }
    let text = excuse.map { Array($0.utf8) }
    return SpoolNumbers.encoded(numbers) + (text ?? [])
      + SpoolNumbers.encoded([cases.count, earlierCount, text?.count ?? -1])
  }

  /// Reads what `encoded` wrote.
  fileprivate init(endingAt end: Int, in spool: ReportSpool) throws(ReporterError) {
    let tailSize = 3 * SpoolNumbers.size
    let tail = SpoolNumbers.decoded(
      try spool.read(.init(offset: end - tailSize, count: tailSize))
    )
    guard tail.count == 3 else { throw JUnitCase.unreadable }
    let textCount = max(0, tail[2])
    let numberCount = 2 * tail[0] + 3 * tail[1]
    let start = end - tailSize - textCount - numberCount * SpoolNumbers.size
    let bytes = try spool.read(.init(offset: start, count: end - tailSize - start))
    let numbers = SpoolNumbers.decoded(Array(bytes.dropLast(textCount)))
    guard numbers.count == numberCount else { throw JUnitCase.unreadable }
    cases = (0..<tail[0]).map { .init(offset: numbers[2 * $0], count: numbers[2 * $0 + 1]) }
    for place in 0..<tail[1] {
      let own = numbers[(2 * tail[0] + 3 * place)...]
      let extent = ReportSpool.Extent(
        offset: own[own.startIndex + 1],
        count: own[own.startIndex + 2]
      )
      earlier[own[own.startIndex], default: []].append(extent)
    }
    if tail[2] >= 0 { excuse = String(decoding: bytes.suffix(textCount), as: UTF8.self) }
  }
}
