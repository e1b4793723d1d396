import CurlTransport
import Diagnostics
import Documents
import Locks
import RunEvents
import Scenarios

/// Runs one scenario from its set-up to the end of its teardown.
///
/// The steps run in a task that ends early at a stop or a time-out; the teardown runs in another, which does not.
final class ScenarioRunner: Sendable {
  private let context: RunContext
  private let run: PlannedRun
  private let attempt: Int
  private let attemptsLeft: Int
  private let earlier: ScenarioReport.Outcome?
  private let overrides: [String: JSONValue]
  private let sender: RequestSender
  private let executor: any TaskExecutor
  private let endsWithTask: Bool

  /// Prepares a run of a scenario.
  ///
  /// - Parameters:
  ///   - context: the run's.
  ///   - run: what is run.
  ///   - attempt: which attempt at the scenario, from 1.
  ///   - attemptsLeft: how many attempts more there are if this one does not pass.
  ///   - earlier: how the attempt before ended, if there was one.
  ///   - overrides: values that take the place of what variables are defined as: given for the run, then captured by `before-all`.
  ///   - sender: sends requests with the cookies of this run of the scenario.
  ///   - executor: where the steps run.
  ///   - endsWithTask: whether a stop of the run cancels the task that this runs in, so that the steps need none of their own.
  init(
    context: RunContext,
    run: PlannedRun,
    attempt: Int = 1,
    attemptsLeft: Int = 0,
    earlier: ScenarioReport.Outcome? = nil,
    overrides: [String: JSONValue],
    sender: RequestSender,
    executor: any TaskExecutor,
    endsWithTask: Bool = false
  ) {
    self.context = context
    self.run = run
    self.attempt = attempt
    self.attemptsLeft = attemptsLeft
    self.earlier = earlier
    self.overrides = overrides
    self.sender = sender
    self.executor = executor
    self.endsWithTask = endsWithTask
  }

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
    let tracker = begin()
    return finish(await execute(tracker), tracker)
  }

  @inline(never)
  private func begin() -> PhaseTracker {
    let description = context.mask.masking(description(), scenario.shown)
    context.line.emit(.scenarioStarted(description))
    return PhaseTracker(
      context: context,
      description: description,
      shown: scenario.shown,
      knownFailure: scenario.source?.knownFailure
    )
  }

  @inline(never)
  private func finish(_ ending: Ending, _ tracker: PhaseTracker) -> Ending {
    var ending = ending
    ending.isFinal =
      !(ending.outcome.isBad && ending.isRetryable && attemptsLeft > 0)
      || context.stop.reason != nil
    tracker.release(ending.outcome)
    ending.outcome = whole(ending.outcome)
    if ending.isFinal { tracker.settle() }
    // A secret that was captured meanwhile may stand in the row as well.
    let isShown = ending.outcome.isBad && run.rows != nil
    context.line.emit(
      .scenarioFinished(
        ScenarioReport(
          scenario: isShown
            ? context.mask.masking(tracker.description, scenario.shown) : tracker.description,
          outcome: context.mask.masking(ending.outcome),
          duration: WallClock.monotonic() - tracker.clock,
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

  /// The description of the scenario for reports, before it begins.
  func description() -> ScenarioDescription {
    ScenarioDescription(
      id: .init(index: run.index, attempt: attempt),
      kind: scenario.kind,
      name: scenario.name.value,
      path: scenario.path,
      range: scenario.name.range,
      summary: scenario.source?.description,
      tags: scenario.source?.tags.map(\.value) ?? [],
      row: run.label,
      rowNumber: run.rows.map { _ in run.rowIndex + 1 },
      rowRange: run.rowRange,
      rowValues: run.rows?.summary(at: run.rowIndex),
      turn: run.turn,
      steps: scenario.descriptions,
      startedAt: context.now()
    )
  }

  // What goes from step to step lies apart from the frames of the functions below, for thousands of them wait at once.
  private func execute(_ tracker: PhaseTracker) async -> Ending {
    let state: Locked<StepState>
    switch start(tracker) {
    case .ended(let ending): return ending
    case .ready(let initial): state = initial
    }
    var body = Body(verdict: .skipped)
    if scenario.kind != .afterAll { body = await runBody(state, tracker) }
    if !scenario.teardown.isEmpty {
      let teardown = await runTeardown(state, tracker)
      body.verdict = body.verdict.joined(teardown.verdict)
      body.isStopped = body.isStopped || teardown.isStopped
    }
    return ending(body, state, tracker)
  }

  /// What set-up and steps, or the teardown, came to.
  private struct Body {
    var verdict: StepVerdict
    /// Why there is no verdict when the run ended for what happened elsewhere.
    var cutReason: String?
    /// Whether the end of the run cut a step off.
    var isStopped = false
  }

  /// How a scenario begins.
  private enum Start {
    case ready(Locked<StepState>)
    /// It ends without running a step.
    case ended(Ending)
  }

  @inline(never)
  private func start(_ tracker: PhaseTracker) -> Start {
    // What comes after everything runs whatever ended the run.
    if scenario.kind != .afterAll, let reason = context.stop.reason {
      tracker.skipAll(reason.sentence)
      return .ended(Ending(outcome: .notRun(reason: reason.sentence), captured: [:]))
    }
    if let skip = scenario.source?.skip {
      tracker.skipAll(skip.value)
      return .ended(Ending(outcome: .skipped(reason: skip.value), captured: [:]))
    }
    do throws(StepFault) {
      let state = try initialState()
      if let condition = scenario.source?.when,
        try !scope(state.facts, state.variables, state.randomPath).isTrue(condition)
      {
        let reason = "its condition \(condition.source) is not true"
        tracker.skipAll(reason)
        return .ended(Ending(outcome: .skipped(reason: reason), captured: [:]))
      }
      return .ready(Locked(state))
    } catch {
      if WorkLimit.current?.hasCut == true, let reason = context.stop.reason {
        tracker.skipAll(reason.sentence)
        return .ended(Ending(outcome: .notRun(reason: reason.sentence), captured: [:]))
      }
      tracker.error(error)
      return .ended(Ending(outcome: outcome(.errored), captured: [:]))
    }
  }

  @inline(never)
  private func ending(
    _ body: Body,
    _ state: Locked<StepState>,
    _ tracker: PhaseTracker
  ) -> Ending {
    let verdict = body.verdict
    let captured = state.withLock { $0.variables.captured }
    if let cutReason = body.cutReason, !verdict.isBad {
      return Ending(outcome: .notRun(reason: cutReason), captured: captured)
    }
    let outcome: ScenarioReport.Outcome =
      if body.isStopped, verdict.isBad {
        .errored
      } else if !verdict.isBad, scenario.kind == .scenario, let reason = tracker.skipReason {
        // It says nothing about the service.
        .skipped(reason: reason)
      } else {
        outcome(verdict)
      }
    return Ending(
      outcome: outcome,
      captured: captured,
      isRetryable: scenario.source?.knownFailure == nil,
      ranThrough: !verdict.stops
    )
  }

  /// Set-up and steps, until one fails, time is up or the run ends.
  ///
  /// - Returns: the worst of them, and what the end of the run did to them.
  private func runBody(
    _ state: Locked<StepState>,
    _ tracker: PhaseTracker
  ) async -> Body {
    let interruption = Interruption(context.stop, endsWithTask: endsWithTask)
    let verdict =
      endsWithTask
      ? await runPhases(state, interruption, tracker)
      : await runApart(state, interruption, tracker)
    // What came too late to cut anything off changes nothing.
    guard interruption.hasCut else { return Body(verdict: verdict) }
    if let reason = interruption.skipReason { return Body(verdict: verdict, cutReason: reason) }
    return Body(verdict: verdict.joined(.errored), isStopped: interruption.isStop)
  }

  @inline(never)
  private func runApart(
    _ state: Locked<StepState>,
    _ interruption: Interruption,
    _ tracker: PhaseTracker
  ) async -> StepVerdict {
    await interruption.run(on: executor) { () async -> StepVerdict in
      await self.runPhases(state, interruption, tracker)
    }
  }

  private func runPhases(
    _ state: Locked<StepState>,
    _ interruption: Interruption,
    _ tracker: PhaseTracker
  ) async -> StepVerdict {
    var setUp = StepVerdict.skipped
    if !scenario.setup.isEmpty {
      setUp = await runAll(scenario.setup, as: .setup, state, interruption, tracker)
      guard !setUp.stops else {
        tracker.skip(scenario.steps, "the set-up did not succeed")
        return .errored
      }
      // A failure that says `continue` keeps nothing from running; the scenario is an error all the same.
      if setUp.isBad { setUp = setUp.joined(.errored) }
    }
    if scenario.source?.timeout != nil {
      return setUp.joined(await runLimited(state, interruption, tracker))
    }
    return setUp.joined(await runAll(scenario.steps, as: .steps, state, interruption, tracker))
  }

  @inline(never)
  private func runLimited(
    _ state: Locked<StepState>,
    _ interruption: Interruption,
    _ tracker: PhaseTracker
  ) async -> StepVerdict {
    let timeout = scenario.source?.timeout.map {
      TimeLimit("the scenario's timeout", $0.value, text: $0.range.text)
    }
    return await interruption.run(limit: timeout, on: executor) { () async -> StepVerdict in
      await self.runAll(self.scenario.steps, as: .steps, state, interruption, tracker)
    }
  }

  @inline(never)
  private func runTeardown(
    _ state: Locked<StepState>,
    _ tracker: PhaseTracker
  ) async -> Body {
    let interruption = Interruption(context.stop)
    let verdict = await interruption.run(
      grace: .seconds(context.options.grace),
      on: executor,
      heedingTask: !endsWithTask
    ) { () async -> StepVerdict in
      await self.runAll(
        self.scenario.teardown,
        as: .teardown,
        state,
        interruption,
        tracker,
        continuesAfterFailure: true
      )
    }
    return Body(verdict: verdict, isStopped: interruption.hasCut && interruption.isStop)
  }

  /// Runs the steps of a phase.
  ///
  /// Inlined, the state of each phase would stand in the frame of each scenario that waits; see `StepRunner.runLoop`.
  @inline(never)
  private func runAll(
    _ list: [PlannedStep],
    as phase: StepDescription.Phase,
    _ kept: Locked<StepState>,
    _ interruption: Interruption,
    _ tracker: PhaseTracker,
    continuesAfterFailure: Bool = false
  ) async -> StepVerdict {
    let steps = StepRunner(
      context: context,
      sender: sender,
      ledger: tracker.ledger,
      interruption: interruption,
      executor: executor
    )
    var state = kept.withLock { $0 }
    state.phase = phase
    let verdict = await steps.runAll(
      list,
      &state,
      flushing: tracker,
      continuesAfterFailure: continuesAfterFailure
    )
    kept.withLock { swap(&$0, &state) }
    return verdict
  }

  private func outcome(_ verdict: StepVerdict) -> ScenarioReport.Outcome {
    if let known = scenario.source?.knownFailure {
      switch verdict.kind {
      case .errored where !known.excusesErrors: return .errored
      case .failed, .errored: return .skipped(reason: known.sentence)
      case .passed: return .failed
      case .skipped: return .passed
      }
    }
    switch verdict.kind {
    case .passed, .skipped: return .passed
    // As its steps, which prepare what the others need.
    case .failed where scenario.kind == .beforeAll: return .errored
    case .failed: return .failed
    case .errored: return .errored
    }
  }

  private func initialState() throws(StepFault) -> StepState {
    let row = run.row
    let facts = ScenarioFacts(
      name: scenario.name.value,
      row: row,
      files: scenario.files,
      namespaces: scenario.namespaces
    )
    let randomPath = RandomPath(seed: context.seed)
      .appending(scenario.identityNumber)
      .appending(UInt64(run.rowIndex))
      .appending(UInt64(run.turn ?? 0))
      .appending(UInt64(attempt))
    var overrides = overrides
    for (name, value) in row ?? JSONObject() { overrides[name] = value }
    let variables = Variables(
      try evaluate(scenario.variables, overrides: overrides, facts, randomPath)
    )
    let projectValues =
      scenario.usesSharedSteps
      ? try evaluate(scenario.projectVariables, overrides: self.overrides, facts, randomPath) : [:]
    var base: String?
    if let template = scenario.base {
      base = try StepFault.reporting(
        at: template.range,
        template.evaluate(in: scope(facts, variables, randomPath))
      )
    }
    var contractBase = base
    if let template = scenario.contractBase, context.contracts != nil {
      // A scenario with a base of its own may run where that of the project has no value.
      contractBase = try? template.evaluate(in: scope(facts, variables, randomPath))
    }
    return StepState(
      variables: variables,
      projectValues: projectValues,
      base: base,
      contractBase: contractBase,
      facts: facts,
      turn: nil,
      randomPath: randomPath,
      phase: .setup,
      sharesCaptures: scenario.kind == .beforeAll
    )
  }

  /// What variables come to, those that nothing defines included.
  private func evaluate(
    _ definitions: [VariableDefinition],
    overrides: [String: JSONValue],
    _ facts: ScenarioFacts,
    _ randomPath: RandomPath
  ) throws(StepFault) -> [String: JSONValue] {
    guard !definitions.isEmpty else { return overrides }
    return try VariableEvaluation(definitions, overrides: overrides) {
      VariableScope(
        outer: self.scope(facts, Variables(), randomPath, variable: $0),
        lookUp: $1
      )
    }.evaluate()
  }

  /// What names stand for outside of steps; each variable draws from a stream of its own, so that overriding one changes no other.
  private func scope(
    _ facts: ScenarioFacts,
    _ variables: Variables,
    _ randomPath: RandomPath,
    variable: String = ""
  ) -> StepScope {
    StepScope(
      context: context,
      scenario: facts,
      variables: variables,
      turn: nil,
      response: nil,
      random: RandomStream(at: randomPath.appending(variable))
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
