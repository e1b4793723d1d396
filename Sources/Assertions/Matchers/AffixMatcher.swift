import Diagnostics
import Documents

/// `starts-with` and `ends-with`.
struct AffixMatcher: ValueMatcher {
  let affix: String
  let isPrefix: Bool

  var expectation: String {
    "text \(isPrefix ? "starting" : "ending") with \(ValueText.quoted(affix))"
  }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    guard let text = value.string else { return .inapplicable }
    return Judgement(
      isPrefix
        ? text.utf8.starts(with: affix.utf8)
        : text.utf8.reversed().starts(with: affix.utf8.reversed())
    )
  }
}

extension MatcherDefinition {
  static let startsWith = MatcherDefinition(
    name: "starts-with",
    summary: "The text starts with a prefix.",
    shape: .text,
    example: "starts-with: /orders/",
    kinds: .texts,
    make: { (arguments) throws(Mistake) in
      AffixMatcher(affix: try arguments.text(), isPrefix: true)
    }
  )

  static let endsWith = MatcherDefinition(
    name: "ends-with",
    summary: "The text ends with a suffix.",
    shape: .text,
    example: "ends-with: .png",
    kinds: .texts,
    make: { (arguments) throws(Mistake) in
      AffixMatcher(affix: try arguments.text(), isPrefix: false)
    }
  )
}
