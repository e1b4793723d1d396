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
      schema.verdict(on: value)
    } violations: { value in
      schema.validate(value, limit: LiteralPattern.maximumDifferences).map { violation in
        Self.difference(violation, in: value)
      }
    }
  }

  /// A violation as text that no terminal and no report minds.
  private static func difference(
    _ violation: JSONSchema.Violation,
    in value: JSONValue
  ) -> Difference {
    let actual =
      violation.actual
      ?? (try? JSONPath(parsing: violation.path).values(in: value))?.first
      .map { ValueText.describe($0) }
    return Difference(
      path: "$" + TerminalText.escaped(LiteralPattern.compact(violation.path)),
      expected: TerminalText.escaped(ValueText.cut(violation.expected)),
      actual: actual.map { TerminalText.escaped(ValueText.cut($0)) } ?? "nothing"
    )
  }
}
