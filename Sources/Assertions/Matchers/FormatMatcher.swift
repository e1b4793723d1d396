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
      FormatMatcher(format: try arguments.oneOf(TextFormat.self))
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
