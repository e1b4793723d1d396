import Diagnostics
import Documents

extension MatcherDefinition {
  static let equals = MatcherDefinition(
    name: "equals",
    summary: "The value equals a literal; numbers compare by value.",
    shape: .literal,
    example: "equals: { id: 7, state: new }",
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in try arguments.comparison(.equal) }
  )
}

extension MatcherArguments {
  /// The argument as something to compare with.
  func comparison(_ mode: LiteralPattern.Mode) throws(Mistake) -> EqualsMatcher {
    try Mistake.within(
      [.key(name)],
      catalogue.comparison(mode, with: value, origin: origin, context: context, depth: depth)
    )
  }
}

extension MatcherCatalogue {
  /// Makes the matcher of a literal; where always one value is judged, a list is a slip.
  func comparison(
    _ mode: LiteralPattern.Mode = .equal,
    with literal: JSONValue,
    origin: ArgumentOrigin,
    context: MatcherContext,
    depth: Int
  ) throws(Mistake) -> EqualsMatcher {
    if context.kind.isAlwaysOne, case .array = literal {
      throw Mistake(
        "a list never equals what is always one value",
        hint: "write `in: \(ValueText.describe(literal))`"
      )
    }
    return EqualsMatcher(
      pattern: try pattern(mode, of: literal, origin: origin, context: context, depth: depth),
      mode: mode
    )
  }

  /// A literal with the matchers written inside it compiled.
  func pattern(
    _ mode: LiteralPattern.Mode,
    of literal: JSONValue,
    origin: ArgumentOrigin,
    context: MatcherContext,
    depth: Int
  ) throws(Mistake) -> LiteralPattern {
    let inner = context.judging(.value)
    let compiler = LiteralPattern.Compiler(mode: mode, catalogue: self, context: inner)
    return try compiler.compile(context.comparable(literal), origin, depth: depth + 1)
  }
}

/// `equals` and `partial`, and what a scalar or a list stands for.
struct EqualsMatcher: Matcher {
  let pattern: LiteralPattern
  var mode = LiteralPattern.Mode.equal

  var expectation: String {
    guard mode == .partial else { return pattern.text }
    return switch pattern {
    case .object, .list: "at least \(pattern.text)"
    case .value, .unordered, .matcher: pattern.text
    }
  }

  func judge(_ subject: Subject) -> Judgement {
    // A header that was sent once is a list of one field too.
    if pattern.isList, let elements = subject.elements {
      return pattern.judge(.array(elements), nature: subject.nature)
    }
    guard let value = subject.onlyValue else { return .inapplicable }
    return pattern.judge(value, nature: subject.nature)
  }

  func failure(of subject: Subject) -> MatchResult {
    if pattern.isList, let nodes = subject.nodes {
      return MatchResult(
        expected: expectation,
        actual: ValueText.describe(.array(nodes)),
        differences: pattern.differences(
          in: .array(nodes),
          nature: subject.nature,
          at: "node"
        )
      )
    }
    guard let value = subject.onlyValue else {
      return MatchResult(expected: expectation, actual: subject.actual)
    }
    return MatchResult(
      expected: expectation,
      actual: subject.actual,
      detail: detail(for: value),
      differences: differences(in: value, of: subject)
    )
  }

  /// A matcher that was written as data, and texts that look the same: Swift compares them by canonical equivalence, JSON does not.
  private func detail(for value: JSONValue) -> String? {
    if let name = pattern.matcherName(whereNoObjectIsIn: value) {
      return "a matcher inside of a literal is written { $is: { \(name): … } }"
    }
    guard case .value(.string(let wanted)) = pattern, case .string(let text) = value,
      wanted == text, !wanted.utf8.elementsEqual(text.utf8)
    else { return nil }
    return "the same characters in another Unicode form"
  }

  private func differences(in value: JSONValue, of subject: Subject) -> [Difference] {
    let found = pattern.differences(in: value, nature: subject.nature, at: subject.path)
    // The value itself is no place within it: expected and actual say all.
    if found.count == 1, found[0].path == subject.path, found[0].expected == pattern.text {
      return []
    }
    return found
  }
}
