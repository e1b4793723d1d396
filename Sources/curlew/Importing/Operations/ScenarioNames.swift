import Diagnostics
import Documents
import Scenarios

/// The variables and secrets of a scenario that is being written.
struct ScenarioNames {
  /// A variable that the person who runs the scenario must give a value.
  struct Variable {
    var name: String
    var value: String
    /// What its value must be.
    var wanted: String
  }

  private(set) var variables: [Variable] = []
  private(set) var secrets: [Credentials.Field] = []
  private var taken: Set<String>

  /// Starts with names that variables must not have, those of captures among them.
  init(taken: Set<String>) {
    self.taken = taken
  }

  /// A name for a value that cannot be made; the same for equal demands.
  mutating func variable(for hint: String, value: String, wanted: String) -> String {
    if let known = variables.first(where: { $0.wanted == wanted && $0.name.hasPrefix(hint.asName) })
    {
      return known.name
    }
    let name = taken.takeName(hint)
    variables.append(Variable(name: name, value: value, wanted: wanted))
    return name
  }

  /// Takes note of the secrets of credentials.
  mutating func add(_ credentials: Credentials) {
    for secret in credentials.secrets where !secrets.contains(secret) { secrets.append(secret) }
  }

  /// A sample as the value of a step; what could not be made stands in variables.
  mutating func node(_ sample: Sample, _ name: String, at range: SourceRange) -> ScenarioNode {
    guard !sample.gaps.isEmpty else { return ScenarioNode(.value(sample.value), at: range) }
    return node(sample.value, name, [], sample.gaps, range)
  }

  private mutating func node(
    _ value: JSONValue,
    _ name: String,
    _ path: [String],
    _ gaps: [Sample.Gap],
    _ range: SourceRange
  ) -> ScenarioNode {
    guard gaps.contains(where: { $0.path.starts(with: path) }) else {
      return ScenarioNode(.value(value), at: range)
    }
    if let gap = gaps.first(where: { $0.path == path }) {
      let variable = variable(
        for: path.last { Int($0) == nil } ?? name,
        value: value.string ?? "",
        wanted: gap.wanted
      )
      return ScenarioNode(.template("${\(variable)}"), at: range)
    }
    switch value {
    case .array(let elements):
      var items: [ScenarioNode] = []
      for (place, element) in elements.enumerated() {
        items.append(node(element, name, path + [String(place)], gaps, range))
      }
      return ScenarioNode(.list(items), at: range)
    case .object(let members):
      var entries: [(String, ScenarioNode)] = []
      for (key, member) in members {
        entries.append((key, node(member, key, path + [key], gaps, range)))
      }
      return .map(entries, at: range)
    case .null, .bool, .number, .string:
      return ScenarioNode(.value(value), at: range)
    }
  }
}

extension Set<String> {
  /// Takes a text as a name that none has yet, with a number from 2 behind it where it is taken.
  mutating func takeName(_ wanted: String) -> String {
    let base = wanted.asName.isEmpty ? "value" : wanted.asName
    var name = base
    var number = 2
    while !insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }
}
