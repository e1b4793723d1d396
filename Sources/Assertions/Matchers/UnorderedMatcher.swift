import Diagnostics
import Documents

extension MatcherDefinition {
  static let unordered = MatcherDefinition(
    name: "unordered",
    summary: "The list has exactly these elements, in any order.",
    shape: .list,
    example: "unordered: [ABC-1, XYZ-2]",
    kinds: .lists,
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in
      let patterns = try arguments.list(orSay: nil, arguments.literal)
      return UnorderedMatcher(list: LiteralPattern.UnorderedList(patterns))
    }
  )
}

/// `unordered`.
struct UnorderedMatcher: Matcher {
  let list: LiteralPattern.UnorderedList

  var expectation: String { "\(list.text) in any order" }

  func judge(_ subject: Subject) -> Judgement {
    guard let elements = subject.elements else { return .inapplicable }
    return LiteralPattern.unordered(list).judge(.array(elements), nature: subject.nature)
  }

  func failure(of subject: Subject) -> MatchResult {
    guard let elements = subject.elements else {
      return MatchResult(expected: expectation, actual: subject.actual)
    }
    guard let rest = list.unmatched(elements, nature: subject.nature) else {
      return MatchResult(
        expected: expectation,
        actual: LiteralPattern.elements(elements.count),
        detail: "too many to tell which differ"
      )
    }
    var details: [String] = []
    if !rest.patterns.isEmpty {
      details.append("missing \(Self.some(rest.patterns.map { list.patterns[$0].text }))")
    }
    if !rest.elements.isEmpty {
      details.append(
        "unexpected \(Self.some(rest.elements.map { ValueText.describe(elements[$0]) }))"
      )
    }
    return MatchResult(
      expected: expectation,
      actual: ValueText.describe(.array(elements)),
      detail: details.joined(separator: ", ")
    )
  }

  /// The first three of some texts, and how many more there are.
  static func some(_ texts: [String]) -> String {
    let rest = texts.count - 3
    return texts.prefix(3).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
