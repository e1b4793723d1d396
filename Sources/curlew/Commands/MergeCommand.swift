import ArgumentParser
import Diagnostics
import Reports
import RunEvents

/// `curlew merge`: joins the JSON reports of shards and writes any reports from them.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins the JSON reports of shards and reruns and writes any reports from them.",
    discussion: """
      Exit status: as the runs had it, by the rules that they ran with (0 everything passed, 1 a scenario failed or errored or --coverage-minimum is not reached, 2 a file that could not be \
      understood, 4 nothing was run), 2 for a report that cannot be used, is given twice or is missing, 3 for one that cannot be written.
      """
  )

  @Argument(help: "Reports that --report json=PATH wrote.")
  var reports: [String]

  @Option(
    name: .customLong("rerun"),
    help: ArgumentHelp(
      "The report of a run with --rerun-failed: its verdicts count, what it repaired is flaky. Repeatable.",
      valueName: "report.json"
    )
  )
  var reruns: [String] = []

  @Option(
    help: ArgumentHelp("Writes a report; - is standard output. Repeatable.", valueName: "kind=path")
  )
  var report: [String] = []

  @Option(help: ArgumentHelp("The dialect of JUnit reports.", valueName: "rich|strict"))
  var junitDialect = "rich"

  @Flag(help: "Merges the reports of some shards though others are missing.")
  var allowMissing = false

  @Flag(help: "Exits with 1 when a scenario is flaky.")
  var failOnFlaky = false

  @Option(
    help: ArgumentHelp(
      "Which JUnit cases have the request and the response.",
      valueName: "failed|all"
    )
  )
  var junitOutput = "failed"

  @Option(
    help: ArgumentHelp(
      "How much of each contract all runs together must exercise at least; takes the place of what the runs asked for.",
      valueName: "operations=100,responses=80"
    )
  )
  var coverageMinimum: String?

  @Flag(help: "Exits with 0 when nothing was run.")
  var allowEmpty = false

  @Flag(help: "Prints only failures and the last line of the summary.")
  var quiet = false

  @Option(help: ArgumentHelp("Whether output is coloured.", valueName: "auto|always|never"))
  var color = "auto"

  func validate() throws {
    guard ["auto", "always", "never"].contains(color) else {
      throw ValidationError("--color takes auto, always or never")
    }
    guard JUnitDialect(rawValue: junitDialect) != nil else {
      throw ValidationError("--junit-dialect takes rich or strict, got \"\(junitDialect)\"")
    }
    guard JUnitOutput(rawValue: junitOutput) != nil else {
      throw ValidationError("--junit-output takes failed or all, got \"\(junitOutput)\"")
    }
    _ = try requests()
    _ = try minimum()
  }

  func run() throws {
    var merger: ReportMerger
    var reporters: ReporterMultiplexer
    do throws(JSONReportError) {
      merger = try ReportMerger(paths: reports, reruns: reruns, allowsMissing: allowMissing)
    } catch {
      fail("\(error)", hint: error.hint)
    }
    if let minimum = try minimum() { merger.summary.coverageMinimum = minimum }
    for path in merger.emptyReruns {
      let path = TerminalText.escaped(path)
      StandardError.write("warning: \(path) holds no scenario, so that no verdict changes\n")
    }
    let requests = try requests()
    if let own = requests.first(where: { !$0.isStandardOutput && merger.reads($0.path) }) {
      fail("\(own.path) is read and cannot be written", hint: "give the report another path")
    }
    do throws(ReporterError) {
      reporters = try makeReporters(requests, of: merger.run)
    } catch {
      fail(error.message, hint: error.hint)
    }
    reporters.prepare()
    guard reporters.failures.isEmpty else {
      for failure in reporters.failures { StandardError.write("error: \(failure.message)\n") }
      reporters.abort()
      Process.exit(.broken)
    }
    do throws(JSONReportError) {
      try merger.replay { reporters.consume($0) }
    } catch {
      reporters.abort()
      fail("\(error)", hint: error.hint)
    }
    reporters.finish()
    for failure in reporters.failures { StandardError.write("error: \(failure.message)\n") }
    Process.exit(status(of: merger, isBroken: !reporters.failures.isEmpty))
  }

  private func status(of merger: ReportMerger, isBroken: Bool) -> ExitStatus {
    let status = ExitStatus(
      of: merger.summary,
      interrupt: nil,
      isBroken: isBroken,
      allowsEmpty: allowEmpty || merger.run.allowsEmpty,
      failsOnFlaky: failOnFlaky || merger.run.failsOnFlaky,
      hasErrors: merger.diagnostics.contains { $0.severity == .error }
    )
    // What was interrupted or cut short has not passed, whatever is known of it.
    return merger.summary.interrupted && [.passed, .nothingSelected].contains(status)
      ? .failed : status
  }

  private func minimum() throws -> CoverageMinimum? {
    guard let coverageMinimum else { return nil }
    do throws(Mistake) {
      return try CoverageMinimum(parsing: coverageMinimum)
    } catch {
      let advice = error.suggestion.map { "did you mean \"\($0)\"?" } ?? error.hint
      throw ValidationError(
        "--coverage-minimum: \(error.message)" + (advice.map { "; \($0)" } ?? "")
      )
    }
  }

  private func requests() throws -> [ReportRequest] {
    try ReportRequest.all(report, after: "--report ").withConsole
  }

  private func makeReporters(
    _ requests: [ReportRequest],
    of run: RunDescription
  ) throws(ReporterError) -> ReporterMultiplexer {
    var terminal = TerminalFacts(environment: ProcessEnvironment.read(), color: color).facts
    // Nothing is going on that a live line could show.
    terminal.isLive = false
    let options = ReporterOptions(
      terminal: terminal,
      verbosity: quiet ? .quiet : .normal,
      junitDialect: JUnitDialect(rawValue: junitDialect) ?? .rich,
      junitOutput: JUnitOutput(rawValue: junitOutput) ?? .failed,
      paths: RepositoryRoot.paths(),
      allowsEmpty: allowEmpty || run.allowsEmpty,
      failsOnFlaky: failOnFlaky || run.failsOnFlaky,
      version: Version.current
    )
    var reporters = ReporterMultiplexer()
    for request in requests { try reporters.add(request, options: options) }
    return reporters
  }

  private func fail(_ message: String, hint: String?) -> Never {
    let hint = hint.map { "; \($0)" } ?? ""
    StandardError.write("error: \(TerminalText.escaped(message))\(hint)\n")
    Process.exit(.unusable)
  }
}
