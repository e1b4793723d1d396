import Diagnostics
import Documents

extension MatcherDefinition {
  static let `in` = MatcherDefinition(
    name: "in",
    summary: "The value equals one of these.",
    shape: .someOf(.literal),
    example: "in: [new, paid]",
    make: { (arguments) throws(Mistake) in
      InMatcher(
        patterns: try arguments.list(orSay: "an empty list accepts nothing", arguments.literal)
      )
    }
  )
}

/// `in`.
struct InMatcher: ValueMatcher {
  let patterns: [LiteralPattern]

  var expectation: String {
    guard patterns.count > 1 else { return patterns.map(\.text).joined() }
    return "one of \(ValueText.describe(.array(patterns.map(\.source))))"
  }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    .any(of: patterns) { $0.judge(value, nature: nature) }
  }
}
