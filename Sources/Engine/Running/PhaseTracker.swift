import Locks
import RunEvents

/// Tells what became of the steps of one run of a scenario, each once and in the order of the source.
final class PhaseTracker: Sendable {
  let context: RunContext
  let description: ScenarioDescription
  /// Why no step counts as failed: the scenario's failure is known.
  let excuse: String?
  let ledger = StepLedger()
  /// When the run of the scenario began, as the monotonic clock has it.
  let clock = WallClock.monotonic()
  private let counts = Locked(RunSummary.Counts())

  init(context: RunContext, description: ScenarioDescription, excuse: String? = nil) {
    self.context = context
    self.description = description
    self.excuse = excuse
  }

  /// Emits the reports of a step's leaves.
  func flush(_ step: PlannedStep) {
    flush(step.leaves)
  }

  /// Notes that steps do not run, and emits their reports.
  func skip(_ steps: [PlannedStep], _ reason: String) {
    for step in steps {
      ledger.skip(step.leaves, reason: reason, at: context.now())
      flush(step)
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
    context.tally.add(counts.withLock(\.self))
  }

  /// Notes that the scenario could not begin: the first step errors, the others are skipped.
  func error(_ fault: StepFault) {
    let now = context.now()
    if !description.steps.isEmpty {
      ledger.record(
        0,
        .errored(context.mask.masking(fault)),
        startedAt: now,
        endedAt: now
      )
    }
    skipAll("the scenario could not begin")
  }

  private func flush(_ leaves: Range<Int>) {
    for var report in ledger.take(leaves, of: description.id, description.steps, at: context.now())
    {
      if let excuse, !report.result.isGood, !report.result.isInterrupted {
        report.result = .skipped(reason: excuse)
      } else if report.step.phase == .setup || description.kind == .beforeAll {
        report.result = report.result.ofSetup
      }
      counts.withLock { $0.count(report.result) }
      // A secret that was captured meanwhile may stand in the file as well.
      report.step = context.mask.masking(report.step)
      report.result = context.mask.masking(report.result)
      context.line.emit(.stepFinished(report))
    }
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
