import Diagnostics
public import Documents

extension CompiledSchema {
  /// Makes a schema of a JSON Schema.
  ///
  /// - Parameters:
  ///   - name: how messages name it: the reference as written.
  ///   - schema: the schema compiled.
  public init(name: String, _ schema: JSONSchema) {
    self.init(name: name) { value in
      schema.isValid(value)
    } violations: { value in
      schema.validate(value, limit: LiteralPattern.maximumDifferences).map { violation in
        Self.difference(violation, in: value)
      }
    }
  }

  /// A violation as expected and actual, which its message gives in one sentence.
  private static func difference(
    _ violation: JSONSchema.Violation,
    in value: JSONValue
  ) -> Difference {
    let path = "$" + TerminalText.escaped(LiteralPattern.compact(violation.path))
    var message = TerminalText.escaped(ValueText.cut(violation.message))[...]
    let opening = "expected "
    if message.hasPrefix(opening) { message = message.dropFirst(opening.count) }
    for missing in [", which is missing", ", which are missing"] where message.hasSuffix(missing) {
      let members = String(message.dropLast(missing.count))
      return Difference(path: path, expected: members, actual: "nothing")
    }
    let parts = message.split(separator: ", got ", maxSplits: 1)
    if parts.count == 2 {
      return Difference(path: path, expected: String(parts[0]), actual: String(parts[1]))
    }
    let place = (try? JSONPath(parsing: violation.path).values(in: value))?.first
    return Difference(
      path: path,
      expected: String(message),
      actual: place.map { ValueText.describe($0) } ?? "nothing"
    )
  }
}
