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
    let value = root.value { text, node, hint in
      diagnostics.append(
        Diagnostic(.error, "\(text) is no number of JSON", at: node.range, hint: hint)
      )
      return .null
    }
    let isUsable = !diagnostics.contains { $0.severity == .error }
    // A bare nil beside a value would be the value null.
    return (isUsable ? .some(value) : .none, diagnostics)
  }
}
