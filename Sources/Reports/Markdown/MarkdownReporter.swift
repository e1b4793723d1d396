import Diagnostics
import RunEvents

/// Writes a summary of a run as Markdown, for the summary page of a CI job.
///
/// It has the counts, the failures with their places, flaky scenarios and the slowest. GitHub takes at most 1 MiB; what does not fit is counted.
struct MarkdownReporter: Reporter {
  /// The largest document, in bytes.
  static let byteLimit = 1_000_000

  private static let sectionLimit = 32 << 10
  private static let blockLimit = 400
  private static let slowestCount = 5
  private static let warningLimit = 50
  private static let operationLimit = 50

  private struct Slow {
    var id: ScenarioDescription.ID
    var title: String
    var duration: Double
  }

  let writer: any ReportWriter
  private let options: ReporterOptions
  private var run: RunDescription?
  private var summary: RunSummary?
  private var blocks: [ScenarioDescription.ID: [String]] = [:]
  private var sections: [(id: ScenarioDescription.ID, lines: [String])] = []
  private var spentBytes = 0
  private var limit = Self.byteLimit
  private var untold = 0
  private var mistakes: [String] = []
  private var slowest: [Slow] = []
  private var warnings = WarningList()

  /// Makes a reporter.
  init(writer: any ReportWriter, options: ReporterOptions) {
    self.writer = writer
    self.options = options
  }

  mutating func prepare() throws(ReporterError) {
    try writer.prepare()
    limit = min(Self.byteLimit, writer.room ?? Self.byteLimit)
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    switch event {
    case .runStarted(let run): self.run = run
    case .diagnostic(let diagnostic):
      let lines = MarkdownText.fenced(DiagnosticText.lines(of: diagnostic))
      if take(lines) {
        mistakes += [""] + lines
      } else {
        untold += 1
      }
    case .scenarioStarted: break
    case .stepFinished(let report):
      warnings.add(report)
      guard !report.result.isGood else { return }
      let before = blocks[report.scenario] ?? []
      guard before.count < Self.blockLimit else { return }
      blocks[report.scenario] = Self.cut(before + FailureText().lines(of: report))
    case .scenarioFinished(let report): finish(report)
    case .runFinished(let summary): self.summary = summary
    }
  }

  mutating func finish() throws(ReporterError) {
    var lines = lines
    let others = warningLines + contractLines
    if take(others) {
      lines += others
    } else {
      lines += ["", "The tables of contracts and the warnings do not fit here."]
    }
    let text = lines.joined(separator: "\n") + "\n"
    // What is no part of the budget, such as the counts, must not break the limit either.
    try writer.write(text.utf8.count <= limit ? text : Self.start(of: text, limit: limit))
    try writer.commit()
  }
}

extension MarkdownReporter {
  private mutating func finish(_ report: ScenarioReport) {
    let scenario = report.scenario
    let block = blocks.removeValue(forKey: scenario.id) ?? []
    let title = "\(scenario.path): \(scenario.title)"
    if report.isFinal, scenario.kind == .scenario {
      let shown = SafeText.cut(title, limit: 300)
      keepIfSlow(Slow(id: scenario.id, title: shown, duration: report.duration))
    }
    guard report.outcome.isBad || report.outcome == .flaky else { return }
    var head = "\(report.outcome.mark) \(report.outcome.name)"
    if !report.isFinal { head += ", attempt \(scenario.id.attempt)" }
    var lines = ["", "### \(head) · \(MarkdownText.escaped(title))", ""]
    if let row = scenario.rowLine { lines += [MarkdownText.escaped(row), ""] }
    if report.outcome == .flaky {
      lines.append("Passed at attempt \(scenario.id.attempt).")
    } else {
      lines += MarkdownText.fenced(block.isEmpty ? [ScenarioReport.unexpectedPass] : block)
    }
    guard take(lines) else {
      untold += 1
      return
    }
    sections.append((scenario.id, lines))
  }

  /// Whether lines still fit; if so they are counted.
  private mutating func take(_ lines: [String]) -> Bool {
    let bytes = lines.reduce(0) { $0 + $1.utf8.count + 1 }
    guard spentBytes + bytes <= limit - Self.sectionLimit else { return false }
    spentBytes += bytes
    return true
  }

  /// As many whole lines as fit.
  private static func start(of text: String, limit: Int) -> String {
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard result.utf8.count + line.utf8.count + 1 <= limit else { break }
      result += line + "\n"
    }
    return result
  }

  private static func cut(_ lines: [String]) -> [String] {
    var left = sectionLimit / 2
    var result: [String] = []
    for line in lines {
      left -= line.utf8.count + 1
      guard left >= 0 else { return result + ["…"] }
      result.append(line)
    }
    return result
  }

  private mutating func keepIfSlow(_ slow: Slow) {
    // Of equally slow ones the first of the source, so that the order of finishing does not show.
    let place = slowest.firstIndex { (-slow.duration, slow.id) < (-$0.duration, $0.id) }
    slowest.insert(slow, at: place ?? slowest.count)
    if slowest.count > Self.slowestCount { slowest.removeLast() }
  }

  private var lines: [String] {
    var lines = head
    if !mistakes.isEmpty { lines += ["", "## Diagnostics"] + mistakes }
    if !sections.isEmpty { lines += ["", "## Failures"] }
    for section in sections.sorted(by: { $0.id < $1.id }) { lines += section.lines }
    if untold > 0 {
      lines += [
        "", "\(NumberText.count(untold, "further entry", plural: "further entries")) left out.",
      ]
    }
    if !slowest.isEmpty {
      lines += ["", "## Slowest", "", "| scenario | time |", "|---|--:|"]
      lines += slowest.map {
        "| \(MarkdownText.escaped($0.title)) | \(NumberText.duration($0.duration)) |"
      }
    }
    return lines
  }

  /// What does not hold and only warns.
  private var warningLines: [String] {
    guard warnings.count > 0 else { return [] }
    let block = warnings.lines(limit: Self.warningLimit, FailureText())
    let title = "## \(NumberText.count(warnings.count, "warning"))"
    return ["", title, ""] + MarkdownText.fenced(Self.cut(block))
  }

  /// What was exercised of contracts, what is missing first.
  private var contractLines: [String] {
    guard let summary, !summary.contracts.isEmpty else { return [] }
    var lines = ["", "## Contracts", ""] + CoverageTable.overview(of: summary.contracts)
    for contract in summary.contracts {
      lines += CoverageTable.section(of: contract, limit: Self.operationLimit, level: 3)
    }
    let unused = ContractText.unusedIgnores(in: summary, of: run)
    return lines + (unused.isEmpty ? [] : [""]) + unused.map { "- \(MarkdownText.escaped($0))" }
  }

  private var head: [String] {
    guard let summary else { return ["# ✗ Curlew: the run was cut short"] }
    let counts = summary.scenarios
    let sentence = counts.total == 0 ? "nothing was run" : counts.sentence
    var lines = ["# \(summary.isBad(options) ? "✗" : "✓") Curlew: \(sentence)", ""]
    if summary.interrupted { lines += ["The run was interrupted.", ""] }
    for shortfall in summary.coverageShortfalls {
      lines += ["✗ \(MarkdownText.escaped(shortfall))", ""]
    }
    if let sentence = ContractText.deferredMinimum(of: summary) {
      lines += [MarkdownText.escaped(sentence) + ".", ""]
    }
    lines += [
      "| | passed | failed | errored | flaky | skipped | not run |",
      "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for (name, counts) in [("scenarios", summary.scenarios), ("steps", summary.steps)] {
      lines.append(
        "| \(name) | \(counts.passed) | \(counts.failed) | \(counts.errored) | \(counts.flaky) "
          + "| \(counts.skipped) | \(counts.notRun) |"
      )
    }
    var facts = [
      NumberText.count(summary.requestCount, "request"),
      "in \(NumberText.duration(summary.duration))",
    ]
    if let p95 = summary.latencies.percentile(0.95) {
      facts.append("p95 \(NumberText.duration(p95))")
    }
    if summary.unreadableFileCount > 0 {
      facts.append(NumberText.count(summary.unreadableFileCount, "unreadable file"))
    }
    if summary.failedOutsideCount > 0 {
      facts.append("\(NumberText.count(summary.failedOutsideCount, "error")) of the run")
    }
    if let run {
      facts.append("seed \(run.seed)")
      if let shard = run.shard { facts.append("shard \(shard.index)/\(shard.total)") }
      if let environment = run.environment {
        facts.append("environment \(MarkdownText.escaped(environment, limit: 60))")
      }
    }
    return lines + ["", facts.joined(separator: ", ")]
  }
}

extension ReporterDefinition {
  /// The summary for a page.
  public static let markdown = Self(
    name: "markdown",
    make: { MarkdownReporter(writer: $0, options: $1) }
  )
}
