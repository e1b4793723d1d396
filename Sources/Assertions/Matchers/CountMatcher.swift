import Diagnostics
import Documents

extension MatcherDefinition {
  static let count = MatcherDefinition(
    name: "count",
    summary: "The number of nodes of a node list, or of elements of a list or object.",
    shape: .anyOf([.count, .matcher]),
    example: "count: 3",
    kinds: .lists,
    inner: .number,
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in
      CountMatcher(inner: try arguments.numberOrMatcher())
    }
  )
}

extension MatcherArguments {
  /// The argument as a whole number that is not negative, or a matcher on one.
  func numberOrMatcher() throws(Mistake) -> any Matcher {
    switch value {
    case .object where origin == .computed:
      throw error("expected a number or a matcher, got an object of an expression")
    case .object: break
    case .number(let number):
      guard number.isInteger, !number.isNegative else {
        throw error("expected a whole number, got \(number.literal)")
      }
    case .string(let text):
      guard let number = LooseComparison.number(of: text), number.isInteger, !number.isNegative
      else { throw error("expected a number or a matcher, got \(kind(of: value))") }
      return EqualsMatcher(pattern: .value(.number(number)))
    case .null, .bool, .array:
      throw error("expected a number or a matcher, got \(kind(of: value))")
    }
    return try matcher(in: context.judging(.number))
  }
}

/// `count`.
struct CountMatcher: Matcher {
  let inner: any Matcher

  var expectation: String { "count \(inner.innerExpectation)" }

  func judge(_ subject: Subject) -> Judgement {
    guard let count = Self.count(of: subject) else {
      // Nothing is only what `count: 0` and its like ask for: a bound that 1 satisfies too would
      // pass unseen.
      guard case .absent = subject.content, judge(0) == .holds, judge(1) != .holds else {
        return .inapplicable
      }
      return .holds
    }
    return judge(count)
  }

  func failure(of subject: Subject) -> MatchResult {
    guard let count = Self.count(of: subject) else {
      let isText = subject.onlyValue?.string != nil
      let detail = isText ? "the characters of a text are its length" : nil
      return failure(of: subject, wanting: "a list or object of", detail: detail)
    }
    let result = inner.failure(of: .json(.number(JSONNumber(count))))
    return MatchResult(expected: "count \(result.expected)", actual: "\(count)")
  }

  private func judge(_ count: Int) -> Judgement {
    inner.judge(.json(.number(JSONNumber(count))))
  }

  private static func count(of subject: Subject) -> Int? {
    if case .single(.object(let members)) = subject.content { return members.count }
    return subject.elements?.count
  }
}
