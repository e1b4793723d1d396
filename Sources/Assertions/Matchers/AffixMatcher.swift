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
      isPrefix ? text.utf8.starts(with: affix.utf8) : TextValue.hasSuffix(text, affix)
    )
  }
}
