import Diagnostics
import Documents
import Scenarios

extension ScenarioNode {
  /// A text in which `${` is nothing special.
  static func text(_ text: String, at range: SourceRange) -> ScenarioNode {
    ScenarioNode(.value(.string(text)), at: range)
  }

  /// `true` or `false`.
  static func bool(_ bool: Bool, at range: SourceRange) -> ScenarioNode {
    ScenarioNode(.value(.bool(bool)), at: range)
  }

  /// A whole number.
  static func number(_ number: Int, at range: SourceRange) -> ScenarioNode {
    ScenarioNode(.value(.number(JSONNumber(number))), at: range)
  }

  /// `${…}` with an expression.
  static func expression(_ expression: String, at range: SourceRange) -> ScenarioNode {
    ScenarioNode(.template("${\(expression)}"), at: range)
  }

  /// A list.
  static func list(_ items: [ScenarioNode], at range: SourceRange) -> ScenarioNode {
    ScenarioNode(.list(items), at: range)
  }

  /// A map.
  static func map(_ entries: [Entry], at range: SourceRange) -> ScenarioNode {
    ScenarioNode(.map(entries), at: range)
  }
}

extension ScenarioNode.Entry {
  /// A key of the language with its value, at the place of the value unless it stands elsewhere.
  init(_ key: String, _ value: ScenarioNode, at range: SourceRange? = nil) {
    self.init(.text(key, at: range ?? value.range), value)
  }
}
