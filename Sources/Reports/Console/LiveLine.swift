import Diagnostics
import RunEvents

/// The one line of a terminal that says how far the run is.
///
/// Its time is that of the events, and of ticks where nothing happens; it is drawn anew at most twenty times a second.
struct LiveLine {
  private static let interval = 0.05
  // Without automatic wrapping a line that is wider than thought stays one line.
  private static let noWrap = "\u{1B}[?7l"
  private static let wrap = "\u{1B}[?7h"

  private let terminal: ReporterOptions.Terminal
  private var startedAt = 0.0
  private var now = 0.0
  private var lastDrawnAt = -1.0
  /// How many columns the line on the terminal has; `nil` when there is none.
  private var drawnColumns: Int?
  private var isOver = false
  private var scenarioCount = 0
  private var finished = 0
  private var bad = 0
  private var requests = 0
  private var running: [Int: (title: String, startedAt: Double)] = [:]

  init(terminal: ReporterOptions.Terminal) {
    self.terminal = terminal
  }

  /// Notes what is known of the run.
  mutating func start(_ run: RunDescription) {
    startedAt = run.startedAt
    now = run.startedAt
    scenarioCount = run.scenarioCount
  }

  /// Notes that a scenario has begun.
  mutating func start(_ scenario: ScenarioDescription) {
    guard terminal.isLive else { return }
    tick(at: scenario.startedAt)
    running[scenario.id.index] = (scenario.shownTitle, scenario.startedAt)
  }

  /// Notes that a step has ended.
  mutating func finish(_ report: StepReport) {
    if report.step.isRequest { requests += report.attemptCount }
    tick(at: report.startedAt + report.duration)
  }

  /// Notes that a scenario has ended.
  mutating func finish(_ report: ScenarioReport) {
    tick(at: report.scenario.startedAt + report.duration)
    guard report.isFinal else { return }
    running[report.scenario.id.index] = nil
    // What runs before and after all is no part of the counts.
    if report.scenario.kind == .scenario {
      finished += 1
      if report.outcome.isBad { bad += 1 }
    }
    isOver = finished >= scenarioCount && running.isEmpty
  }

  /// Notes the time.
  mutating func tick(at time: Double) {
    if time.isFinite { now = max(now, time) }
  }

  /// What takes the line away.
  mutating func clearing() -> String {
    guard let columns = drawnColumns else { return "" }
    drawnColumns = nil
    // A terminal that has become narrower may have broken the line into several.
    let above = max(0, columns - 1) / max(1, terminal.width())
    return above > 0 ? "\r\u{1B}[\(above)A\u{1B}[J" : "\r\u{1B}[K"
  }

  /// What draws the line.
  ///
  /// - Parameter force: whether it is drawn however short ago it was.
  /// - Returns: `nil` when it needs no drawing.
  mutating func drawing(now force: Bool = false) -> String? {
    guard terminal.isLive, scenarioCount > 0 else { return nil }
    guard !isOver else { return drawnColumns == nil ? nil : clearing() }
    guard force || now - lastDrawnAt >= Self.interval else { return nil }
    lastDrawnAt = now
    let text = DisplayWidth.fitting(self.text, columns: max(1, terminal.width() - 1))
    let clearing = clearing()
    drawnColumns = DisplayWidth.columns(of: text)
    return (clearing.isEmpty ? "\r" : clearing) + Self.noWrap + text + Self.wrap
  }

  private var text: String {
    var parts = ["\(finished)/\(scenarioCount)"]
    let passed = now - startedAt
    if passed > 0 { parts.append("\(NumberText.fixed(Double(requests) / passed, 0))/s") }
    if bad > 0 { parts.append("\(bad) failed") }
    let slowest = running.sorted { ($0.value.startedAt, $0.key) < ($1.value.startedAt, $1.key) }
    for (_, scenario) in slowest.prefix(3) {
      parts.append("\(scenario.title) \(NumberText.fixed(max(0, now - scenario.startedAt), 1)) s")
    }
    return parts.joined(separator: "  ")
  }
}
