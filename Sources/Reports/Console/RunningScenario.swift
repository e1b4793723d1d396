import Diagnostics
import RunEvents

/// What the console keeps of a scenario while it runs.
struct RunningScenario {
  private static let detailLimit = 1_000
  private static let lineLimitPerStep = 400
  private static let attemptLimit = 3

  /// The blocks of steps that did not pass, by attempt.
  private(set) var blocks: [(attempt: Int, lines: [String])] = []
  /// How many steps of the attempt did not pass and have no block, because there are too many.
  private(set) var untold = 0
  /// Whether a step of the attempt was not skipped.
  private(set) var hasRun = false
  private var details: [String] = []

  /// Notes that an attempt has begun.
  mutating func start(_ scenario: ScenarioDescription) {
    untold = 0
    hasRun = false
    blocks.removeAll { $0.attempt < scenario.id.attempt - Self.attemptLimit }
  }

  /// Notes how a step ended.
  mutating func finish(_ report: StepReport, style: TextStyle, options: ReporterOptions) {
    if case .skipped = report.result {} else { hasRun = true }
    if !report.result.isGood, blocks.count >= FailureList.stepLimit {
      untold += 1
    } else if !report.result.isGood {
      var failure = FailureText(style: style)
      if options.terminal.isLive {
        // An underline that the terminal breaks points at nothing.
        failure.renderer.maximumWidth = max(24, min(160, options.terminal.width() - 9))
      }
      var lines = failure.lines(of: report)
      if lines.count > Self.lineLimitPerStep {
        let more = lines.count - Self.lineLimitPerStep
        lines = lines.prefix(Self.lineLimitPerStep) + ["  … and \(more) more lines"]
      }
      blocks.append((report.scenario.attempt, lines))
    }
    guard options.verbosity != .quiet else { return }
    for log in report.logs {
      details.append("  \(style.paint("log", .dim)) \(SafeText.line(log, limit: 4_000))")
    }
    if options.verbosity == .verbose {
      details += StepTranscript.lines(of: report, style: style)
    } else if options.showsCurl {
      let exchanges = report.attempts.compactMap(\.exchange).flatMap { $0.redirects + [$0] }
      details += exchanges.compactMap(\.curl).map { "  " + SafeText.line($0, limit: 200_000) }
    }
  }

  /// Notes how an attempt ended.
  mutating func finish(_ report: ScenarioReport) {
    if report.outcome.isBad, !blocks.contains(where: { $0.attempt == report.scenario.id.attempt }) {
      blocks.append((report.scenario.id.attempt, ["  \(ScenarioReport.unexpectedPass)"]))
    }
  }

  /// Takes the lines that belong under the scenario.
  mutating func takeDetails() -> [String] {
    defer { details = [] }
    return details
  }

  /// Takes them early when they grow many, so that a long scenario does not fill the memory.
  mutating func takeDetailsIfMany() -> [String] {
    details.count > Self.detailLimit ? takeDetails() : []
  }
}
