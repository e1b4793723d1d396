/// How a run of a scenario ended.
public struct ScenarioReport: Sendable {
  /// How a scenario ended.
  public enum Outcome: Sendable, Hashable {
    /// Everything held.
    case passed
    /// Some assertion did not hold.
    case failed
    /// No verdict was reached, or its set-up went wrong.
    case errored
    /// It was not meant to run: `skip`, `when`, a known failure.
    case skipped(reason: String)
    /// It passed after an attempt that did not.
    case flaky
    /// The run ended before it could begin, or cut it off for what happened elsewhere (`--fail-fast`).
    case notRun(reason: String)

    /// Its name in reports.
    public var name: String {
      switch self {
      case .passed: "passed"
      case .failed: "failed"
      case .errored: "errored"
      case .skipped: "skipped"
      case .flaky: "flaky"
      case .notRun: "not run"
      }
    }
  }

  /// The run of the scenario.
  public var scenario: ScenarioDescription
  /// How it ended.
  public var outcome: Outcome
  /// How long it took, in seconds.
  public var duration: Double
  /// Whether no further attempt follows.
  public var isFinal: Bool

  /// Makes a report.
  public init(
    scenario: ScenarioDescription,
    outcome: Outcome,
    duration: Double,
    isFinal: Bool = true
  ) {
    self.scenario = scenario
    self.outcome = outcome
    self.duration = duration
    self.isFinal = isFinal
  }
}
