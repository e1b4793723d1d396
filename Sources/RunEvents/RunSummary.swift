/// What a run comes to.
public struct RunSummary: Sendable, Hashable {
  /// How many ended how.
  public struct Counts: Sendable, Hashable {
    /// Everything held.
    public var passed = 0
    /// Some assertion did not hold.
    public var failed = 0
    /// No verdict was reached.
    public var errored = 0
    /// Was not meant to run.
    public var skipped = 0
    /// Passed after an attempt that did not.
    public var flaky = 0
    /// The run ended before it could begin.
    public var notRun = 0

    /// Makes counts of zero.
    public init() {}

    /// All of them.
    public var total: Int { passed + failed + errored + skipped + flaky + notRun }

    /// Counts a scenario.
    public mutating func count(_ outcome: ScenarioReport.Outcome) {
      switch outcome {
      case .passed: passed += 1
      case .failed: failed += 1
      case .errored: errored += 1
      case .skipped: skipped += 1
      case .flaky: flaky += 1
      case .notRun: notRun += 1
      }
    }

    /// Counts a step.
    public mutating func count(_ result: StepResult) {
      switch result {
      case .passed: passed += 1
      case .failed: failed += 1
      case .errored: errored += 1
      case .skipped: skipped += 1
      }
    }
  }

  /// Scenarios, final attempts only; `before-all` and `after-all` are none.
  public var scenarios = Counts()
  /// Steps of these attempts.
  public var steps = Counts()
  /// How many of `before-all` and `after-all` failed or errored.
  public var failedOutsideCount = 0
  /// How many requests were sent, redirects and attempts counted.
  public var requestCount = 0
  /// How many connections were opened.
  public var connectionCount = 0
  /// How many files could not be understood.
  public var unreadableFileCount = 0
  /// The wall time of the run, in seconds.
  public var duration = 0.0
  /// How long responses took.
  public var latencies = LatencyHistogram()
  /// Whether it was interrupted.
  public var interrupted = false
  /// Whether scenarios were left out by a selection (tags, names, places); a shard alone is no selection.
  public var isPart = false
  /// What was exercised of each contract.
  public var contracts: [ContractReport] = []
  /// How much of each contract must be exercised at least.
  public var coverageMinimum: CoverageMinimum?
  /// Whether this is one shard of several, which all together have to reach ``coverageMinimum``.
  public var isShard = false

  /// How many errors are the run's own: a `before-all` or `after-all` that did not succeed, and an interruption or time limit.
  public var runErrorCount: Int { failedOutsideCount + (interrupted ? 1 : 0) }

  /// What falls short of ``coverageMinimum``, a sentence each; a run with any does not go as it should.
  ///
  /// Of one shard there are none: what it leaves out another may exercise.
  public var coverageShortfalls: [String] {
    isShard ? [] : coverageMinimum?.shortfalls(of: contracts) ?? []
  }

  /// Makes a summary of nothing.
  public init() {}
}
