import RunEvents

/// What a run comes to, in a few lines.
struct SummaryText {
  /// What the line with the command to run again begins with.
  static let rerunMark = "rerun     "

  var summary: RunSummary
  var run: RunDescription?
  /// Where the scenarios that failed stand.
  var failed: [String]
  /// How many more failed.
  var moreFailed: Int
  /// What counts as bad, and how to run again.
  var options: ReporterOptions
  var style: TextStyle

  /// All lines; the last one alone is enough to know how the run went.
  var lines: [String] {
    var lines: [String] = []
    if summary.requestCount > 0 { lines += requests }
    lines += ContractText.sentences(of: summary.contracts).map { "contract  \($0)" }
    if let sentence = ContractText.deferredMinimum(of: summary) {
      lines.append("note      \(sentence)")
    }
    lines += ContractText.unusedIgnores(in: summary, of: run).map { "note      \($0)" }
    if let run { lines.append("seed      \(run.seedText)") }
    lines += rerun
    return lines + ending
  }

  /// Why the run fails beside its scenarios, and how it went.
  var ending: [String] {
    let shortfalls = summary.coverageShortfalls.map { SafeText.line($0, limit: 1_000) }
    return shortfalls.map { style.paint("error: \($0)", .bad) } + [lastLine]
  }

  /// How the run went: `✗ 12 scenarios: 10 passed, 2 failed in 1.20 s`.
  var lastLine: String {
    let counts = summary.scenarios
    var text = "\(NumberText.count(counts.total, "scenario")): \(counts.sentence)"
    if counts.total == 0 { text = "nothing was run" }
    if summary.unreadableFileCount > 0 {
      text += ", \(NumberText.count(summary.unreadableFileCount, "unreadable file"))"
    }
    if summary.failedOutsideCount > 0 {
      text += ", \(NumberText.count(summary.failedOutsideCount, "error")) of the run"
    }
    text += " in \(NumberText.duration(summary.duration))"
    if !summary.coverageShortfalls.isEmpty { text += ", coverage below the minimum" }
    if summary.interrupted { text += ", interrupted" }
    let isBad = summary.isBad(options)
    return style.paint("\(isBad ? "✗" : "✓") \(text)", isBad ? .bad : .good)
  }

  private var requests: [String] {
    var text = NumberText.count(summary.requestCount, "request")
    if summary.duration > 0 {
      let rate = Double(summary.requestCount) / summary.duration
      text += ", \(NumberText.fixed(rate, rate < 100 ? 1 : 0)) a second"
    }
    text += ", \(NumberText.count(summary.connectionCount, "connection"))"
    var lines = ["sent      \(text)"]
    let latencies = summary.latencies
    if let p50 = latencies.percentile(0.5), let p95 = latencies.percentile(0.95),
      let p99 = latencies.percentile(0.99)
    {
      lines.append(
        "latency   p50 \(NumberText.duration(p50)), p95 \(NumberText.duration(p95)), "
          + "p99 \(NumberText.duration(p99)), longest \(NumberText.duration(latencies.maximum))"
      )
    }
    return lines
  }

  private var rerun: [String] {
    let counts = summary.scenarios
    let hasSelection = options.rerunSelection != nil
    let isWanted =
      hasSelection ? counts.failed + counts.errored + counts.notRun > 0 : !failed.isEmpty
    guard let run, isWanted else { return [] }
    let words = run.command + (options.rerunSelection ?? failed.map(ShellText.path))
    var lines = [Self.rerunMark + words.map(ShellText.quoted).joined(separator: " ")]
    if !hasSelection, moreFailed > 0 {
      lines.append("          (and \(NumberText.count(moreFailed, "further scenario")))")
    }
    return lines
  }
}
