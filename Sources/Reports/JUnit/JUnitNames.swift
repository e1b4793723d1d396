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
    // By bytes: by characters it took a sixth of a report on short scenarios.
    var bytes = path.utf8[...]
    for endings in [[".yaml", ".yml", ".json"], [".scenario", ".steps"]] {
      guard let ending = endings.first(where: { bytes.ends(with: $0.utf8) }) else { continue }
      bytes = bytes.dropLast(ending.utf8.count)
    }
    let parts = bytes.split(separator: UInt8(ascii: "/")).lazy.map { String(Substring($0)) }
    let names = parts.filter { $0 != "." && $0 != ".." }.map { part($0, or: "_") }
    return names.isEmpty ? "file" : names.joined(separator: ".")
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
    let line = SafeText.line(text, limit: nameLimit)
    guard !line.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return fallback }
    guard line.utf8.contains(where: isDivider) else { return line }
    return String(decoding: line.utf8.map { isDivider($0) ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
  }

  /// Whether a byte parts classes, or could be taken for that.
  private static func isDivider(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }
}

extension Substring.UTF8View {
  fileprivate func ends(with ending: String.UTF8View) -> Bool {
    count >= ending.count && suffix(ending.count).elementsEqual(ending)
  }
}
