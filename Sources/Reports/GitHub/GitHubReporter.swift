import Assertions
import Diagnostics
import RunEvents

/// Writes annotations for GitHub Actions: errors at the places of what failed, warnings at flaky scenarios.
///
/// GitHub shows ten of each kind for a step; so many are written at most, the first ones in the order of the source, and one notice says how many more
/// there are.
struct GitHubReporter: Reporter {
  /// How many annotations of a kind are written.
  static let limit = 10

  private struct Entry {
    var order: (Int, Int, Int)
    var annotation: GitHubAnnotation
  }

  let writer: any ReportWriter
  private let paths: RepositoryPaths
  private var pending: [ScenarioDescription.ID: [Entry]] = [:]
  private var kept: [GitHubAnnotation.Level: [Entry]] = [:]
  private var untold = 0
  private var warnings = WarningList()
  private var diagnosticCount = 0
  private var scenarios: [ScenarioDescription.ID: String] = [:]
  private var isFinished = false

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - writer: gets the commands.
  ///   - options: how files are named.
  init(writer: any ReportWriter, options: ReporterOptions) {
    self.writer = writer
    paths = options.paths
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    switch event {
    case .runStarted: break
    case .diagnostic(let diagnostic): add(diagnostic)
    case .scenarioStarted(let scenario): scenarios[scenario.id] = scenario.shownTitle
    case .stepFinished(let report):
      warnings.add(report)
      add(report)
    case .scenarioFinished(let report): finish(report)
    case .runFinished(let summary):
      isFinished = !summary.interrupted
      for shortfall in summary.coverageShortfalls {
        keep(.init(level: .error, title: "curlew coverage", message: shortfall), (.max, 0, 0))
      }
      if summary.scenarios.total == 0, summary.unreadableFileCount == 0 {
        keep(.init(level: .warning, title: "curlew", message: "nothing was run"), (.max, 0, 0))
      }
    }
  }

  mutating func finish() throws(ReporterError) {
    if !isFinished {
      let message = "the run was interrupted; what it did not reach is skipped"
      keep(.init(level: .error, title: "curlew", message: message), (.min, 0, 0))
    }
    addWarnings()
    if untold > 0 {
      let message = "\(NumberText.count(untold, "further annotation")) left out, see the log"
      keep(.init(level: .notice, title: "curlew", message: message), (.max, 0, 0))
    }
    for level in GitHubAnnotation.Level.allCases {
      for entry in kept[level] ?? [] {
        try writer.write(entry.annotation.relative(to: paths).line + "\n")
      }
    }
    try writer.commit()
  }
}

extension GitHubReporter {
  private mutating func add(_ diagnostic: Diagnostic) {
    diagnosticCount += 1
    keep(GitHubAnnotation(diagnostic), (.min, diagnosticCount, 0))
  }

  private mutating func add(_ report: StepReport) {
    let id = report.scenario
    let title = "\(scenarios[id] ?? ""): \(report.step.name)"
    let list = pending[id]?.count ?? 0
    guard list < Self.limit else { return }
    switch report.result {
    case .passed, .skipped: return
    case .failed(let outcomes): hold(title, outcomes, report)
    case .errored(let fault) where !fault.outcomes.isEmpty: hold(title, fault.outcomes, report)
    case .errored(let fault):
      let hint = fault.hint.map { "\n\($0)" } ?? ""
      hold(
        title,
        "\(fault.kind.rawValue): \(fault.message)\(hint)",
        fault.range ?? report.step.range,
        report
      )
    }
  }

  private mutating func hold(
    _ title: String,
    _ outcomes: [AssertionOutcome],
    _ report: StepReport
  ) {
    let bad = outcomes.filter(\.isBad)
    let own = bad.filter { $0.documentRange == nil }
    if !own.isEmpty || bad.isEmpty {
      let range = own.first?.range ?? report.step.range
      let sentences = own.prefix(5).map(\.titledSentence) + (own.first?.details.prefix(10) ?? [])
      hold(title, sentences.joined(separator: "\n"), range, report)
    }
    // Each broken rule of a contract stands on its line of the document.
    for outcome in bad.prefix(Self.limit) {
      guard let range = outcome.documentRange else { continue }
      let place = outcome.range ?? report.step.range
      let sentences =
        [outcome.titledSentence] + outcome.details.prefix(10)
        + ["seen at \(place.file.path):\(place.start.line)"]
      hold(title, sentences.joined(separator: "\n"), range, report)
    }
  }

  /// Adds what does not hold and only warns, each rule once.
  private mutating func addWarnings() {
    for entry in warnings.entries {
      let range = entry.outcome.documentRange ?? entry.step
      let sentences =
        [entry.outcome.titledSentence] + entry.outcome.details.prefix(10) + [entry.occurrence]
      let annotation = GitHubAnnotation(
        level: .warning,
        title: "contract",
        message: sentences.joined(separator: "\n"),
        path: range.file.path,
        location: range.start
      )
      keep(annotation, (entry.order.scenario.index, entry.order.step, 1))
    }
    untold += warnings.untold
  }

  private mutating func hold(
    _ title: String,
    _ message: String,
    _ range: SourceRange,
    _ report: StepReport
  ) {
    let annotation = GitHubAnnotation(
      level: .error,
      title: title,
      message: message,
      path: range.file.path,
      location: range.start
    )
    pending[report.scenario, default: []].append(
      Entry(order: (report.scenario.index, report.step.index, 0), annotation: annotation)
    )
  }

  private mutating func finish(_ report: ScenarioReport) {
    let scenario = report.scenario
    scenarios[scenario.id] = nil
    let entries = pending.removeValue(forKey: scenario.id) ?? []
    guard report.isFinal else { return }
    func note(_ level: GitHubAnnotation.Level, _ message: String) {
      let annotation = GitHubAnnotation(
        level: level,
        title: scenario.shownTitle,
        message: message,
        path: scenario.path,
        location: scenario.range.start
      )
      keep(annotation, (scenario.id.index, 0, 0))
    }
    switch report.outcome {
    case .passed, .skipped, .notRun: break
    case .flaky: note(.warning, "flaky: passed at attempt \(scenario.id.attempt)")
    case .failed, .errored:
      // What runs before or after all is one error of the run.
      let told = scenario.kind == .scenario ? entries.count : 1
      for entry in entries.prefix(told) {
        var annotation = entry.annotation
        if let row = scenario.rowLine { annotation.message += "\n\(row)" }
        keep(annotation, entry.order)
      }
      if entries.isEmpty { note(.error, ScenarioReport.unexpectedPass) }
    }
  }

  /// Keeps an annotation if it is among the first of its kind.
  private mutating func keep(_ annotation: GitHubAnnotation, _ order: (Int, Int, Int)) {
    var list = kept[annotation.level] ?? []
    let place = list.firstIndex { $0.order > order } ?? list.count
    list.insert(Entry(order: order, annotation: annotation), at: place)
    if list.count > Self.limit {
      list.removeLast()
      untold += 1
    }
    kept[annotation.level] = list
  }
}

extension ReporterDefinition {
  /// The annotations for GitHub Actions.
  public static let github = Self(
    name: "github",
    make: { GitHubReporter(writer: $0, options: $1) }
  )
}
