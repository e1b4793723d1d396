import Documents
import Scenarios

/// What names stand for while a step runs.
///
/// An object, because all that is evaluated for a step is handed it.
final class StepScope: ExpressionScope {
  /// What the run gives.
  let context: RunContext
  /// The scenario, its file and its data row.
  let scenario: ScenarioFacts
  /// Variables and captures.
  let variables: Variables
  /// `loop.index`, from 0, within a loop.
  let turn: Int?
  /// `response`, once there is one.
  let response: ResponseContext?
  /// Where functions draw from.
  let random: RandomStream

  init(
    context: RunContext,
    scenario: ScenarioFacts,
    variables: Variables,
    turn: Int?,
    response: ResponseContext?,
    random: RandomStream
  ) {
    self.context = context
    self.scenario = scenario
    self.variables = variables
    self.turn = turn
    self.response = response
    self.random = random
  }

  /// The same with other variables, or once there is a response.
  func with(_ variables: Variables? = nil, response: ResponseContext? = nil) -> StepScope {
    StepScope(
      context: context,
      scenario: scenario,
      variables: variables ?? self.variables,
      turn: turn,
      response: response ?? self.response,
      random: random
    )
  }

  /// The same with what one step has captured: a name without a value there has none at all.
  func with(_ captured: [(name: String, value: JSONValue?)]) -> StepScope {
    var variables = variables
    for (name, value) in captured {
      if let value { variables.bind(name, value) } else { variables.remove(name) }
    }
    return with(variables)
  }

  var names: [String] {
    var names = variables.names + ["env", "secret", "case", "scenario", "run", "demo"]
    if turn != nil { names.append("loop") }
    if response != nil { names.append("response") }
    return names
  }

  func value(named name: String) throws(ExpressionFailure) -> ScopeValue? {
    if let value = variables[name] { return .value(value) }
    return try namespace(named: name)
  }

  /// What a name stands for that is not a variable's.
  func namespace(named name: String) throws(ExpressionFailure) -> ScopeValue? {
    switch name {
    case "env":
      return .namespace(TextNamespace(values: context.environment))
    case "secret":
      return .namespace(TextNamespace(values: context.secrets, showsNames: true))
    case "demo":
      return .namespace(
        ValueNamespace(["url": context.demoURL.map { .value(.string($0)) } ?? .nothing])
      )
    case "run":
      return .namespace(
        ValueNamespace([
          "id": .value(.string(context.id)),
          "seed": .value(.string(String(context.seed))),
        ])
      )
    case "scenario":
      return .namespace(ValueNamespace(["name": .value(.string(scenario.name))]))
    case "case":
      guard let row = scenario.row else { return .nothing }
      return .value(.object(row))
    case "loop":
      guard let turn else { return .nothing }
      return .namespace(ValueNamespace(["index": .value(.number(JSONNumber(turn)))]))
    case "response":
      guard let response else { return nil }
      return .namespace(ResponseNamespace(response: response))
    case _:
      return nil
    }
  }

  var services: ExpressionServices {
    let random = random
    let files = scenario.files
    let namespaces = scenario.namespaces
    let mask = context.mask
    return ExpressionServices(
      now: context.now,
      randomBits: { random.next() },
      readFile: { (path: String) throws(ExpressionFailure) -> [UInt8] in
        try files.read(path)
      },
      namespaces: namespaces,
      redact: { mask.masking($0) },
      knowsSecrets: { !mask.isEmpty },
      conceal: { mask.add($0) }
    )
  }
}

/// What the names of an expression may know of the scenario they stand in.
///
/// An object, because every scope holds it and scopes are handed about for each step.
final class ScenarioFacts: Sendable {
  /// `scenario.name`.
  let name: String
  /// `case`.
  let row: JSONObject?
  /// The project's files, paths relative to the scenario's.
  let files: ScenarioFiles
  /// The prefixes that the file gives namespaces, each with its URI.
  let namespaces: [String: String]

  init(name: String, row: JSONObject?, files: ScenarioFiles, namespaces: [String: String]) {
    self.name = name
    self.row = row
    self.files = files
    self.namespaces = namespaces
  }

  /// The same scenario, as steps of another file see it.
  func with(_ files: ScenarioFiles, _ namespaces: [String: String]) -> ScenarioFacts {
    ScenarioFacts(name: name, row: row, files: files, namespaces: namespaces)
  }
}

/// Members with text values, such as the environment's; an empty one counts as nothing.
struct TextNamespace: ExpressionNamespace {
  let values: [String: String]
  /// Whether messages may list the names.
  var showsNames = false

  var memberNames: [String] { showsNames ? values.keys.sorted() : [] }

  func member(_ name: String) throws(ExpressionFailure) -> ScopeValue? {
    guard let value = values[name], !value.isEmpty else { return .nothing }
    return .value(.string(value))
  }
}

/// A few members with known values.
struct ValueNamespace: ExpressionNamespace {
  private let members: [String: ScopeValue]

  init(_ members: [String: ScopeValue]) {
    self.members = members
  }

  var memberNames: [String] { members.keys.sorted() }

  func member(_ name: String) throws(ExpressionFailure) -> ScopeValue? {
    members[name]
  }
}
