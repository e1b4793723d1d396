import Diagnostics
import Documents

extension MatcherDefinition {
  static let empty = MatcherDefinition(
    name: "empty",
    summary: "Whether the text, list, object or node list is empty.",
    shape: .boolean,
    example: "empty: true",
    kinds: [.value, .markup, .texts, .text],
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in EmptyMatcher(wanted: try arguments.boolean()) }
  )
}

/// `empty`.
struct EmptyMatcher: Matcher {
  let wanted: Bool

  var expectation: String { wanted ? "empty" : "not empty" }

  func judge(_ subject: Subject) -> Judgement {
    let isEmpty: Bool? =
      switch subject.content {
      case .absent: nil
      case .nodes(let nodes): nodes.isEmpty
      case .single(.array(let elements)): elements.isEmpty
      case .single(.object(let members)): members.isEmpty
      case .single(let value): value.string?.isEmpty
      }
    return isEmpty.map { Judgement($0 == wanted) } ?? .inapplicable
  }

  func failure(of subject: Subject) -> MatchResult {
    var detail: String?
    if case .single = subject.content, judge(subject) == .inapplicable {
      detail = "only text, lists and objects can be empty"
    }
    return MatchResult(expected: expectation, actual: subject.wholeActual, detail: detail)
  }
}
