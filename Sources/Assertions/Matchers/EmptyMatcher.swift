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
    switch subject.content {
    case .absent: .inapplicable
    case .nodes(let nodes): Judgement(nodes.isEmpty == wanted)
    case .single(.array(let elements)): Judgement(elements.isEmpty == wanted)
    case .single(.object(let members)): Judgement(members.isEmpty == wanted)
    case .single(let value):
      if let text = value.string {
        Judgement(text.isEmpty == wanted)
      } else {
        .inapplicable
      }
    }
  }

  func failure(of subject: Subject) -> MatchResult {
    var detail: String?
    if case .single = subject.content, judge(subject) == .inapplicable {
      detail = "only text, lists and objects can be empty"
    }
    return MatchResult(expected: expectation, actual: subject.wholeActual, detail: detail)
  }
}
