import Diagnostics
import Documents
import RunEvents

/// Writes a run as TAP 14: a test point for each scenario, its steps as subtests.
struct TAPReporter: Reporter {
  private static let diagnosticLimit = 200

  let writer: any ReportWriter
  private let options: ReporterOptions
  private var spool: ScenarioSpool?
  private var running: [ScenarioDescription.ID: String] = [:]
  private var run: RunDescription?
  private var summary: RunSummary?
  private var mistakes: [(path: String, text: String, count: Int)] = []

  /// Makes a reporter.
  init(writer: any ReportWriter, options: ReporterOptions) {
    self.writer = writer
    self.options = options
  }

  mutating func prepare() throws(ReporterError) {
    try writer.prepare()
    if spool == nil { spool = ScenarioSpool(try writer.makeSpool()) }
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    try prepare()
    switch event {
    case .runStarted(let run): self.run = run
    case .diagnostic(let diagnostic):
      guard diagnostic.severity == .error else { return }
      let text = DiagnosticText.lines(of: diagnostic).joined(separator: "\n")
      // A file counts once, whatever number of mistakes it has.
      if let path = diagnostic.path, let place = mistakes.firstIndex(where: { $0.path == path }) {
        guard mistakes[place].count < Self.diagnosticLimit else { return }
        mistakes[place].text += "\n\n\(text)"
        mistakes[place].count += 1
      } else if mistakes.count < Self.diagnosticLimit {
        mistakes.append((diagnostic.path ?? "options", text, 1))
      }
    case .scenarioStarted(let scenario):
      let title = SafeText.cut("\(scenario.path): \(scenario.title)", limit: 300)
      running[scenario.id] = title
      try keep(["# Subtest: \(TAPLine.escaped(title))"], of: scenario.id, indented: false)
    case .stepFinished(let report):
      guard running[report.scenario] != nil else { return }
      try keep(TAPLine.step(report), of: report.scenario, indented: true)
    case .scenarioFinished(let report):
      let id = report.scenario.id
      guard let title = running.removeValue(forKey: id) else { return }
      // What runs before and after all is no scenario; it is reported when it did not succeed.
      guard report.isFinal, report.scenario.kind == .scenario || report.outcome.isBad else {
        spool?.remove(id)
        return
      }
      try keep(["1..\(report.scenario.steps.count)"], of: id, indented: true)
      // The number of its test point is known only when all are sorted.
      let isScenario = report.scenario.kind == .scenario
      let outcome = isScenario ? report.outcome.name : "error of the run"
      let row = report.scenario.rowLine ?? ""
      let ending = [title, outcome, report.outcome.reason ?? "", row]
      try spool?.append(SpoolRecord.encoded(ending), to: id)
      try spool?.close(id)
    case .runFinished(let summary): self.summary = summary
    }
  }

  mutating func finish() throws(ReporterError) {
    try prepare()
    var lines = ["TAP version 14"]
    if let run { lines.append("# seed \(run.seed)") }
    var number = 0
    for mistake in mistakes {
      number += 1
      lines.append(TAPLine.point(false, number, mistake.path))
      let text = SafeText.withoutCommands(mistake.text)
      lines += TAPLine.block([("severity", "error"), ("message", .string(text))])
    }
    try write(lines)
    // What has no ending was cut short.
    for id in running.keys { spool?.remove(id) }
    let writer = writer
    try spool?.forEachScenario { (pieces) throws(ReporterError) in
      number += 1
      try Self.write(pieces, number, to: writer)
    }
    try write(contractLines(&number))
    try writeEnd(number)
    try writer.commit()
    spool = nil
  }
}

extension TAPReporter {
  private mutating func keep(
    _ lines: [String],
    of id: ScenarioDescription.ID,
    indented: Bool
  ) throws(ReporterError) {
    let text = lines.map { "\(indented ? "    " : "")\($0)\n" }.joined()
    try spool?.append(Array(text.utf8), to: id)
  }

  private func write(_ lines: [String]) throws(ReporterError) {
    guard !lines.isEmpty else { return }
    try writer.write(lines.joined(separator: "\n") + "\n")
  }

  private static func write(
    _ pieces: ScenarioSpool.Pieces,
    _ number: Int,
    to writer: any ReportWriter
  ) throws(ReporterError) {
    try pieces.readEach { (index, bytes) throws(ReporterError) in
      guard index == pieces.count - 1 else { return try writer.write(bytes) }
      let ending = SpoolRecord.decoded(bytes) ?? []
      guard ending.count == 4 else { throw ReportSpool.unreadable }
      let lines = point(number, ending)
      try writer.write(lines.joined(separator: "\n") + "\n")
    }
  }

  /// The test point of a scenario of which title, outcome, reason and row were kept.
  private static func point(_ number: Int, _ ending: [String]) -> [String] {
    let (title, outcome, reason, row) = (ending[0], ending[1], ending[2], ending[3])
    return switch outcome {
    case "passed": [TAPLine.point(true, number, title)]
    case "flaky": [TAPLine.point(true, number, "\(title) (flaky)")]
    case "skipped": [TAPLine.point(true, number, title, skip: reason)]
    case "not run": [TAPLine.point(true, number, title, skip: "not run: \(reason)")]
    case _:
      [TAPLine.point(false, number, title)]
        + TAPLine.block([
          ("outcome", .string(outcome)), ("row", row.isEmpty ? nil : .string(row)),
        ])
    }
  }

  /// What was exercised of contracts; a minimum that is not reached is a test point of its own.
  private func contractLines(_ number: inout Int) -> [String] {
    guard let summary else { return [] }
    var lines = ContractText.sentences(of: summary.contracts).map {
      "# contract \(TAPLine.escaped($0))"
    }
    let shortfalls = summary.coverageShortfalls.map { SafeText.line($0, limit: 1_000) }
    guard let first = shortfalls.first else { return lines }
    number += 1
    lines.append(TAPLine.point(false, number, "coverage minimum"))
    let text = SafeText.withoutCommands(shortfalls.joined(separator: "\n"))
    return lines
      + TAPLine.block([
        ("severity", "fail"), ("message", .string(first)), ("text", .string(text)),
      ])
  }

  private func writeEnd(_ count: Int) throws(ReporterError) {
    guard count > 0 || options.allowsEmpty else {
      return try write([TAPLine.point(false, 1, "nothing was run"), "1..1"])
    }
    try write([count == 0 ? "1..0 # SKIP nothing was run" : "1..\(count)"])
    if summary?.interrupted ?? true { try write(["Bail out! the run was interrupted"]) }
  }
}

extension ReporterDefinition {
  /// The report for TAP consumers.
  public static let tap = Self(
    name: "tap",
    make: { TAPReporter(writer: $0, options: $1) }
  )
}
