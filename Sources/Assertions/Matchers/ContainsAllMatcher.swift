import Diagnostics
import Documents

extension MatcherDefinition {
  static let containsAll = MatcherDefinition(
    name: "contains-all",
    summary:
      "The text contains each of some texts, or the list an element equal to each of some literals.",
    shape: .someOf(.literal),
    example: "contains-all: [ABC-1, XYZ-9]",
    kinds: .texts,
    make: { (arguments) throws(Mistake) in
      ContainsAllMatcher(parts: try arguments.containsMatchers(), needsEach: true)
    }
  )

  static let containsAny = MatcherDefinition(
    name: "contains-any",
    summary:
      "The text contains one of some texts, or the list an element equal to one of some literals.",
    shape: .someOf(.literal),
    example: "contains-any: [ABC-1, XYZ-9]",
    kinds: .texts,
    make: { (arguments) throws(Mistake) in
      ContainsAllMatcher(parts: try arguments.containsMatchers(), needsEach: false)
    }
  )
}

/// `contains-all` and `contains-any`: one value with several parts to look for.
struct ContainsAllMatcher: ValueMatcher {
  let parts: [ContainsMatcher]

  /// Whether each of the parts must be there, and not only one of them.
  let needsEach: Bool

  var expectation: String {
    let list = ValueText.describe(.array(parts.map(\.element.source)))
    return "containing \(needsEach ? "all" : "any") of \(list)"
  }

  var wanted: String? {
    parts.contains { $0.part == nil } ? "a list" : "text or a list"
  }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    guard needsEach else { return .any(of: parts) { $0.judge(value, nature: nature) } }
    // One part that cannot be judged is enough: nothing is said of the others then.
    var judgement = Judgement.holds
    for part in parts {
      switch part.judge(value, nature: nature) {
      case .holds: break
      case .inapplicable: return .inapplicable
      case .fails: judgement = .fails
      }
    }
    return judgement
  }

  func detail(for value: JSONValue, nature: Subject.Nature) -> String? {
    let judgement = judge(value, nature: nature)
    if case .object = value { return "an object is compared with partial" }
    guard needsEach, judgement == .fails else { return nil }
    let missing = parts.filter { $0.judge(value, nature: nature) == .fails }
    return "missing \(UnorderedMatcher.some(missing.map(\.element.text)))"
  }
}
