import Diagnostics

/// `use: file.steps.yaml`: runs the steps of another file.
public struct UseStep: StepKind {
  /// The file, relative to the one that uses it.
  public var file: TextTemplate
  /// `with`: parameters.
  public var with: [VariableDefinition]
  /// The steps, once the file was read; `nil` when it could not be, which is a diagnostic of its own.
  public var shared: SharedStepsReference?
  /// Whether the step takes the names that the file lists under `returns`; with `capture` it takes what that says instead.
  public var takesReturns: Bool

  /// The names that the step gives values without a `capture`: those under `returns` of the file.
  public var returnedNames: [Located<String>] {
    takesReturns ? shared?.steps.returns ?? [] : []
  }

  static let keys: [MapGrammar.Key] = [
    .init(
      "use",
      .ruled(.usedFile),
      "Runs the steps of another file and takes the names that it `returns`; `capture` takes them "
        + "under other names instead.",
      "use: login.steps.yaml"
    )
  ]
  static let ownKeys: [MapGrammar.Key] = [
    .init(
      "with",
      .mapOf(.value, names: .variable),
      "Parameters for the used steps.",
      "use: login.steps.yaml\nwith: { user: ada }"
    )
  ]
  static let noun = "a use step"

  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind? {
    let node = entry.value
    let with = keys["with"].map { reader.variables($0, "with") } ?? []
    guard let file = reader.text("use", in: keys) else { return nil }
    guard let path = file.constant else {
      reader.error("use cannot hold ${…}", at: node.range, hint: "it is read before anything runs")
      return nil
    }
    let shared = reader.sharedSteps(Located(path, at: node.range))
    // Under a key that is misspelled the parameters are given, too.
    if let shared, !keys.known.contains(where: { isMeantAsWith($0.name) }) {
      check(with, for: shared.steps, at: node.range, reader)
    }
    let takesReturns = keys.entry("capture") == nil
    return .use(Self(file: file, with: with, shared: shared, takesReturns: takesReturns))
  }

  private static func isMeantAsWith(_ name: String) -> Bool {
    guard let allowed = StepKindCatalogue.entry(named: "use")?.allowed else { return false }
    return !allowed.contains(name)
      && ForeignWords.meant(by: name, among: allowed.names) == "with"
  }

  /// Checks that the parameters which a file wants are given, and no others.
  private static func check(
    _ with: [VariableDefinition],
    for shared: SharedSteps,
    at range: SourceRange,
    _ reader: FileReader
  ) {
    let names = shared.parameters.map(\.name.value)
    let known = Set(names)
    let list = names.isEmpty ? "none" : names.joined(separator: ", ")
    var meant: Set<String> = []
    let unknown = with.filter { !known.contains($0.name.value) }
    for (number, given) in unknown.enumerated() {
      let isAdvised = number < Suggestion.most
      let suggestion = isAdvised ? Suggestion.nearest(to: given.name.value, in: names) : nil
      if let suggestion { meant.insert(suggestion) }
      reader.error(
        "\(shared.file.path) has no parameter \"\(given.name.value)\"",
        at: given.name.range,
        hint: suggestion == nil && isAdvised ? "its parameters: \(list)" : nil,
        suggestion: suggestion
      )
    }
    let given = Set(with.map(\.name.value))
    for parameter in shared.parameters
    where parameter.defaultValue == nil && !given.contains(parameter.name.value)
      && !meant.contains(parameter.name.value)
    {
      reader.error(
        "the parameter \"\(parameter.name.value)\" is missing",
        at: range,
        hint: "write with: { \(parameter.name.value): … }"
      )
    }
  }

  var title: String { "use \(file.source)" }
  var givenNames: [String] { returnedNames.map(\.value) }
  var hasNamesWithoutExpressions: Bool { !returnedNames.isEmpty }

  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames {
    for parameter in with { checker.visit(parameter.value, known) }
    checkReturns(known, by: &checker)
    guard let shared else {
      var open = known
      open.isOpen = true
      return open
    }
    return known.adding(CapturedNames.returned(by: shared.steps))
  }

  /// Checks that the names the file returns are new where they are handed over.
  private func checkReturns(_ known: KnownNames, by checker: inout NameChecker) {
    let path = shared?.steps.file.path ?? file.source
    for name in returnedNames where known.variables.contains(name.value) {
      checker.report(
        .error,
        "\(path) returns \"\(name.value)\", which has a value here already",
        at: file.range,
        hint: "write capture: { another_name: \"${\(name.value)}\" } beside the use"
      )
    }
  }
}

/// Steps that several places use, held once.
public final class SharedStepsReference: Sendable {
  /// The steps.
  public let steps: SharedSteps

  /// How many steps they come to, those of the files that they use included.
  public let leafCount: Int

  /// Holds steps for all who use them.
  public init(_ steps: SharedSteps) {
    self.steps = steps
    leafCount = Step.leafCount(of: steps.steps)
  }
}
