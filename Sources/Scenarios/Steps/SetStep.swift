/// `set`: gives names values.
public struct SetStep: StepKind {
  /// The names with their values, each known to those behind it.
  public let variables: [VariableDefinition]

  static let keys: [MapGrammar.Key] = [
    .init(
      "set",
      .mapOf(.value, names: .variable),
      "Gives names values.",
      "set: { quantity: \"${quantity + 1}\" }"
    )
  ]
  static let noun = "a set step"

  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind? {
    .set(Self(variables: reader.variables(entry.value, "set")))
  }

  var title: String { "set \(givenNames.joined(separator: ", "))" }
  var givenNames: [String] { variables.map(\.name.value) }

  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames {
    var known = known
    for variable in variables {
      checker.visit(variable.value, known)
      known.variables.insert(variable.name.value)
    }
    return known
  }
}
