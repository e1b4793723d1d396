import RunEvents
import Scenarios

/// Runs a `use` step: the steps of another file.
///
/// They see their parameters and what project and environment give, nothing else of the caller.
extension PlannedUse: PlannedAction {
  var children: [PlannedStep]? { steps }

  func run(
    _ step: PlannedStep,
    by runner: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    let startedAt = runner.context.now()
    var inner = state
    do throws(StepFault) {
      inner.variables = try parameters(for: runner.scope(for: step, state), state)
    } catch {
      return runner.fail(step, error, startedAt: startedAt, in: state.phase)
    }
    inner.projectValues = state.valuesForUse
    inner.sharesCaptures = false
    inner.facts = inner.facts.with(files, shared.namespaces)
    inner.namePrefix = namePrefix(in: step, by: runner, state)
    let verdict = await runner.runAll(
      steps,
      &inner,
      continuesAfterFailure: state.phase == .teardown
    )
    inner.variables = inner.variables.handedBack(shared.returns?.map(\.value))
    if takesReturns {
      for name in shared.returns ?? [] {
        if let value = inner.variables[name.value] { state.variables.capture(name.value, value) }
      }
    }
    let scope = runner.scope(for: step, inner)
    return runner.end(step, verdict, in: scope, startedAt: startedAt, &state)
  }

  private func parameters(
    for scope: StepScope,
    _ state: StepState
  ) throws(StepFault) -> Variables {
    var values = state.valuesForUse
    for parameter in shared.parameters {
      let name = parameter.name.value
      if let given = with.last(where: { $0.name.value == name }) {
        values[name] = try scope.evaluateKept(given.value)
      } else if let defaultValue = parameter.defaultValue {
        values[name] = try scope.with(Variables(values)).evaluateKept(defaultValue)
      }
    }
    return Variables(values)
  }

  func namePrefix(in step: PlannedStep, by runner: StepRunner, _ state: StepState) -> String {
    step.hasComputedName ? "\(runner.name(of: step, state) ?? name) › " : prefix
  }
}
