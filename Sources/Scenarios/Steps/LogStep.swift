/// `log`: a line for the reports.
public struct LogStep: StepKind {
  /// The line.
  public let text: TextTemplate

  static let keys: [MapGrammar.Key] = [
    .init("log", .text, "Writes a line to the reports.", "log: the order is ${order}")
  ]
  static let noun = "a log step"

  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind? {
    reader.text("log", in: keys).map { .log(Self(text: $0)) }
  }

  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames {
    checker.visit(text, known)
    return known
  }
}
