/// `wait`: lets time pass.
public struct WaitStep: StepKind {
  /// A duration such as `500ms`.
  public let duration: TextTemplate

  static let keys: [MapGrammar.Key] = [.init("wait", .duration, "Waits.", "wait: 500ms")]
  static let noun = "a wait step"

  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind? {
    reader.duration("wait", in: keys).map { .wait(Self(duration: $0)) }
  }

  var title: String { "wait \(duration.source)" }

  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames {
    checker.visit(duration, known)
    return known
  }
}
