import Diagnostics
import Documents

extension MatcherDefinition {
  static let length = MatcherDefinition(
    name: "length",
    summary: "The number of characters (code points) of a text.",
    shape: .anyOf([.count, .matcher]),
    example: "length: { lte: 80 }",
    kinds: [.value, .markup, .texts, .text],
    inner: .number,
    make: { (arguments) throws(Mistake) in
      LengthMatcher(inner: try arguments.numberOrMatcher())
    }
  )
}

/// `length`.
struct LengthMatcher: Matcher {
  let inner: any Matcher

  var expectation: String { "length \(inner.innerExpectation)" }

  func judge(_ subject: Subject) -> Judgement {
    guard let length = Self.length(of: subject) else { return .inapplicable }
    return inner.judge(.json(.number(JSONNumber(length))))
  }

  func failure(of subject: Subject) -> MatchResult {
    guard let length = Self.length(of: subject) else {
      let value = subject.onlyValue
      let isList = value?.array != nil || value?.object != nil
      let detail = isList ? "elements are counted with count" : nil
      return failure(of: subject, wanting: "text of", detail: detail)
    }
    let result = inner.failure(of: .json(.number(JSONNumber(length))))
    return MatchResult(
      expected: "length \(result.expected)",
      actual: "\(length)",
      detail: "the text is \(subject.actual)"
    )
  }

  private static func length(of subject: Subject) -> Int? {
    subject.onlyValue?.string?.unicodeScalars.count
  }
}
