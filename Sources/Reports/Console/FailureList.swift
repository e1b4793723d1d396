import RunEvents

/// The failures of a run, shown in full at its end; beyond a bound they are only counted.
struct FailureList {
  /// How many steps are shown in full.
  static let stepLimit = 200
  /// How many places are kept to say how to rerun.
  static let placeLimit = 20

  private var entries: [(index: Int, lines: [String])] = []
  private var stepCount = 0
  private var untold = 0
  private var scenarioPlaces: [(index: Int, place: String)] = []

  /// How many failed scenarios have a place that is not kept.
  private(set) var morePlaces = 0

  /// Where the scenarios that failed stand, each place once, in the order of the source.
  var places: [String] { scenarioPlaces.sorted { $0.index < $1.index }.map(\.place) }

  /// Takes a scenario that has ended for good.
  mutating func add(_ scenario: RunningScenario, _ report: ScenarioReport) {
    let isFlaky = report.outcome == .flaky
    guard report.outcome.isBad || isFlaky else { return }
    if report.outcome.isBad, report.scenario.kind == .scenario { keepPlace(of: report.scenario) }
    let attempt = report.scenario.id.attempt
    let blocks = scenario.blocks.filter { isFlaky || $0.attempt == attempt }
    untold += scenario.untold
    guard stepCount < Self.stepLimit else {
      untold += blocks.count
      return
    }
    let told = blocks.prefix(Self.stepLimit - stepCount)
    untold += blocks.count - told.count
    stepCount += told.count
    var header = "\(report.scenario.shownPath)  \(report.scenario.shownTitle)"
    if isFlaky {
      header += "  (flaky: passed at attempt \(attempt))"
    } else if attempt > 1 {
      header += "  (attempt \(attempt) of \(attempt))"
    }
    let head = [header] + (report.scenario.rowLine.map { ["  \($0)"] } ?? [])
    entries.append((report.scenario.id.index, head + told.flatMap(\.lines)))
  }

  /// All of them, in the order of the source.
  func lines(style: TextStyle) -> [String] {
    var lines: [String] = []
    for entry in entries.sorted(by: { $0.index < $1.index }) {
      lines.append("")
      lines += entry.lines
    }
    if untold > 0 {
      lines.append("")
      let steps = NumberText.count(untold, "further step")
      lines.append("\(steps) did not pass; a file report (--report junit=PATH) shows all")
    }
    return lines
  }

  private mutating func keepPlace(of scenario: ScenarioDescription) {
    let place = scenario.rerunPlace
    guard !scenarioPlaces.contains(where: { $0.place == place }) else { return }
    guard scenarioPlaces.count < Self.placeLimit else {
      morePlaces += 1
      return
    }
    scenarioPlaces.append((scenario.id.index, place))
  }
}
