import Documents
import RunEvents

/// Puts the suites together at the end of a run.
struct JUnitDocument {
  var dialect: JUnitDialect
  /// How files are named.
  var paths: RepositoryPaths
  var run: RunDescription?
  /// The wall time of the run, in seconds.
  var duration: Double
  /// The suites in their order.
  var suites: [JUnitSuite]
  /// Holds their cases.
  var spool: ReportSpool

  /// Writes the document.
  func write(to writer: any ReportWriter) throws(ReporterError) {
    var xml = XMLWriter()
    var all = JUnitCase.Counts()
    for suite in suites { all.add(suite.counts) }
    xml.start(
      "testsuites",
      attributes: [
        ("name", "curlew"), ("tests", "\(all.tests)"), ("failures", "\(all.failures)"),
        ("errors", "\(all.errors)"), ("skipped", dialect == .rich ? "\(all.skipped)" : nil),
        ("time", NumberText.seconds(milliseconds: NumberText.milliseconds(duration))),
      ]
    )
    for (id, suite) in suites.enumerated() where suite.counts.tests > 0 {
      try write(suite, id: id, &xml, to: writer)
    }
    try writer.write(xml.finish())
  }

  private func write(
    _ suite: JUnitSuite,
    id: Int,
    _ xml: inout XMLWriter,
    to writer: any ReportWriter
  ) throws(ReporterError) {
    let counts = suite.counts
    xml.start(
      "testsuite",
      attributes: [
        ("name", suite.name), ("tests", "\(counts.tests)"), ("failures", "\(counts.failures)"),
        ("errors", "\(counts.errors)"), ("skipped", "\(counts.skipped)"),
        ("time", NumberText.seconds(milliseconds: counts.milliseconds)),
        ("timestamp", DateText.withoutZone(suite.startedAt ?? run?.startedAt ?? 0)),
        ("hostname", run?.hostname), ("id", "\(id)"), ("file", suite.file),
      ]
    )
    writeProperties(of: suite, &xml)
    var names = JUnitNameSet(count: counts.tests)
    for own in suite.ownCases { write(own, of: suite, &names, &xml) { _ in } }
    try suite.forEachScenario { (scenario) throws(ReporterError) in
      for (step, extent) in scenario.cases.enumerated() {
        var own = try JUnitCase(decoding: spool.read(extent))
        if let excuse = scenario.excuse { own.verdict = own.verdict.excused(excuse) }
        var earlier: [JUnitCase] = []
        for extent in scenario.earlier[step] ?? [] {
          earlier.append(try JUnitCase(decoding: spool.read(extent)))
        }
        write(own, of: suite, &names, &xml) { xml in
          for attempt in earlier { write(attempt, before: own, &xml) }
        }
        if xml.isLarge { try writer.write(xml.take()) }
      }
    }
    xml.end()
  }

  private func writeProperties(of suite: JUnitSuite, _ xml: inout XMLWriter) {
    var properties: [(String, String)] = []
    if let run {
      properties.append(("seed", run.seedText))
      if let shard = run.shardText { properties.append(("shard", shard)) }
      if let environment = run.environment { properties.append(("environment", environment)) }
    }
    if let description = suite.description { properties.append(("description", description)) }
    guard !properties.isEmpty else { return }
    xml.element("properties") { xml in
      for (name, value) in properties {
        xml.element("property", attributes: [("name", name), ("value", value)])
      }
    }
  }

  private func write(
    _ own: JUnitCase,
    of suite: JUnitSuite,
    _ names: inout JUnitNameSet,
    _ xml: inout XMLWriter,
    earlier: (inout XMLWriter) -> Void
  ) {
    let isRich = dialect == .rich
    xml.start(
      "testcase",
      attributes: [
        ("name", SafeText.withoutCommands(names.take(own))),
        ("classname", SafeText.withoutCommands(own.classname)),
        ("time", NumberText.seconds(milliseconds: own.milliseconds)),
        ("file", isRich ? own.file.map(paths.path) ?? suite.file : nil),
        ("line", isRich && suite.file != nil ? "\(own.line)" : nil),
        ("timestamp", isRich ? DateText.withoutZone(own.startedAt) : nil),
      ]
    )
    switch own.verdict {
    case .passed: break
    case .skipped(let reason):
      xml.element("skipped", attributes: [("message", SafeText.withoutCommands(reason))])
    case .failure(let problem): write(problem, as: "failure", &xml)
    case .error(let problem): write(problem, as: "error", &xml)
    }
    earlier(&xml)
    if !own.output.isEmpty { xml.element("system-out", text: own.output) }
    xml.end()
  }

  private func write(_ problem: JUnitCase.Problem, as name: String, _ xml: inout XMLWriter) {
    xml.element(
      name,
      attributes: attributes(of: problem),
      text: problem.body
    )
  }

  private func attributes(of problem: JUnitCase.Problem) -> [(String, String?)] {
    [("type", problem.type), ("message", SafeText.withoutCommands(problem.message))]
  }

  /// Writes an attempt that did not pass and was not the last.
  private func write(_ attempt: JUnitCase, before last: JUnitCase, _ xml: inout XMLWriter) {
    let prefix = last.verdict == .passed ? "flaky" : "rerun"
    let (kind, problem): (String, JUnitCase.Problem)
    switch attempt.verdict {
    case .failure(let own): (kind, problem) = ("Failure", own)
    case .error(let own): (kind, problem) = ("Error", own)
    case .passed, .skipped: return
    }
    xml.element(
      prefix + kind,
      attributes: attributes(of: problem)
    ) { xml in
      xml.element("stackTrace", text: problem.body)
      if !attempt.output.isEmpty { xml.element("system-out", text: attempt.output) }
    }
  }
}

extension JUnitCase.Verdict {
  /// The verdict of a case whose scenario was expected to fail.
  fileprivate func excused(_ reason: String) -> Self {
    switch self {
    case .passed, .skipped: self
    case .failure(let problem), .error(let problem): .skipped("\(reason) (\(problem.message))")
    }
  }
}
