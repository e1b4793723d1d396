import Assertions
import Diagnostics
import Documents
import RunEvents
import Scenarios

/// Runs an `assert` step: all it says is looked at, each as an assertion of its own.
struct AssertRunner {
  let steps: StepRunner
  let step: PlannedStep
  let assertions: [PlannedAssertion]

  private var context: RunContext { steps.context }

  /// Looks at all assertions and notes how the step ended.
  func run(_ state: inout StepState) -> StepVerdict {
    let startedAt = context.now()
    guard !context.options.ignoresExpectations else {
      steps.ledger.skip(step.leaves, reason: RequestRunner.ignored, at: startedAt)
      return .skipped
    }
    let clock = WallClock.monotonic()
    let scope = steps.scope(for: step, state)
    let limit = steps.interruption.workLimit()
    var (outcomes, fault) = WorkLimit.$current.withValue(limit) {
      context.mask.redacting { evaluate(in: scope) }
    }
    // What was given up is no verdict.
    guard !limit.hasCut else {
      return steps.fail(step, StepFault(steps.interruption), startedAt: startedAt, in: state.phase)
    }
    var taken = ComputedStep()
    do throws(StepFault) {
      taken = try steps.takeCaptures(of: step, in: scope, &state)
    } catch {
      fault = fault ?? error
    }
    // A secret that was captured just now is masked, too.
    outcomes = outcomes.map(context.mask.masking)
    let failures = outcomes.filter { !$0.holds }
    let result: StepResult
    if failures.contains(where: { $0.verdict == .fails }) {
      result = .failed(failures)
    } else if var fault {
      if fault.kind == .missingCapture {
        return steps.fail(step, fault, startedAt: startedAt, in: state.phase)
      }
      fault.range = fault.range ?? step.step.range
      result = .errored(context.mask.masking(fault))
    } else {
      result = .passed
    }
    let attempt = StepReport.Attempt(
      turn: state.turn,
      result: result,
      startedAt: startedAt,
      duration: WallClock.monotonic() - clock,
      assertions: context.options.recording == .everything ? outcomes : failures,
      assertionCount: outcomes.count
    )
    steps.ledger.record(
      step.leaves.lowerBound,
      result,
      startedAt: startedAt,
      endedAt: context.now(),
      attempts: [attempt],
      captures: taken.captures,
      logs: taken.logs
    )
    return StepVerdict(result)
  }

  /// The outcome of each assertion, and why the first without one has none.
  private func evaluate(in scope: StepScope) -> ([AssertionOutcome], StepFault?) {
    var fault: StepFault?
    let outcomes = assertions.map { assertion in
      do throws(StepFault) {
        return try outcome(of: assertion, in: scope)
      } catch {
        fault = fault ?? error
        return AssertionOutcome(
          verdict: .errored(reason: error.message),
          subject: error.range?.text ?? "",
          expected: "",
          message: error.messageWithHint,
          range: error.range ?? step.step.range
        )
      }
    }
    return (outcomes, fault)
  }

  private func outcome(
    of assertion: PlannedAssertion,
    in scope: StepScope
  ) throws(StepFault) -> AssertionOutcome {
    switch assertion {
    case .condition(let condition):
      return try condition.outcome(in: scope)
    case .value(let template, let prepared):
      let matcher = try prepared.value(in: scope)
      let value = try scope.evaluateAllowingNothing(template)
      let subject = Subject.json(value)
      var name = "value"
      if case .expression(let expression) = template.kind { name = expression.source }
      var outcome = matcher.outcome(of: subject, named: name, at: prepared.range)
      guard !outcome.holds else { return outcome }
      // What was looked at, unless the message says it.
      if let shown = value.map({ ValueText.describe($0) }), !outcome.message.hasSuffix(shown) {
        outcome.excerpt = "\(name) is \(shown)"
      }
      return outcome
    }
  }
}

extension PlannedAssert: PlannedAction {
  func run(
    _ step: PlannedStep,
    by steps: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    AssertRunner(steps: steps, step: step, assertions: assertions).run(&state)
  }
}
