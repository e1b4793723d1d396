import Diagnostics
import Documents

extension MatcherDefinition {
  static let matches = MatcherDefinition(
    name: "matches",
    summary: "A regular expression is found in the text.",
    shape: .pattern,
    example: "matches: '^[A-Z]{3}-\\d+$'",
    kinds: .texts,
    make: { (arguments) throws(Mistake) in
      let text = try arguments.text()
      let path = [ValuePathElement.key(arguments.name)]
      return MatchesMatcher(pattern: try Mistake.within(path, RegularExpression(checking: text)))
    }
  )
}

/// `matches`.
struct MatchesMatcher: ValueMatcher {
  let pattern: RegularExpression

  var expectation: String {
    "text matching /\(ValueText.cut(TerminalText.escaped(pattern.source)))/"
  }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    guard let text = value.string else { return .inapplicable }
    return switch pattern.search(text) {
    case .found: .holds
    case .missing: .fails
    case .tooLong, .tooMuchWork: .inapplicable
    }
  }

  func detail(for value: JSONValue, nature: Subject.Nature) -> String? {
    guard let text = value.string else { return nil }
    return pattern.search(text).limitation(of: text)
  }
}
