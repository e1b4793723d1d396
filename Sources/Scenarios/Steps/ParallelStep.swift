import Diagnostics

/// `parallel`: steps that run at once, all awaited.
public struct ParallelStep: StepKind {
  /// The steps.
  public let steps: [Step]

  static let keys: [MapGrammar.Key] = [
    .init(
      "parallel",
      .steps,
      "Steps that run at the same time; the next step waits for all of them.",
      "parallel: [{ GET: /orders }, { GET: /catalogue }]"
    )
  ]
  static let noun = "a parallel step"

  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind? {
    let steps = reader.steps(entry.value, "parallel")
    checkCapturedOnce(steps, reader)
    return .parallel(Self(steps: steps))
  }

  private static func checkCapturedOnce(_ steps: [Step], _ reader: FileReader) {
    var seen: [String: SourceRange] = [:]
    for step in steps {
      // One after the other, as in a group, a name may be captured again.
      var own: Set<String> = []
      for name in CapturedNames.captured(by: step) where own.insert(name.value).inserted {
        if let first = seen[name.value] {
          reader.error(
            "\"\(name.value)\" is captured twice in one parallel",
            at: name.range,
            hint: "first on line \(first.start.line)"
          )
        } else {
          seen[name.value] = name.range
        }
      }
    }
  }

  var children: [Step]? { steps }

  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames {
    checker.check(atOnce: steps, known)
    return known.adding(steps.flatMap { CapturedNames.names(of: $0) })
  }
}
