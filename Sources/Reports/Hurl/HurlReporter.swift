public import Diagnostics
public import RunEvents

/// Tells of a run in the form that Hurl's command has: errors, a line for each file, a summary.
///
/// It also says what a run comes to as Hurl's exit status has it.
public struct HurlReporter {
  /// What is shown.
  public struct Settings: Sendable {
    /// Whether each file has a line and the run a summary.
    public var isTest = false
    /// Whether whole requests and responses are shown.
    public var isVerbose = false
    /// Whether colours may be used.
    public var usesColor = false
    /// Finds the part of an entry that a range is about.
    public var place: @Sendable (SourceRange) -> HurlPlace? = { _ in nil }
    /// Receives the command line for curl of each request that was sent.
    public var curl: (@Sendable (String) -> Void)?

    /// Makes settings that show errors alone.
    public init() {}
  }

  /// What a run comes to, the worse the greater.
  public enum Verdict: Int32, Sendable, Hashable, Comparable {
    /// Every file succeeded.
    case success = 0
    /// Something went wrong that is no assertion.
    case error = 3
    /// An assertion does not hold.
    case failure = 4

    /// Whether one is better than another: errors are worse than assertions that do not hold.
    public static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }

    private var weight: Int {
      switch self {
      case .success: 0
      case .failure: 1
      case .error: 2
      }
    }
  }

  /// What the run has come to so far.
  public private(set) var verdict = Verdict.success

  private let settings: Settings
  private let writer: any ReportWriter
  private let text: HurlErrorText
  /// What is said of files that are running, until they have ended.
  private var held: [ScenarioDescription.ID: Held] = [:]
  /// The files with a mistake, with their errors; in order.
  private var broken: [(path: String, lines: [String])] = []
  private var succeeded = 0
  private var failed = 0

  private struct Held {
    var lines: [String] = []
    var requests = 0
  }

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - writer: receives what is said.
  ///   - settings: what is shown.
  public init(writer: any ReportWriter, settings: Settings) {
    self.writer = writer
    self.settings = settings
    text = HurlErrorText(
      style: TextStyle(usesColor: settings.usesColor),
      place: settings.place
    )
  }

  /// Says why a file cannot be read or parsed.
  ///
  /// - Parameter diagnostic: the mistake.
  /// - Throws: when it cannot be written.
  public mutating func tellParsing(_ diagnostic: Diagnostic) throws(ReporterError) {
    try write(text.error(diagnostic, isParsing: true).lines)
  }

  /// Takes the next event.
  ///
  /// - Parameter event: of the run.
  /// - Throws: when something cannot be written.
  public mutating func consume(_ event: Event) throws(ReporterError) {
    switch event {
    case .runStarted: break
    case .diagnostic(let diagnostic): try take(diagnostic)
    case .scenarioStarted(let scenario): held[scenario.id] = Held()
    case .stepFinished(let report): try take(report)
    case .scenarioFinished(let report): try take(report)
    case .runFinished(let summary): try finish(summary)
    }
  }

  private mutating func take(_ diagnostic: Diagnostic) throws(ReporterError) {
    let lines = text.error(diagnostic, isParsing: false).lines
    guard diagnostic.severity == .error else { return try write(lines) }
    verdict = max(verdict, .error)
    let path = diagnostic.path ?? ""
    guard settings.isTest, !path.isEmpty else {
      try write(lines)
      if !broken.contains(where: { $0.path == path }) { broken.append((path, [])) }
      return
    }
    if let place = broken.firstIndex(where: { $0.path == path }) {
      broken[place].lines += lines
    } else {
      broken.append((path, lines))
    }
  }

  private mutating func take(_ report: StepReport) throws(ReporterError) {
    var lines: [String] = []
    for attempt in report.attempts {
      guard let exchange = attempt.exchange else { continue }
      if settings.isVerbose {
        lines += ExchangeText.lines(of: exchange, bodyLimit: 16 << 10) + [""]
      }
      if let curl = settings.curl {
        for sent in exchange.redirects + [exchange] { if let line = sent.curl { curl(line) } }
      }
    }
    for error in text.errors(of: report) {
      lines += error.lines
      verdict = max(verdict, error.isAssertion ? .failure : .error)
    }
    if case .errored(let fault) = report.result, fault.outcomes.isEmpty, lines.isEmpty {
      verdict = max(verdict, .error)
    }
    if report.step.isRequest { held[report.scenario]?.requests += max(1, report.attemptCount) }
    if case .skipped = report.result, report.attemptCount == 0 {
      held[report.scenario]?.requests -= report.step.isRequest ? 1 : 0
    }
    if settings.isTest {
      held[report.scenario]?.lines += lines
    } else {
      try write(lines)
    }
  }

  private mutating func take(_ report: ScenarioReport) throws(ReporterError) {
    let own = held.removeValue(forKey: report.scenario.id) ?? Held()
    switch report.outcome {
    case .passed, .skipped, .flaky: succeeded += 1
    case .failed:
      // No error of a step says so when an outcome is unlike those of the steps.
      verdict = max(verdict, .failure)
      failed += 1
    case .errored where verdict != .success: failed += 1
    case .errored, .notRun:
      verdict = .error
      failed += 1
    }
    guard settings.isTest else { return }
    let word = report.outcome.isGood ? "Success" : "Failure"
    let style = TextStyle(usesColor: settings.usesColor)
    let painted = style.paint(word, report.outcome.isGood ? .good : .bad)
    let time = NumberText.milliseconds(report.duration)
    let line = "\(painted) \(report.scenario.shownPath) (\(own.requests) request(s) in \(time) ms)"
    try write(own.lines + [line])
  }

  private func finish(_ summary: RunSummary) throws(ReporterError) {
    guard settings.isTest else { return }
    var lines: [String] = []
    for file in broken where !file.path.isEmpty {
      lines +=
        file.lines + ["Failure \(SafeText.line(file.path, limit: 1_000)) (0 request(s) in 0 ms)"]
    }
    let bad = failed + broken.count
    let total = succeeded + bad
    let milliseconds = NumberText.milliseconds(summary.duration)
    let rate = NumberText.fixed(
      Double(summary.requestCount) / max(0.001, Double(milliseconds) / 1_000),
      1
    )
    func share(_ count: Int) -> String {
      "\(count) (\(NumberText.fixed(Double(count) * 100 / Double(max(1, total)), 1))%)"
    }
    let seconds = milliseconds / 1_000
    lines += [
      String(repeating: "-", count: 80),
      "Executed files:    \(total)",
      "Executed requests: \(summary.requestCount) (\(rate)/s)",
      "Succeeded files:   \(share(succeeded))",
      "Failed files:      \(share(bad))",
      "Duration:          \(milliseconds) ms (\(seconds / 3_600)h:\(seconds / 60 % 60)m:\(seconds % 60)s:\(milliseconds % 1_000)ms)",
      "",
    ]
    try write(lines)
  }

  private func write(_ lines: [String]) throws(ReporterError) {
    guard !lines.isEmpty else { return }
    try writer.write(lines.joined(separator: "\n") + "\n")
  }
}

extension ScenarioReport.Outcome {
  /// Whether a file succeeded.
  fileprivate var isGood: Bool {
    switch self {
    case .passed, .skipped, .flaky: true
    case .failed, .errored, .notRun: false
    }
  }
}

@available(*, unavailable)
extension HurlReporter: Sendable {}
