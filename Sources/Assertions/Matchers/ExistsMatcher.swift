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
    switch subject.content {
    case .absent: wanted ? .inapplicable : .holds
    case .single: Judgement(wanted)
    case .nodes(let nodes):
      switch nodes.count {
      case 0: wanted ? .inapplicable : .holds
      case 1: Judgement(wanted)
      case _: .inapplicable
      }
    }
  }
}
