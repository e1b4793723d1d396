import RunEvents
import Scenarios

/// What a step does, with all that is constant compiled: a type for each kind.
protocol PlannedAction: Sendable {
  /// The steps inside it, also those of another file; `nil` for what holds none.
  var children: [PlannedStep]? { get }

  /// Does it, in one turn of the step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - steps: runs the steps inside it, and notes how it ended.
  ///   - state: what goes from step to step.
  /// - Returns: the verdict, which the ledger has, too.
  func run(
    _ step: PlannedStep,
    by steps: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict

  /// What stands before the names of the steps inside it.
  func namePrefix(in step: PlannedStep, by steps: StepRunner, _ state: StepState) -> String
}

extension PlannedAction {
  var children: [PlannedStep]? { nil }

  /// What stands before its own.
  func namePrefix(in step: PlannedStep, by steps: StepRunner, _ state: StepState) -> String {
    state.namePrefix
  }
}
