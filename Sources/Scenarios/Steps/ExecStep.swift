import Diagnostics

/// `exec`: runs a command.
public struct ExecStep: StepKind {
  /// The command and its arguments.
  public let words: [TextTemplate]

  static let keys: [MapGrammar.Key] = [
    .init(
      "exec",
      .someOf(.text),
      "Runs a command; needs --allow-exec.",
      "exec: [git, rev-parse, HEAD]"
    )
  ]
  static let noun = "an exec step"

  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind? {
    let example = keys.example(of: "exec")
    guard let words = reader.items(of: entry.value, "exec", example: example) else { return nil }
    if words.isEmpty {
      reader.error("exec needs a command", at: entry.value.range, hint: example)
    }
    return .exec(Self(words: words.compactMap { reader.text($0, "exec", example: example) }))
  }

  var title: String { "exec \(words.first?.source ?? "")" }
  var givenNames: [String] { ["stdout", "exit"] }

  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames {
    for word in words { checker.visit(word, known) }
    return known.adding(givenNames)
  }
}
