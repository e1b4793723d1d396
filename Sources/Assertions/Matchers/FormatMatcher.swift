import Diagnostics
import Documents

extension MatcherDefinition {
  static let format = MatcherDefinition(
    name: "format",
    summary: "The text has a format.",
    shape: .oneOf(TextFormat.allCases.map(\.rawValue)),
    example: "format: uuid",
    kinds: .texts,
    make: { (arguments) throws(Mistake) in
      let name = try arguments.oneOf(TextFormat.allCases.map(\.rawValue))
      guard let format = TextFormat(rawValue: name) else {
        throw arguments.error("unknown format \(ValueText.quoted(name))")
      }
      return FormatMatcher(format: format)
    }
  )
}

/// `format`.
struct FormatMatcher: ValueMatcher {
  let format: TextFormat

  var expectation: String { format.phrase }

  var wanted: String? { "text that is" }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    guard let text = value.string else { return .inapplicable }
    return Judgement(format.accepts(text))
  }

  func detail(for value: JSONValue, nature: Subject.Nature) -> String? {
    format == .dateTime ? Bound.spelling(ofDateTime: value) : nil
  }
}
