import Diagnostics

/// `steps`: steps that run one after the other, as one; with `retry` again until all of them pass.
public struct GroupStep: StepKind {
  /// The steps.
  public let steps: [Step]
  /// How the group is tried again.
  public let retry: RetryTemplate?

  static let keys: [MapGrammar.Key] = [
    .init(
      "steps",
      .someOf(.map("step")),
      "A group: steps that run one after the other, as one step.",
      "steps: [{ POST: /orders }, { GET: /orders }]"
    )
  ]
  static let ownKeys: [MapGrammar.Key] = [
    .init(
      "retry",
      .map("groupRetry"),
      "When the group is tried again.",
      "steps: [{ GET: /orders }]\nretry: { for: 10s, every: 200ms }"
    )
  ]
  static let noun = "a group"

  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind? {
    if case .sequence(let items) = entry.value.content, items.isEmpty {
      reader.error(
        "a group needs a step",
        at: entry.value.range,
        hint: "as in steps: [{ GET: /orders }], or remove it"
      )
    }
    let retry = keys["retry"].flatMap { reader.retry($0, .groupRetry) }
    return .group(Self(steps: reader.steps(entry.value, "steps"), retry: retry))
  }

  var children: [Step]? { steps }

  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames {
    if let retry { checker.check(retry, known) }
    checker.check(inTurn: steps, of: step, known)
    return known.adding(steps.flatMap { CapturedNames.names(of: $0) })
  }
}
