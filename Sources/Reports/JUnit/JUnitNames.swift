import Diagnostics
import RunEvents

/// The names of suites, classes and cases, the same from run to run.
enum JUnitNames {
  /// The suite of what is about no file.
  static let runSuite = "curlew"

  /// Longer than a label with the number behind it.
  static let rowLimit = 80
  private static let nameLimit = 300

  /// The name of a scenario's suite: its file, or `before-all` and `after-all`.
  static func suite(of scenario: ScenarioDescription) -> String {
    switch scenario.kind {
    case .scenario: scenario.path
    case .beforeAll, .afterAll: scenario.kind.rawValue
    }
  }

  /// The class of a scenario's cases: `scenarios.orders.Order lifecycle`.
  static func classname(of scenario: ScenarioDescription) -> String {
    switch scenario.kind {
    case .scenario: "\(dotted(scenario.path)).\(part(scenario.name, or: "scenario"))"
    case .beforeAll, .afterAll: "\(dotted(scenario.path)).\(scenario.kind.rawValue)"
    }
  }

  /// A path as a class: without the endings of scenario files, parted by dots.
  static func dotted(_ path: String) -> String {
    var path = path[...]
    for ending in [".yaml", ".yml", ".json"] where path.hasSuffix(ending) {
      path = path.dropLast(ending.count)
      break
    }
    for ending in [".scenario", ".steps"] where path.hasSuffix(ending) {
      path = path.dropLast(ending.count)
      break
    }
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return parts.isEmpty ? "file" : parts.map { part(String($0), or: "_") }.joined(separator: ".")
  }

  /// The name of a step's case, as in the source so that it is the same in each turn, with the label of its row.
  static func name(of step: StepDescription, in scenario: ScenarioDescription) -> String {
    let written = step.writtenName ?? step.name
    let name = written.isEmpty ? "step \(step.index + 1)" : written
    let row = scenario.row.map { " [\(SafeText.line($0, limit: rowLimit))]" } ?? ""
    return SafeText.line(name, limit: nameLimit) + row
  }

  /// For each step of a scenario which it is among those of its name, repeats before it counted.
  static func ordinals(of scenario: ScenarioDescription) -> [Int] {
    var counts: [String: Int] = [:]
    let names = scenario.steps.map { $0.writtenName ?? $0.name }
    let places = names.map { name in
      let place = counts[name, default: 0] + 1
      counts[name] = place
      return place
    }
    let earlier = max(0, (scenario.turn ?? 1) - 1)
    return zip(names, places).map { $1 + earlier * (counts[$0] ?? 0) }
  }

  private static func part(_ text: String, or fallback: String) -> String {
    var result = ""
    for character in SafeText.line(text, limit: nameLimit) {
      result.append("./\\".contains(character) ? "_" : character)
    }
    return result.allSatisfy(\.isWhitespace) ? fallback : result
  }
}
