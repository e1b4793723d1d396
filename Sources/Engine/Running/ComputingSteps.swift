import Diagnostics
import RunEvents
import Scenarios

/// What reports show of what a step computed.
struct ComputedStep {
  /// The names that it gave values.
  var captures: [StepReport.CapturedValue] = []
  /// The lines that it logged.
  var logs: [String] = []
}

extension SetStep: PlannedAction {
  func run(
    _ step: PlannedStep,
    by steps: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    await steps.compute(step, &state) { (scope, state, computed) throws(StepFault) in
      for definition in variables {
        let value = try scope.with(state.variables).evaluateKept(definition.value)
        state.variables.capture(definition.name.value, value)
        computed.captures.append(steps.context.captured(definition.name.value, value))
      }
    }
  }
}

extension WaitStep: PlannedAction {
  func run(
    _ step: PlannedStep,
    by steps: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    await steps.compute(step, &state) { (scope, _, _) async throws(StepFault) in
      let (duration, _) = try scope.duration(self.duration)
      guard (try? await Task.sleep(for: duration)) != nil else {
        throw StepFault(steps.interruption, at: self.duration.range)
      }
    }
  }
}

extension LogStep: PlannedAction {
  func run(
    _ step: PlannedStep,
    by steps: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    await steps.compute(step, &state) { (scope, _, computed) throws(StepFault) in
      computed.logs.append(steps.context.mask.masking(try scope.evaluate(text)))
    }
  }
}

/// A `use` whose file could not be read, which the loader has said: the step stays visible, and cannot run.
struct MissingUse: PlannedAction {
  func run(
    _ step: PlannedStep,
    by steps: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    let fault = StepFault(.internal, "\(step.step.title) was not compiled", at: step.step.range)
    return steps.fail(step, fault, startedAt: steps.context.now(), in: state.phase)
  }
}
