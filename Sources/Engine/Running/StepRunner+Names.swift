import RunEvents
import Scenarios

/// The names of steps that hold expressions, as reports show them.
extension StepRunner {
  private static let longestName = 200

  /// The same, with the names of a step's leaves that can be known before it runs.
  ///
  /// The steps of a use are named once it has its parameters, those of a loop in each turn.
  func naming(_ step: PlannedStep, _ state: StepState) -> StepRunner {
    guard step.hasComputedName else { return self }
    var names: [Int: String] = [:]
    addNames(of: step, state, to: &names)
    guard !names.isEmpty else { return self }
    var named = self
    named.ledger = ledger.naming(names)
    return named
  }

  private func addNames(of step: PlannedStep, _ state: StepState, to names: inout [Int: String]) {
    guard let children = step.action.children else {
      names[step.leaves.lowerBound] = name(of: step, state)
      return
    }
    if step.action is PlannedUse { return }
    var inner = state
    inner.namePrefix = step.action.namePrefix(in: step, by: self, state)
    addNames(of: children, inner, to: &names)
  }

  private func addNames(of steps: [PlannedStep], _ state: StepState, to names: inout [Int: String])
  {
    for step in steps where step.hasComputedName && !step.isLoop {
      addNames(of: step, state, to: &names)
    }
  }

  /// What reports call a step, the names of the uses around it included; `nil` when it cannot be computed.
  func name(of step: PlannedStep, _ state: StepState) -> String? {
    guard let own = try? computedName(of: step, state) else { return nil }
    let name = context.mask.masking(state.namePrefix + own)
    return name.count > Self.longestName ? name.prefix(Self.longestName - 1) + "…" : name
  }

  /// A step's own name with its expressions evaluated; the name as written when that is empty.
  func computedName(of step: PlannedStep, _ state: StepState) throws(StepFault) -> String {
    if let template = step.step.name {
      let name = try scope(for: step, state).evaluate(template)
      if !name.isEmpty { return name }
    }
    return (step.action as? PlannedUse)?.name ?? step.step.title
  }
}
