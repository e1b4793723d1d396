import RunEvents
import Scenarios

/// Runs a `parallel` step: its steps at once, each with the names as they were before it.
extension PlannedParallel: PlannedAction {
  var children: [PlannedStep]? { steps }

  func run(
    _ step: PlannedStep,
    by runner: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    let start = state
    let startedAt = runner.context.now()
    let endings = await withTaskGroup(of: (Int, StepVerdict, Variables).self) { group in
      for (index, child) in steps.enumerated() {
        group.addTask(executorPreference: runner.executor) {
          var own = start.fork()
          let verdict = await runner.run(child, &own)
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
    let scope = runner.scope(for: step, state)
    return runner.end(step, verdict, in: scope, startedAt: startedAt, &state)
  }
}
