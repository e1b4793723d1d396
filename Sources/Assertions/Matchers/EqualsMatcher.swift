import Diagnostics
import Documents

extension MatcherDefinition {
  static let equals = MatcherDefinition(
    name: "equals",
    summary: "The value equals a literal; numbers compare by value.",
    shape: .literal,
    example: "equals: { id: 7, state: new }",
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in
      if arguments.context.kind.isAlwaysOne, case .array = arguments.value {
        throw EqualsMatcher.listError(arguments.value, at: [.key(arguments.name)])
      }
      return EqualsMatcher(try arguments.literal(.equal), mode: .equal)
    }
  )
}

/// `equals` and `partial`, and what a scalar or a list stands for.
struct EqualsMatcher: Matcher {
  let pattern: LiteralPattern
  let mode: LiteralPattern.Mode

  init(_ pattern: LiteralPattern, mode: LiteralPattern.Mode) {
    self.pattern = pattern
    self.mode = mode
  }

  /// Makes the matcher that a scalar or a list stands for.
  static func make(
    literal: JSONValue,
    origin: ArgumentOrigin,
    catalogue: MatcherCatalogue,
    context: MatcherContext,
    depth: Int
  ) throws(Mistake) -> EqualsMatcher {
    if context.kind.isAlwaysOne, case .array = literal {
      throw listError(literal, at: [])
    }
    let compiler = LiteralPattern.Compiler(
      mode: .equal,
      catalogue: catalogue,
      context: context.judging(.value)
    )
    return EqualsMatcher(
      try compiler.compile(context.comparable(literal), origin, depth: depth + 1),
      mode: .equal
    )
  }

  static func listError(_ list: JSONValue, at path: [ValuePathElement]) -> Mistake {
    Mistake(
      "a list never equals what is always one value",
      at: path,
      hint: "write `in: \(ValueText.describe(list))`"
    )
  }

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
