import Documents

extension MatcherDefinition {
  static let equals = Self(
    name: "equals",
    summary: "The value equals a literal; numbers compare by value.",
    shape: .literal,
    example: "equals: { id: 7, state: new }",
    takesWholeList: true,
    make: { (arguments) throws(MatcherError) in
      if arguments.context.isAlwaysOne, case .array = arguments.value {
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
  ) throws(MatcherError) -> EqualsMatcher {
    if context.isAlwaysOne, case .array = literal {
      throw listError(literal, at: [])
    }
    let compiler = LiteralPattern.Compiler(
      mode: .equal,
      catalogue: catalogue,
      context: context.judging(.json, isAlwaysOne: false)
    )
    return EqualsMatcher(try compiler.compile(literal, origin, depth: depth + 1), mode: .equal)
  }

  static func listError(_ list: JSONValue, at path: [ArgumentPathElement]) -> MatcherError {
    MatcherError(
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
    if case .nodes(let nodes) = subject.content, pattern.isList {
      return Judgement(pattern.matches(.array(nodes), nature: subject.nature))
    }
    guard let value = subject.onlyValue else { return .inapplicable }
    return Judgement(pattern.matches(value, nature: subject.nature))
  }

  func failure(of subject: Subject) -> MatchResult {
    if case .nodes(let nodes) = subject.content, pattern.isList {
      return MatchResult(
        expected: expectation,
        actual: subject.wholeActual,
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

  /// Texts that look the same: Swift compares them by canonical equivalence, JSON does not.
  private func detail(for value: JSONValue) -> String? {
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
