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
        tracker.flush(step)
        await context.line.room()
      }
    }
    return verdict
  }

  private func run(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
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
      let now = context.now()
      ledger.record(
        last,
        .failed([.unexpectedPass(of: known)]),
        startedAt: now,
        endedAt: now
      )
      return .failed
    case .skipped: return verdict
    }
  }

  private func runTurns(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    step.isLoop ? await runLoop(step, &state) : await runTurn(step, &state)
  }

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
      let (duration, text) = try duration(template, in: scope(for: step, state))
      limit = TimeLimit("the step's timeout", duration, text: text)
    } catch {
      return fail(step, error, startedAt: startedAt, in: state.phase)
    }
    var limited = self
    limited.interruption = Interruption(within: interruption)
    let (start, steps) = (state, limited)
    let (end, verdict) = await steps.interruption.run(
      limit: limit,
      on: executor
    ) { () async -> (StepState, StepVerdict) in
      await WorkLimit.$current.withValue(steps.interruption.workLimit(context.stop)) {
        var own = start
        let verdict = await steps.runTurns(step, &own)
        return (own, verdict)
      }
    }
    state = end
    return limited.unlessLate(verdict, step, state)
  }

  private func duration(
    _ template: TextTemplate,
    in scope: StepScope
  ) throws(StepFault) -> (duration: Duration, text: String) {
    let text = try scope.evaluate(template)
    guard let duration = Quantity.duration(text) else {
      throw StepFault(
        .expression,
        "expected a duration such as 500ms, got \"\(text)\"",
        at: template.range
      )
    }
    return (duration, text)
  }

  /// One turn of a step: its name, its condition, then what it does.
  func runTurn(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    guard step.hasComputedName else { return await runUnnamed(step, &state) }
    return await runNamed(step, &state)
  }

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
    guard let request = step.request else { return await runOther(step, &state) }
    return await RequestRunner(steps: self, step: step, planned: request).run(&state)
  }

  /// How a turn ends that its condition keeps from running.
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

  // The frame of each step that waits would hold what this holds, 25 KB instead of 1.5: 2 000 requests of
  // 100 ms with 1 000 jobs took 29 % more memory. The same goes for what else is not inlined here.
  @inline(never)
  private func runOther(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    switch step.kind {
    case .request(let request):
      await RequestRunner(steps: self, step: step, planned: request).run(&state)
    case .use(let use): await runUse(use, of: step, &state)
    case .parallel(let children): await runParallel(children, of: step, &state)
    case .group(let children, let retry):
      await GroupRunner(steps: self, step: step, children: children, retry: retry).run(&state)
    case .assert(let assertions):
      AssertRunner(steps: self, step: step, assertions: assertions).run(&state)
    case .simple: await runSimple(step, &state)
    }
  }

  /// Steps of another file: they see their parameters and what project and environment give, nothing else of the caller.
  private func runUse(
    _ use: PlannedUse,
    of step: PlannedStep,
    _ state: inout StepState
  ) async
    -> StepVerdict
  {
    let startedAt = context.now()
    var inner = state
    do throws(StepFault) {
      inner.variables = try parameters(of: use, for: step, state)
    } catch {
      return fail(step, error, startedAt: startedAt, in: state.phase)
    }
    inner.projectValues = state.valuesForUse
    inner.sharesCaptures = false
    inner.facts = inner.facts.with(use.files, use.shared.namespaces)
    inner.namePrefix = namePrefix(in: step, state)
    let verdict = await runAll(use.steps, &inner, continuesAfterFailure: state.phase == .teardown)
    inner.variables = inner.variables.handedBack(use.shared.returns?.map(\.value))
    if use.takesReturns {
      for name in use.shared.returns ?? [] {
        if let value = inner.variables[name.value] { state.variables.capture(name.value, value) }
      }
    }
    return end(step, verdict, in: scope(for: step, inner), startedAt: startedAt, &state)
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
  /// - Returns: the captures as reports show them.
  /// - Throws: a fault for the first without a value, once all others are taken.
  func takeCaptures(
    of step: PlannedStep,
    in scope: StepScope,
    _ state: inout StepState
  ) throws(StepFault) -> [StepReport.CapturedValue] {
    var first: StepFault?
    var scope = scope
    var taken: [StepReport.CapturedValue] = []
    for capture in step.step.captures + step.step.collect {
      guard case .value(let template) = capture.source else { continue }
      do throws(StepFault) {
        let value = try value(of: template, for: capture, in: scope)
        if capture.secret { context.mask.add(allIn: value) }
        state.variables.capture(capture.name.value, value)
        taken.append(captured(capture.name.value, value))
        if step.capturesUseEachOther { scope = scope.with([(capture.name.value, .some(value))]) }
      } catch {
        if step.capturesUseEachOther { scope = scope.with([(capture.name.value, .none)]) }
        first = first ?? error
      }
    }
    if let first { throw first }
    return taken
  }

  private func value(
    of template: ValueTemplate,
    for capture: Capture,
    in scope: StepScope
  ) throws(StepFault) -> JSONValue {
    let value =
      capture.defaultValue == nil
      ? try scope.evaluateKept(template) : try scope.evaluateAllowingNothing(template)
    guard let value else { return try defaultValue(of: capture, "nothing", in: scope) }
    guard let match = capture.match else {
      return try turned(value, for: capture, in: scope)
    }
    let prepared: PreparedText<TextPatternQuery>
    do throws(Diagnostic) {
      prepared = try ExpectationCompiler.pattern(match)
    } catch {
      throw StepFault(.expression, error.message, at: error.range, hint: error.hint)
    }
    let pattern = try prepared.value(in: scope)
    guard case .string(let text) = value else {
      throw StepFault(
        .capture,
        "the capture \"\(capture.name.value)\" found a value that is no text, but match searches a text",
        at: match.range
      )
    }
    guard case .single(let piece) = try pattern.piece(of: text, at: match.range).content else {
      let place =
        capture.secret
        ? "what the expression gives" : context.mask.redacting { ValueText.describe(value) }
      let miss = "nothing that matches \(pattern.text) in \(place)"
      return try defaultValue(of: capture, miss, in: scope)
    }
    return try turned(piece, for: capture, in: scope)
  }

  /// What the pipe of a capture makes of a value.
  private func turned(
    _ value: JSONValue,
    for capture: Capture,
    in scope: StepScope
  ) throws(StepFault) -> JSONValue {
    guard let template = capture.pipe else { return value }
    let pipe: Prepared<ValuePipe>
    do throws(Diagnostic) {
      pipe = try ExpectationCompiler.pipe(template)
    } catch {
      throw StepFault(.expression, error.message, at: error.range, hint: error.hint)
    }
    let functions = try pipe.value(in: scope)
    let turned = context.mask.redacting { () -> Result<JSONValue?, StepFault> in
      Result { () throws(StepFault) in
        try scope.turn(value, by: functions, of: capture, at: template.range)
      }
    }
    switch turned {
    case .success(let value?): return value
    case .success(.none):
      return try defaultValue(of: capture, "nothing behind its pipe", in: scope)
    case .failure(var fault):
      if fault.kind == .capture {
        fault.message = "the capture \"\(capture.name.value)\" \(fault.message)"
        fault.range = capture.name.range
      }
      throw fault
    }
  }

  /// The value of a capture that finds nothing.
  private func defaultValue(
    of capture: Capture,
    _ miss: String,
    in scope: StepScope
  ) throws(StepFault) -> JSONValue {
    guard let defaultValue = capture.defaultValue else {
      throw StepFault(
        .capture,
        "the capture \"\(capture.name.value)\" found \(miss)",
        at: capture.name.range,
        hint: "give it a `default:` if it may be absent"
      )
    }
    return try scope.evaluateKept(defaultValue)
  }

  private func parameters(
    of use: PlannedUse,
    for step: PlannedStep,
    _ state: StepState
  )
    throws(StepFault) -> Variables
  {
    var values = state.valuesForUse
    let scope = scope(for: step, state)
    for parameter in use.shared.parameters {
      let name = parameter.name.value
      if let given = use.with.last(where: { $0.name.value == name }) {
        values[name] = try scope.evaluateKept(given.value)
      } else if let defaultValue = parameter.defaultValue {
        values[name] = try scope.with(Variables(values)).evaluateKept(defaultValue)
      }
    }
    return Variables(values)
  }

  private func runParallel(
    _ children: [PlannedStep],
    of step: PlannedStep,
    _ state: inout StepState
  ) async
    -> StepVerdict
  {
    let start = state
    let startedAt = context.now()
    let endings = await withTaskGroup(of: (Int, StepVerdict, Variables).self) { group in
      for (index, child) in children.enumerated() {
        group.addTask(executorPreference: executor) {
          var own = start.fork()
          let verdict = await run(child, &own)
          return (index, verdict, own.variables)
        }
      }
      var endings: [(Int, StepVerdict, Variables)] = []
      for await ending in group { endings.append(ending) }
      return endings.sorted { $0.0 < $1.0 }
    }
    var verdict = StepVerdict.skipped
    for (_, own, variables) in endings {
      verdict = verdict.joined(own)
      state.variables.merge(variables)
    }
    return end(step, verdict, in: scope(for: step, state), startedAt: startedAt, &state)
  }

  private func runSimple(_ step: PlannedStep, _ state: inout StepState) async -> StepVerdict {
    let startedAt = context.now()
    var captures: [StepReport.CapturedValue] = []
    var logs: [String] = []
    do throws(StepFault) {
      let scope = scope(for: step, state)
      switch step.step.kind {
      case .set(let definitions):
        for definition in definitions {
          let value = try scope.with(state.variables).evaluateKept(definition.value)
          state.variables.capture(definition.name.value, value)
          captures.append(captured(definition.name.value, value))
        }
      case .wait(let template):
        let (duration, _) = try duration(template, in: scope)
        guard (try? await Task.sleep(for: duration)) != nil else {
          var fault = StepFault(interruption)
          fault.range = template.range
          throw fault
        }
      case .log(let template):
        logs.append(context.mask.masking(try scope.evaluate(template)))
      case .exec(let words):
        return await ExecRunner(steps: self, step: step, words: words).run(&state)
      case .request, .use, .parallel, .group, .assert:
        throw StepFault(.internal, "\(step.step.title) was not compiled", at: step.step.range)
      }
      captures += try takeCaptures(of: step, in: self.scope(for: step, state), &state)
    } catch {
      return fail(step, error, startedAt: startedAt, in: state.phase)
    }
    ledger.record(
      step.leaves.lowerBound,
      .passed,
      startedAt: startedAt,
      endedAt: context.now(),
      captures: captures,
      logs: logs
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
    var fault = fault
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

  /// Notes that a step does not begin, for time is up or the run ends: that is why there is no verdict, and reports show it there.
  func cutOff(_ step: PlannedStep, in phase: StepDescription.Phase) -> StepVerdict {
    interruption.noteCut()
    return fail(step, StepFault(interruption), startedAt: context.now(), in: phase)
  }

  /// A captured value as reports show it.
  func captured(_ name: String, _ value: JSONValue) -> StepReport.CapturedValue {
    // A value of many parts is not written out only to be cut.
    let text =
      value.exceeds(count: 1_000, depth: StepScope.mostLevels)
      ? context.mask.redacting { ValueText.describe(value) }
      : context.mask.masking(value.string ?? value.description)
    return StepReport.CapturedValue(
      name: name,
      value: text.count > 200 ? text.prefix(199) + "…" : text
    )
  }

  /// What names stand for in a step.
  func scope(for step: PlannedStep, _ state: StepState, attempt: Int = 0) -> StepScope {
    let path =
      state.randomPath + [
        UInt64(step.leaves.lowerBound), UInt64(state.turn.map { $0 + 1 } ?? 0), UInt64(attempt),
      ]
    return StepScope(
      context: context,
      scenario: state.facts,
      variables: state.variables,
      turn: state.turn,
      response: nil,
      random: RandomStream(seed: context.seed, path: path)
    )
  }
}
