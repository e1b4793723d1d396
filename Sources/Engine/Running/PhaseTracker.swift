import Locks
import RunEvents
import Scenarios

/// Reports the results of the steps of one run of a scenario, each once and in source order.
final class PhaseTracker: Sendable {
  let context: RunContext
  let description: ScenarioDescription
  private let shown: ConstantText
  /// That of the scenario: its steps are reported once it is certain what their results mean.
  private let knownFailure: KnownFailure?
  let ledger = StepLedger()
  /// When the run of the scenario began, as the monotonic clock has it.
  let clock = WallClock.monotonic()
  private let state = Locked(State())

  private struct State {
    var counts = RunSummary.Counts()
    /// The reports of a scenario that is known to fail.
    var held: [StepReport] = []
    /// Whether a step of `steps` was not skipped.
    var hasRun = false
    /// Why the first one was skipped.
    var skipReason: String?

    mutating func note(_ report: StepReport) {
      guard report.step.phase == .steps else { return }
      if case .skipped(let reason) = report.result {
        skipReason = skipReason ?? reason
      } else {
        hasRun = true
      }
    }
  }

  init(
    context: RunContext,
    description: ScenarioDescription,
    shown: ConstantText,
    knownFailure: KnownFailure? = nil
  ) {
    self.context = context
    self.description = description
    self.shown = shown
    self.knownFailure = knownFailure
  }

  /// Why nothing of `steps` was run; `nil` when something was, or when there are none.
  var skipReason: String? { state.withLock { $0.hasRun ? nil : $0.skipReason } }

  /// Notes that steps do not run, and emits their reports.
  func skip(_ steps: [PlannedStep], _ reason: String) {
    for step in steps {
      ledger.skip(step.leaves, reason: reason, at: context.now())
      flush(step.leaves)
    }
  }

  /// Notes that no step of the scenario runs.
  func skipAll(_ reason: String) {
    let all = description.steps.indices
    ledger.skip(all, reason: reason, at: context.now())
    flush(all)
  }

  /// Counts the steps among the run's: this was the scenario's last attempt.
  func settle() {
    guard description.kind == .scenario else { return }
    context.tally.add(state.withLock { $0.counts })
  }

  /// Emits the reports that wait for the end of a scenario that is known to fail.
  ///
  /// - Parameter outcome: how the scenario ended: what it excuses is skipped, and what should have failed and did not has failed.
  func release(_ outcome: ScenarioReport.Outcome) {
    guard let knownFailure else { return }
    var reports = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    if case .skipped = outcome {
      for index in reports.indices {
        let excusesErrors = knownFailure.excusesErrors
        reports[index].result.excuse(reason: knownFailure.sentence, withErrors: excusesErrors)
      }
    } else if outcome == .failed, reports.allSatisfy(\.result.isGood),
      let last = reports.lastIndex(where: { $0.step.phase == .steps && $0.result == .passed })
        ?? reports.lastIndex(where: { $0.result == .passed })
    {
      reports[last].result = .failed([.unexpectedPass(of: knownFailure)])
    }
    state.withLock { state in for report in reports { state.counts.count(report.result) } }
    for report in reports { emit(report) }
  }

  /// Notes that the scenario could not begin: the first step errors, the others are skipped.
  func error(_ fault: StepFault) {
    if !description.steps.isEmpty {
      ledger.record(0, .errored(context.mask.masking(fault)), startedAt: context.now())
    }
    skipAll("the scenario could not begin")
  }

  /// Emits the reports of leaves.
  func flush(_ leaves: Range<Int>) {
    let now = context.now()
    for leaf in leaves {
      var report = ledger.take(leaf, of: description.id, description.steps[leaf], at: now)
      if report.step.phase == .setup || description.kind == .beforeAll {
        report.result = report.result.ofSetup
      }
      let isHeld = knownFailure != nil
      state.withLock { state in
        state.note(report)
        if isHeld { state.held.append(report) } else { state.counts.count(report.result) }
      }
      if !isHeld { emit(report) }
    }
  }

  private func emit(_ report: consuming StepReport) {
    // A secret that was captured meanwhile may stand in the file as well.
    if report.step.writtenName != nil || context.mask.isShown(in: shown) {
      report.step = context.mask.masking(report.step)
    }
    report.result = context.mask.masking(report.result)
    context.line.emit(.stepFinished(report))
  }
}

extension StepResult {
  /// How a step of the set-up ended: what does not hold there is no verdict on what the scenario is about.
  fileprivate var ofSetup: StepResult {
    switch self {
    case .passed, .errored, .skipped: return self
    case .failed(let outcomes):
      let message = "an assertion of the set-up does not hold"
      return .errored(StepFault(.setup, message, outcomes: outcomes))
    }
  }
}
