import Assertions
import CurlTransport
import Diagnostics
import Documents
import Encodings
import RunEvents
import Scenarios

/// Runs steps: their loops, conditions and whatever they are made of.
struct StepRunner: Sendable {
  let context: RunContext
  let sender: RequestSender
  var ledger: StepLedger
  var interruption: Interruption
  let executor: any TaskExecutor

  /// Runs a list of steps in order.
  ///
  /// - Parameters:
  ///   - steps: the list.
  ///   - state: what goes from step to step.
  ///   - tracker: notified after each step, when the list is not inside another step.
  ///   - continuesAfterFailure: whether each step runs whatever the one before did, as those of a teardown do.
  /// - Returns: the worst of them.
  func runAll(
    _ steps: [PlannedStep],
    _ state: inout StepState,
    flushing tracker: PhaseTracker? = nil,
    continuesAfterFailure: Bool = false
  ) async -> StepVerdict {
    var verdict = StepVerdict.skipped
    var reason: String?
    for step in steps {
      if let reason {
        let named = step.isLoop ? self : naming(step, state)
        named.ledger.skip(step.leaves, reason: reason, at: context.now())
      } else if Task.isCancelled {
        reason = interruption.cause?.sentence ?? "the run was interrupted"
        verdict = verdict.joined(cutOff(step, in: state.phase))
      } else {
        let own = await run(step, &state)
        verdict = verdict.joined(own)
        if own.stops, !continuesAfterFailure, !context.options.continuesAfterFailure {
          reason = "a step before it did not succeed"
        }
      }
      if let tracker {
        tracker.flush(step.leaves)
        await context.line.room()
      }
    }
    return verdict
  }

  func run(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    let verdict =
      if step.isLimited {
        await runLimited(step, &state)
      } else {
        await runTurns(step, &state)
      }
    let timely = unlessLate(verdict, step, state)
    return step.isJudgedAsAWhole ? judged(timely, step) : timely
  }

  /// A step that ended after a time limit had passed did not pass, even if nothing could cut it off.
  private func unlessLate(
    _ verdict: StepVerdict,
    _ step: PlannedStep,
    _ state: StepState
  ) -> StepVerdict {
    guard verdict.kind == .passed, interruption.hasExpired, !step.expectsTimeout else {
      return verdict
    }
    return cutOff(step, in: state.phase)
  }

  /// Weighs the result of a step against what is known of it.
  @inline(never)
  private func judged(_ verdict: StepVerdict, _ step: PlannedStep) -> StepVerdict {
    let judged = judgedByItself(verdict, step)
    return step.step.continues ? judged.withoutStopping : judged
  }

  private func judgedByItself(_ verdict: StepVerdict, _ step: PlannedStep) -> StepVerdict {
    // A lone request has judged itself.
    if step.request != nil, step.step.loop == nil { return verdict }
    guard let known = step.step.knownFailure else { return verdict }
    switch verdict.kind {
    // What the end of the run cut off is no failure that is known.
    case .errored where Task.isCancelled && interruption.isStop: return verdict
    case .errored where !known.excusesErrors:
      ledger.excuse(step.leaves, reason: known.sentence, withErrors: false)
      return verdict
    case .failed, .errored:
      ledger.excuse(step.leaves, reason: known.sentence, withErrors: true)
      return .skipped
    case .passed:
      guard let last = step.leaves.last else { return verdict }
      ledger.record(last, .failed([.unexpectedPass(of: known)]), startedAt: context.now())
      return .failed
    case .skipped: return verdict
    }
  }

  private func runTurns(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    step.isLoop ? await runLoop(step, &state) : await runTurn(step, &state)
  }

  // Inlined, what is awaited here stands in the frame of each step that waits: 25 KB instead of 1.5, and
  // 2 000 requests of 100 ms with 1 000 jobs took 29 % more memory. The same goes for what else is not inlined.
  @inline(never)
  private func runLoop(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    guard let loop = step.step.loop else { return await runTurn(step, &state) }
    return await LoopRunner(steps: self, step: step, loop: loop).run(&state)
  }

  /// A step, its turns and attempts included, until its own time limit.
  @inline(never)
  private func runLimited(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    guard let template = step.step.timeout else { return await runTurns(step, &state) }
    let startedAt = context.now()
    let limit: TimeLimit
    do throws(StepFault) {
      let (duration, text) = try scope(for: step, state).duration(template)
      limit = TimeLimit("the step's timeout", duration, text: text)
    } catch {
      return fail(step, error, startedAt: startedAt, in: state.phase)
    }
    var limited = self
    limited.interruption = Interruption(within: interruption)
    let (start, steps) = (state, limited)
    let (end, verdict) = await steps.interruption.run(
      heedingStop: false,
      limit: limit,
      on: executor
    ) { () async -> (StepState, StepVerdict) in
      var own = start
      let verdict = await steps.runTurns(step, &own)
      return (own, verdict)
    }
    state = end
    return limited.unlessLate(verdict, step, state)
  }

  /// One turn of a step: its name, its condition, then what it does.
  func runTurn(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    guard step.hasComputedName else { return await runUnnamed(step, &state) }
    return await runNamed(step, &state)
  }

  @inline(never)
  private func runNamed(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    let startedAt = context.now()
    do throws(StepFault) {
      _ = try computedName(of: step, state)
    } catch {
      return fail(step, error, startedAt: startedAt, in: state.phase)
    }
    return await naming(step, state).runUnnamed(step, &state)
  }

  private func runUnnamed(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    if let verdict = verdictOfCondition(step, state) { return verdict }
    return await step.action.run(step, by: self, &state)
  }

  /// How a turn ends that its condition keeps from running.
  @inline(never)
  private func verdictOfCondition(_ step: PlannedStep, _ state: StepState) -> StepVerdict? {
    guard let condition = step.step.when else { return nil }
    let startedAt = context.now()
    do throws(StepFault) {
      if try scope(for: step, state).isTrue(condition) { return nil }
      ledger.skip(
        step.leaves,
        reason: "its condition \(condition.source) is not true",
        at: startedAt
      )
      return .skipped
    } catch {
      return fail(step, error, startedAt: startedAt, in: state.phase)
    }
  }

  /// Takes what a step captures that holds others, once these have ended.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - verdict: what the steps in it came to.
  ///   - scope: what names stand for now.
  ///   - startedAt: when it began, in seconds since 1970.
  ///   - state: gets the captures.
  /// - Returns: the verdict, or an error when a capture has no value.
  func end(
    _ step: PlannedStep,
    _ verdict: StepVerdict,
    in scope: StepScope,
    startedAt: Double,
    _ state: inout StepState
  ) -> StepVerdict {
    do throws(StepFault) {
      _ = try takeCaptures(of: step, in: scope, &state)
    } catch {
      // After a failure what was captured before it is handed back, and the rest was never made.
      return verdict.isBad ? verdict : fail(step, error, startedAt: startedAt, in: state.phase)
    }
    return verdict
  }

  /// Takes what a step other than a request captures: values of expressions.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - scope: what names stand for once it has run.
  ///   - state: gets the captures.
  /// - Returns: the captures as reports show them, and warnings about them.
  /// - Throws: a fault for the first without a value, once all others are taken.
  func takeCaptures(
    of step: PlannedStep,
    in scope: StepScope,
    _ state: inout StepState
  ) throws(StepFault) -> ComputedStep {
    var first: StepFault?
    var scope = scope
    var taken = ComputedStep()
    for planned in step.captures {
      guard case .value = planned.query else { continue }
      let capture = planned.capture
      do throws(StepFault) {
        let value = try value(of: planned, in: scope)
        if capture.secret,
          let warning = context.mask.add(value, capturedAs: capture.name.value)
        {
          taken.logs.append(warning)
        }
        state.variables.capture(capture.name.value, value)
        taken.captures.append(context.captured(capture.name.value, value, isSecret: capture.secret))
        if step.capturesUseEachOther { scope = scope.with([(capture.name.value, .some(value))]) }
      } catch {
        if step.capturesUseEachOther { scope = scope.with([(capture.name.value, .none)]) }
        first = first ?? error
      }
    }
    if let first { throw first }
    return taken
  }

  /// The value of a capture by an expression.
  private func value(
    of planned: PlannedCapture,
    in scope: StepScope
  ) throws(StepFault) -> JSONValue {
    let taker = CaptureTaker(captures: [], scope: scope, response: nil)
    // What a message shows of a value is cut, and a secret must be masked before.
    do throws(StepFault) {
      return try context.mask.redacting { () throws(StepFault) in try taker.value(of: planned) }
    } catch {
      guard error.kind == .capture else { throw error }
      let name = planned.capture.name
      var fault = error
      fault.message = "the capture \"\(name.value)\" \(fault.message)"
      fault.range = fault.range ?? name.range
      throw fault
    }
  }

  /// Runs a step that only computes: what it gives names values, logs or waits for.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - state: gets its captures.
  ///   - work: does what the step says, and adds what reports show of it.
  /// - Returns: that it passed, unless there was a fault.
  func compute(
    _ step: PlannedStep,
    _ state: inout StepState,
    _ work: (StepScope, inout StepState, inout ComputedStep) async throws(StepFault) -> Void
  ) async -> StepVerdict {
    let startedAt = context.now()
    var computed = ComputedStep()
    do throws(StepFault) {
      try await work(scope(for: step, state), &state, &computed)
      let taken = try takeCaptures(of: step, in: scope(for: step, state), &state)
      computed.captures += taken.captures
      computed.logs += taken.logs
    } catch {
      return fail(step, error, startedAt: startedAt, in: state.phase)
    }
    ledger.record(
      step.leaves.lowerBound,
      .passed,
      startedAt: startedAt,
      endedAt: context.now(),
      captures: computed.captures,
      logs: computed.logs
    )
    return .passed
  }

  /// Notes that a step, all its leaves with it, reached no verdict.
  ///
  /// A step of the teardown that needs a capture which was never made is skipped instead: there is nothing to clean up.
  func fail(
    _ step: PlannedStep,
    _ fault: StepFault,
    startedAt: Double,
    in phase: StepDescription.Phase
  ) -> StepVerdict {
    var fault = unlessGivenUp(fault)
    if phase == .teardown, fault.kind == .missingCapture {
      ledger.skip(step.leaves, reason: context.mask.masking(fault.message), at: startedAt)
      return .skipped
    }
    if fault.kind == .interrupted {
      interruption.noteCut()
      if let reason = interruption.skipReason {
        ledger.skip(step.leaves, reason: reason, at: startedAt)
        return .skipped
      }
    }
    fault.range = fault.range ?? step.step.range
    ledger.record(
      step.leaves.lowerBound,
      .errored(context.mask.masking(fault)),
      startedAt: startedAt,
      endedAt: context.now()
    )
    ledger.skip(step.leaves, reason: "the step around it could not be run", at: context.now())
    return .errored
  }

  /// Why there is no verdict: work that was given up says nothing about what it worked on.
  func unlessGivenUp(_ fault: StepFault) -> StepFault {
    WorkLimit.current?.hasCut == true ? StepFault(interruption, at: fault.range) : fault
  }

  /// Notes that a step does not begin, for time is up or the run ends: that is why there is no verdict, and reports show it there.
  func cutOff(_ step: PlannedStep, in phase: StepDescription.Phase) -> StepVerdict {
    interruption.noteCut()
    return fail(step, StepFault(interruption), startedAt: context.now(), in: phase)
  }

  /// What names stand for in a step.
  func scope(for step: PlannedStep, _ state: borrowing StepState, attempt: Int = 0) -> StepScope {
    var path = state.randomPath
    path.append(UInt64(step.leaves.lowerBound))
    path.append(UInt64(state.turn.map { $0 + 1 } ?? 0))
    path.append(UInt64(attempt))
    return StepScope(
      context: context,
      scenario: state.facts,
      variables: state.variables,
      turn: state.turn,
      response: nil,
      random: RandomStream(at: path)
    )
  }
}
