import Diagnostics
import Documents
import RunEvents
import Scenarios

/// A scenario compiled once for all its rows, repeats and attempts.
public final class PlannedScenario: Sendable {
  /// The syntax it was compiled from; `nil` for `before-all` and `after-all`.
  let source: Scenario?
  /// What kind it is.
  let kind: ScenarioDescription.Kind
  /// Its name.
  let name: Located<String>
  /// The path of its file, as shown.
  let path: String
  /// The path of its file relative to the project's folder: the same whatever folder the command is called from.
  let identity: String
  /// What stands for it in the places of random numbers.
  let identityNumber: UInt64
  /// `setup`.
  let setup: [PlannedStep]
  /// `steps`.
  let steps: [PlannedStep]
  /// `teardown`.
  let teardown: [PlannedStep]
  /// The leaves of all its steps, in order.
  let descriptions: [StepDescription]
  /// The definitions of variables, weakest first.
  let variables: [VariableDefinition]
  /// Those of project and environment among them: all that steps of another file see.
  let projectVariables: [VariableDefinition]
  /// The base of its URLs.
  let base: TextTemplate?
  /// The base of requests that belong to contracts; `nil` where it is ``base``.
  let contractBase: TextTemplate?
  /// The project's files, paths relative to the scenario's.
  let files: ScenarioFiles
  /// The prefixes that it gives namespaces, each with its URI.
  let namespaces: [String: String]
  /// Whether any step uses the steps of another file.
  let usesSharedSteps: Bool
  /// What the descriptions of all its runs show.
  let shown: ConstantText

  init(
    source: Scenario?,
    kind: ScenarioDescription.Kind,
    name: Located<String>,
    path: String,
    identity: String,
    setup: [PlannedStep],
    steps: [PlannedStep],
    teardown: [PlannedStep],
    descriptions: [StepDescription],
    variables: [VariableDefinition],
    projectVariables: [VariableDefinition],
    base: TextTemplate?,
    contractBase: TextTemplate? = nil,
    files: ScenarioFiles,
    namespaces: [String: String]
  ) {
    self.source = source
    self.kind = kind
    self.name = name
    self.path = path
    self.identity = identity
    identityNumber = RandomPath.number(of: identity)
    self.setup = setup
    self.steps = steps
    self.teardown = teardown
    self.descriptions = descriptions
    self.variables = variables
    self.projectVariables = projectVariables
    self.base = base
    self.contractBase = contractBase
    self.files = files
    self.namespaces = namespaces
    usesSharedSteps = [setup, steps, teardown].joined().contains(where: \.usesSharedSteps)
    shown = ConstantText {
      let texts = [name.value, source?.description ?? ""] + (source?.tags.map(\.value) ?? [])
      let ranges = [name.range] + descriptions.map(\.range)
      return (texts + descriptions.map(\.name)).map { Array($0.utf8)[...] } + ranges.map(\.lines)
    }
  }
}

/// One run of a scenario: with one row, as one of its repeats.
public struct PlannedRun: Sendable {
  /// The place in the whole selection, from 0; a shard holds some of them.
  var index: Int
  /// What is run.
  var scenario: PlannedScenario
  /// The data rows of the scenario.
  var rows: PlannedRows?
  /// The number of the row, from 0.
  var rowIndex = 0
  /// The number of the repeat, from 1, when there are several.
  var turn: Int?

  /// The name with its row and repeat: `Order lifecycle [ABC-1] #2`.
  var title: String {
    var title = scenario.name.value
    if let label { title += " [\(label)]" }
    if let turn { title += " #\(turn)" }
    return title
  }
}

extension PlannedRun {
  /// The data row.
  var row: JSONObject? { rows.map { $0.values(at: rowIndex) } }

  /// The place of the row in the scenario's file or in that of the data.
  var rowRange: SourceRange? { rows?.range(at: rowIndex) }

  /// What the row is called, unlike all others of the scenario.
  var label: String? { rows?.label(at: rowIndex) }

  /// What selects the scenario or its row: the file with the line of the name or row, the file alone when the name does not stand in it.
  var place: String {
    let ownRange = rowRange.flatMap { $0.file == scenario.name.range.file ? $0 : nil }
    let range = ownRange ?? scenario.name.range
    return range.utf8.isEmpty ? scenario.path : "\(scenario.path):\(range.start.line)"
  }
}
