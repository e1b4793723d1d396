import Diagnostics
import Documents

extension MatcherDefinition {
  static let exists = MatcherDefinition(
    name: "exists",
    summary: "Whether there is a value.",
    shape: .boolean,
    example: "exists: false",
    make: { (arguments) throws(Mistake) in ExistsMatcher(wanted: try arguments.boolean()) }
  )
}

/// `exists`.
struct ExistsMatcher: Matcher {
  let wanted: Bool

  var expectation: String { wanted ? "a value" : "nothing" }

  func judge(_ subject: Subject) -> Judgement {
    if subject.onlyValue != nil { return Judgement(wanted) }
    if case .nodes(let nodes) = subject.content, !nodes.isEmpty { return .inapplicable }
    return wanted ? .inapplicable : .holds
  }
}
