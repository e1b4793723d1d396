public import Diagnostics
public import Documents

/// Reads YAML files that hold data only: variables of `--variables`, JSON Schemas written as YAML.
public enum YAMLData: Sendable {
  /// The value of a file.
  ///
  /// The rules are those of scenario files (only `true` and `false` are booleans, no duplicate keys), but `${…}` is text. JSON is
  /// YAML too.
  ///
  /// - Parameter file: its text.
  /// - Returns: the value, or `nil` beside an error, and the diagnostics in the order of their places.
  public static func read(_ file: SourceFile) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
    let document = YAMLDocument(reading: file)
    var diagnostics = document.diagnostics
    guard let root = document.root else {
      if diagnostics.isEmpty {
        diagnostics.append(Diagnostic(.error, "the file is empty", at: file.range(0..<0)))
      }
      return (nil, diagnostics)
    }
    EmptyValues.check(root) { diagnostics.append($0) }
    let value = value(of: root, &diagnostics)
    let isUsable = !diagnostics.contains { $0.severity == .error }
    // A bare nil beside a value would be the value null.
    return (isUsable ? .some(value) : .none, diagnostics)
  }

  /// The value of a node; `${…}` is text.
  static func value(of node: YAMLNode, _ diagnostics: inout [Diagnostic]) -> JSONValue {
    switch node.content {
    case .scalar(let scalar):
      switch scalar.resolved {
      case .null, .empty: return .null
      case .bool(let value): return .bool(value)
      case .number(let number): return .number(number)
      case .text: return .string(scalar.text)
      case .unfitNumber(let hint):
        diagnostics.append(
          Diagnostic(.error, "\(scalar.text) is no number of JSON", at: node.range, hint: hint)
        )
        return .null
      }
    case .sequence(let items):
      var values: [JSONValue] = []
      for item in items { values.append(value(of: item, &diagnostics)) }
      return .array(values)
    case .mapping(let entries):
      var object = JSONObject()
      for entry in entries { object[entry.name] = value(of: entry.value, &diagnostics) }
      return .object(object)
    }
  }
}
