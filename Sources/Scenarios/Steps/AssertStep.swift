/// `assert`: what must hold, without a request.
public struct AssertStep: StepKind {
  /// All that it says, in order.
  public let assertions: [StepAssertion]

  static let keys: [MapGrammar.Key] = [
    .init(
      "assert",
      .anyOf([
        .expression, .map("assertion"), .someOf(.anyOf([.expression, .map("assertion")])),
      ]),
      "What must hold, without a request: a condition, a value with matchers, or a list of these.",
      "assert: ${length(unique(ids)) == 12}"
    )
  ]
  static let noun = "an assert step"

  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind? {
    let assertions = reader.assertions(entry.value)
    return assertions.isEmpty ? nil : .assert(Self(assertions: assertions))
  }

  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames {
    for assertion in assertions {
      switch assertion {
      case .condition(let condition): checker.visit(condition, known)
      case .value(let value, let matcher):
        checker.visit(value, known)
        checker.visit(matcher, known)
      }
    }
    return known
  }
}

/// One of the things that `assert` says.
public enum StepAssertion: Sendable {
  /// An expression that must be true.
  case condition(Expression)
  /// `value`, and matchers that must hold of it.
  indirect case value(ValueTemplate, matcher: ValueTemplate)
}
