import RunEvents

/// Writes what a run exercised of its contracts as a Markdown table, what is missing first.
struct CoverageMarkdownReporter: Reporter {
  private static let operationLimit = 2_000

  let writer: any ReportWriter
  private var run: RunDescription?
  private var summary: RunSummary?

  /// Makes a reporter.
  ///
  /// - Parameter writer: gets the document.
  init(writer: any ReportWriter) {
    self.writer = writer
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    switch event {
    case .runStarted(let run): self.run = run
    case .runFinished(let summary): self.summary = summary
    case .diagnostic, .scenarioStarted, .stepFinished, .scenarioFinished: break
    }
  }

  mutating func finish() throws(ReporterError) {
    try writer.write(lines.joined(separator: "\n") + "\n")
    try writer.commit()
  }

  private var lines: [String] {
    guard let summary else { return ["# ✗ Contract coverage: the run was cut short"] }
    let shortfalls = summary.coverageShortfalls
    var lines = ["# \(shortfalls.isEmpty ? "" : "✗ ")Contract coverage", ""]
    if summary.interrupted { lines += ["The run was interrupted.", ""] }
    if let shard = run?.shardText {
      lines += ["Only shard \(MarkdownText.escaped(shard)) of the run.", ""]
    }
    if let sentence = ContractText.deferredMinimum(of: summary) {
      lines += [MarkdownText.escaped(sentence) + ".", ""]
    }
    for shortfall in shortfalls { lines += ["✗ \(MarkdownText.escaped(shortfall))", ""] }
    guard !summary.contracts.isEmpty else { return lines + ["No contract was in use."] }
    lines += CoverageTable.overview(of: summary.contracts)
    for contract in summary.contracts {
      lines += CoverageTable.section(of: contract, limit: Self.operationLimit)
    }
    let unused = ContractText.unusedIgnores(in: summary, of: run)
    if !unused.isEmpty {
      lines += ["", "## Known deviations", ""] + unused.map { "- \(MarkdownText.escaped($0))" }
    }
    return lines
  }
}

extension ReporterDefinition {
  /// What was exercised of contracts, for people.
  public static let coverageMarkdown = Self(
    name: "coverage-markdown",
    make: { writer, _ in CoverageMarkdownReporter(writer: writer) }
  )
}
