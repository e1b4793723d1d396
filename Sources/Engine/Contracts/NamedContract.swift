import Contracts
import Scenarios

/// A contract of a run: the document, the requests that belong to it, and what a difference does.
struct NamedContract: Sendable {
  /// The document.
  let document: ContractDocument
  /// `base`; `nil` for that of the scenario.
  let base: TextTemplate?
  /// `responses`, `requests`, `undocumented` and `strict`.
  let levels: ContractLevels
  /// `ignore`.
  let deviations: [ContractNaming.Deviation]

  /// How an exchange is checked.
  ///
  /// - Parameter step: what `contract` of the request and of defaults says.
  /// - Returns: the rules; `nil` when the request is not checked.
  func rules(for step: ContractLevels?) -> ContractRules? {
    let levels = step?.over(self.levels) ?? self.levels
    guard levels.isOn != false else { return nil }
    return ContractRules(
      responses: levels.responses ?? .fail,
      requests: levels.requests ?? .warn,
      undocumented: levels.undocumented ?? .fail,
      strict: levels.strict ?? false,
      ignored: ignored
    )
  }

  /// `ignore`, as the document takes it.
  var ignored: [ContractRules.Deviation] {
    deviations.map { deviation in
      .init(
        operation: deviation.operation.value,
        at: deviation.at.value,
        reason: deviation.reason
      )
    }
  }
}
