import CurlTransport
import Diagnostics
import Documents
import RunEvents
import Scenarios

/// Runs one scenario from its set-up to the end of its teardown.
///
/// The steps run in a task of their own that ends early at a stop or a time-out; the teardown runs in another, which does not.
struct ScenarioRunner: Sendable {
  let context: RunContext
  let run: PlannedRun
  /// Which attempt at the scenario, from 1.
  let attempt: Int
  /// How many attempts more there are if this one does not pass.
  let attemptsLeft: Int
  /// How the attempt before ended, if there was one.
  let earlier: ScenarioReport.Outcome?
  /// What every scenario starts with: values that `before-all` captured.
  let inherited: [String: JSONValue]
  /// Sends requests with the cookies of this run of the scenario.
  let sender: RequestSender
  /// Where the steps run.
  let executor: any TaskExecutor

  /// How a scenario ended, with what it captured.
  struct Ending: Sendable {
    var outcome: ScenarioReport.Outcome
    var captured: [String: JSONValue]
    /// Whether there is no further attempt.
    var isFinal = true
    /// Whether another attempt could end otherwise.
    var isRetryable = true
    /// Whether nothing kept the steps from running to their end: none failed but such as say `continue`.
    var ranThrough = false
  }

  private var scenario: PlannedScenario { run.scenario }

  /// Runs the scenario and emits its events.
  func callAsFunction() async -> Ending {
    let clock = WallClock.monotonic()
    let description = description()
    context.line.emit(.scenarioStarted(description))
    let tracker = PhaseTracker(
      context: context,
      description: description,
      excuse: scenario.source?.knownFailure.map { "known failure: \($0.value)" }
    )
    var ending = await execute(tracker)
    ending.isFinal =
      !(ending.outcome.isBad && ending.isRetryable && attemptsLeft > 0)
      || context.stop.reason != nil
    ending.outcome = whole(ending.outcome)
    if ending.isFinal { tracker.settle() }
    context.line.emit(
      .scenarioFinished(
        ScenarioReport(
          scenario: description,
          outcome: ending.outcome,
          duration: WallClock.monotonic() - clock,
          isFinal: ending.isFinal
        )
      )
    )
    return ending
  }

  /// What an attempt means for the scenario: one that could not be run to its end takes back nothing of the one before.
  private func whole(_ outcome: ScenarioReport.Outcome) -> ScenarioReport.Outcome {
    guard let earlier else { return outcome }
    switch outcome {
    case .passed: return .flaky
    case .skipped, .notRun: return earlier
    case .failed, .errored, .flaky: return outcome
    }
  }

  /// What reports are told of the scenario before it begins.
  func description() -> ScenarioDescription {
    ScenarioDescription(
      id: .init(index: run.index, attempt: attempt),
      kind: scenario.kind,
      name: scenario.name.value,
      path: scenario.path,
      range: scenario.name.range,
      tags: scenario.source?.tags.map(\.value) ?? [],
      row: run.label,
      rowRange: run.rowRange,
      turn: run.turn,
      steps: scenario.descriptions,
      startedAt: context.now()
    )
  }

  private func execute(_ tracker: PhaseTracker) async -> Ending {
    // What comes after everything runs whatever ended the run.
    if scenario.kind != .afterAll, let reason = context.stop.reason {
      tracker.skipAll(reason.sentence)
      return Ending(outcome: .notRun(reason: reason.sentence), captured: [:])
    }
    if let skip = scenario.source?.skip {
      tracker.skipAll(skip.value)
      return Ending(outcome: .skipped(reason: skip.value), captured: [:])
    }
    var state: StepState
    do throws(StepFault) {
      state = try initialState()
      if let condition = scenario.source?.when,
        try !StepRunner.isTrue(condition, in: scope(of: state))
      {
        let reason = "its condition \(condition.source) is not true"
        tracker.skipAll(reason)
        return Ending(outcome: .skipped(reason: reason), captured: [:])
      }
    } catch {
      tracker.error(error)
      return Ending(outcome: outcome(.errored), captured: [:])
    }
    let isLast = scenario.kind == .afterAll
    let (verdict, cutReason) = isLast ? (.skipped, nil) : await runBody(&state, tracker)
    let teardown = await runTeardown(state, tracker)
    let joined = verdict.joined(teardown)
    if let cutReason, !joined.isBad {
      return Ending(outcome: .notRun(reason: cutReason), captured: state.variables.captured)
    }
    return Ending(
      outcome: outcome(joined),
      captured: state.variables.captured,
      isRetryable: scenario.source?.knownFailure == nil,
      ranThrough: !joined.stops
    )
  }

  /// Set-up and steps, until one fails, time is up or the run ends.
  ///
  /// - Returns: the worst of them, and why there is no verdict when the run ended for what happened elsewhere.
  private func runBody(
    _ state: inout StepState,
    _ tracker: PhaseTracker
  ) async -> (StepVerdict, String?) {
    let interruption = Interruption()
    let steps = StepRunner(
      context: context,
      sender: sender,
      ledger: tracker.ledger,
      interruption: interruption,
      executor: executor
    )
    let timeout = scenario.source?.timeout.map { (duration: $0.value, text: $0.range.text) }
    let initial = state
    let scenario = scenario
    let (ended, verdict) = await interruption.run(
      until: context.stop,
      on: executor
    ) { () async -> (StepState, StepVerdict) in
      var state = initial
      state.phase = .setup
      let setup = await steps.runAll(scenario.setup, &state, flushing: tracker)
      guard !setup.stops else {
        tracker.skip(scenario.steps, "the set-up did not succeed")
        return (state, .errored)
      }
      // A failure that says `continue` keeps nothing from running; the scenario is an error all the same.
      let setUp = setup.isBad ? setup.joined(.errored) : setup
      state.phase = .steps
      guard let timeout else {
        let verdict = await steps.runAll(scenario.steps, &state, flushing: tracker)
        return (state, setUp.joined(verdict))
      }
      let afterSetup = state
      return await interruption.run(
        until: context.stop,
        limit: timeout,
        on: executor
      ) { () async -> (StepState, StepVerdict) in
        var state = afterSetup
        let verdict = await steps.runAll(scenario.steps, &state, flushing: tracker)
        return (state, setUp.joined(verdict))
      }
    }
    state = ended
    if let reason = interruption.skipReason { return (verdict, interruption.hasCut ? reason : nil) }
    // What came too late to cut anything off changes nothing.
    return (interruption.hasCut ? verdict.joined(.errored) : verdict, nil)
  }

  private func runTeardown(_ state: StepState, _ tracker: PhaseTracker) async -> StepVerdict {
    guard !scenario.teardown.isEmpty else { return .skipped }
    let interruption = Interruption()
    let steps = StepRunner(
      context: context,
      sender: sender,
      ledger: tracker.ledger,
      interruption: interruption,
      executor: executor
    )
    let scenario = scenario
    return await interruption.run(
      until: context.stop,
      grace: .seconds(context.options.grace),
      on: executor
    ) { () async -> StepVerdict in
      var state = state
      state.phase = .teardown
      return await steps.runAll(
        scenario.teardown,
        &state,
        flushing: tracker,
        goingOn: true
      )
    }
  }

  private func outcome(_ verdict: StepVerdict) -> ScenarioReport.Outcome {
    if let known = scenario.source?.knownFailure {
      switch verdict.kind {
      case .failed, .errored: return .skipped(reason: "known failure: \(known.value)")
      case .passed: return .failed
      case .skipped: return .passed
      }
    }
    switch verdict.kind {
    case .passed, .skipped: return .passed
    case .failed: return .failed
    case .errored: return .errored
    }
  }

  private func initialState() throws(StepFault) -> StepState {
    var state = StepState(
      variables: Variables(),
      projectValues: [:],
      base: nil,
      facts: ScenarioFacts(name: scenario.name.value, row: run.row, files: scenario.files),
      turn: nil,
      randomPath: [
        RandomStream.number(of: scenario.identity), UInt64(run.rowIndex), UInt64(run.turn ?? 0),
        UInt64(attempt),
      ],
      phase: .setup
    )
    var overrides = context.options.overrides
    overrides.merge(inherited) { $1 }
    for (name, value) in run.row ?? JSONObject() { overrides[name] = value }
    let blank = state
    let values = try VariableEvaluation(scenario.variables, overrides: overrides) {
      VariableScope(outer: scope(of: blank, variable: $0), lookUp: $1)
    }.evaluate()
    state.variables = Variables(values)
    if scenario.usesSharedSteps {
      state.projectValues = try VariableEvaluation(
        scenario.projectVariables,
        overrides: context.options.overrides.merging(inherited) { $1 }
      ) {
        VariableScope(outer: scope(of: blank, variable: $0), lookUp: $1)
      }.evaluate()
    }
    if let base = scenario.base {
      do throws(ExpressionFailure) {
        state.base = try base.evaluate(in: scope(of: state))
      } catch {
        throw StepFault(error, at: base.range)
      }
    }
    return state
  }

  /// What names stand for outside of steps; each variable draws from a stream of its own, so that overriding one changes no other.
  private func scope(of state: StepState, variable: String = "") -> StepScope {
    StepScope(
      context: context,
      scenario: state.facts,
      variables: state.variables,
      turn: nil,
      response: nil,
      random: RandomStream(
        seed: context.seed,
        path: state.randomPath + [RandomStream.number(of: variable)]
      )
    )
  }
}

extension ScenarioReport.Outcome {
  /// Whether it failed or errored.
  var isBad: Bool {
    switch self {
    case .failed, .errored: true
    case .passed, .skipped, .flaky, .notRun: false
    }
  }
}
