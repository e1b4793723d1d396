import RunEvents
import Scenarios

/// Runs a `steps` step: its steps one after the other, with `retry` again until all of them pass.
struct GroupRunner {
  let steps: StepRunner
  let step: PlannedStep
  let children: [PlannedStep]
  let retry: RetryTemplate?

  /// Runs the group.
  func run(_ state: inout StepState) async -> StepVerdict {
    guard let retry else { return await runOnce(steps, &state) }
    let startedAt = steps.context.now()
    do throws(StepFault) {
      let policy = try RetryPolicyValues(retry, in: steps.scope(for: step, state))
      return await run(policy, startedAt: startedAt, &state)
    } catch {
      return steps.fail(step, error, startedAt: startedAt, in: state.phase)
    }
  }

  private func runOnce(_ steps: StepRunner, _ state: inout StepState) async -> StepVerdict {
    let startedAt = steps.context.now()
    let continues = state.phase == .teardown
    let prefix = state.namePrefix
    state.namePrefix = step.action.namePrefix(in: step, by: steps, state)
    let verdict = await steps.runAll(children, &state, continuesAfterFailure: continues)
    state.namePrefix = prefix
    let scope = steps.scope(for: step, state)
    return steps.end(step, verdict, in: scope, startedAt: startedAt, &state)
  }

  /// Tries the group until it does not end badly, or is not to be tried again.
  private func run(
    _ policy: RetryPolicyValues,
    startedAt: Double,
    _ state: inout StepState
  ) async -> StepVerdict {
    let clock = WallClock.monotonic()
    var tries = GroupTries(step.leaves)
    var captured = Variables()
    while true {
      var one = steps
      one.ledger = steps.ledger.emptied()
      var own = state
      own.variables = state.variables.fork()
      own.randomPath.append(UInt64(tries.count))
      let verdict = await runOnce(one, &own)
      tries.add(one.ledger)
      if verdict.isBad {
        let elapsed = WallClock.monotonic() - clock
        if let pause = policy.pause(afterAttempt: tries.count, elapsed: elapsed, retryAfter: nil) {
          if await sleep(pause) {
            // What a try has captured is still there to be cleaned up when no later one passes.
            captured.merge(own.variables)
            if !policy.isOver(since: clock) { continue }
          } else {
            steps.interruption.noteCut()
            if let reason = steps.interruption.skipReason {
              steps.ledger.skip(step.leaves, reason: reason, at: startedAt)
              return .skipped
            }
            tries.isCut = true
          }
        }
        state.variables.merge(captured)
      }
      state.variables.merge(own.variables)
      tries.end(in: steps.ledger, cutBy: steps.interruption, steps.context.mask)
      return verdict
    }
  }

  /// Waits between two tries.
  ///
  /// - Returns: whether there is to be another: neither the run ends nor the time of the group is up.
  private func sleep(_ pause: Double) async -> Bool {
    guard !Task.isCancelled, !steps.interruption.hasExpired else { return false }
    return (try? await Task.sleep(for: .seconds(pause))) != nil
  }
}

extension PlannedGroup: PlannedAction {
  var children: [PlannedStep]? { steps }

  func run(
    _ step: PlannedStep,
    by runner: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    await GroupRunner(steps: runner, step: step, children: steps, retry: retry).run(&state)
  }

  func namePrefix(in step: PlannedStep, by runner: StepRunner, _ state: StepState) -> String {
    guard step.step.name != nil else { return state.namePrefix }
    return "\(runner.name(of: step, state) ?? step.step.title) › "
  }
}
