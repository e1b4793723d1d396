import Diagnostics
import Documents

@testable import Scenarios

extension ScenarioNode {
  /// The tree of a YAML file.
  init(_ node: YAMLNode) {
    let content: Content
    switch node.content {
    case .scalar(let scalar):
      switch scalar.resolved {
      case .null, .empty: content = .value(.null)
      case .bool(let value): content = .value(.bool(value))
      case .number(let number) where number.literal == scalar.text:
        content = .value(.number(number))
      case .number, .unfitNumber: content = .spelled(scalar.text)
      case .text where scalar.isTemplate: content = .template(scalar.text)
      case .text: content = .value(.string(scalar.text))
      }
    case .sequence(let items):
      content = .list(items.map { ScenarioNode($0) })
    case .mapping(let entries):
      content = .map(entries.map { Entry(ScenarioNode($0.key), ScenarioNode($0.value)) })
    }
    self.init(content, at: node.range)
  }

  /// What the tree says, whatever the places; a key is a text however it is spelled.
  var summary: String {
    switch content {
    case .value(let value): value.description
    case .spelled(let text): "spelled \(text)"
    case .template(let text): "template \(JSONValue.string(text))"
    case .list(let items): "[\(items.map(\.summary).joined(separator: ", "))]"
    case .map(let entries):
      "{\(entries.map { "\($0.key.keySummary): \($0.value.summary)" }.joined(separator: ", "))}"
    }
  }

  private var keySummary: String {
    switch content {
    case .value(.string(let text)), .spelled(let text): JSONValue.string(text).description
    case .value(let value): JSONValue.string(value.description).description
    case .template, .list, .map: summary
    }
  }

  /// The tree that a text holds, or the mistakes.
  static func read(_ text: String) -> (summary: String, diagnostics: [Diagnostic]) {
    let document = YAMLDocument(reading: SourceFile(path: "a.scenario.yaml", text: text))
    return (document.root.map { ScenarioNode($0).summary } ?? "nothing", document.diagnostics)
  }
}
