import Documents
import Scenarios

/// What names stand for while a plan is compiled: all but variables of a scenario, captures and responses.
struct PlanScope: ExpressionScope {
  let options: RunOptions
  let scenarioName: String
  let files: ScenarioFiles
  var namespaces: [String: String] = [:]

  var names: [String] { options.overrides.keys.sorted() + ["env", "demo", "run", "scenario"] }

  func value(named name: String) throws(ExpressionFailure) -> ScopeValue? {
    if let value = options.overrides[name] { return .value(value) }
    switch name {
    case "env":
      return .namespace(TextNamespace(values: options.processEnvironment))
    case "demo":
      return .namespace(
        ValueNamespace(["url": options.demoURL.map { .value(.string($0)) } ?? .nothing])
      )
    case "run":
      return .namespace(ValueNamespace(["seed": .value(.string(String(options.seed)))]))
    case "scenario":
      return .namespace(ValueNamespace(["name": .value(.string(scenarioName))]))
    case _:
      return nil
    }
  }

  var services: ExpressionServices {
    let random = RandomStream(at: RandomPath(seed: options.seed).appending(scenarioName))
    let files = files
    let (now, namespaces) = (options.now, namespaces)
    return ExpressionServices(
      now: now,
      randomBits: { random.next() },
      readFile: { (path: String) throws(ExpressionFailure) -> [UInt8] in try files.read(path) },
      namespaces: namespaces
    )
  }
}
