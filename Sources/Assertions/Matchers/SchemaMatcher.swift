import Diagnostics
import Documents

extension MatcherDefinition {
  static let schema = MatcherDefinition(
    name: "schema",
    summary:
      "The value is valid against a JSON Schema: a file, `file#/pointer`, or the schema itself; its `format` is checked unless `formats: false` is beside it.",
    shape: .schema,
    companions: ["formats": .boolean],
    example: "schema: schemas/order.json",
    kinds: [.value, .markup, .texts, .text],
    make: { (arguments) throws(Mistake) in
      let schema =
        arguments.value.object == nil ? JSONValue.string(try arguments.text()) : arguments.value
      var assertsFormat = true
      if let formats = arguments.map["formats"] {
        guard case .bool(let given) = formats else {
          throw Mistake(
            "expected true or false, got \(ValueText.describe(formats))",
            at: [.key("formats")]
          )
        }
        assertsFormat = given
      }
      return SchemaMatcher(
        schema: try Mistake.within(
          [.key(arguments.name)],
          arguments.context.finders.schema(schema, assertsFormat)
        )
      )
    }
  )
}

/// `schema`.
struct SchemaMatcher: ValueMatcher {
  let schema: CompiledSchema

  var expectation: String { "valid against \(schema.name)" }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    schema.schema.verdict(on: value).map { Judgement($0) } ?? .inapplicable
  }

  func differences(in value: JSONValue, of subject: Subject) -> [Difference] {
    schema.schema.validate(value, limit: LiteralPattern.maximumDifferences).map { violation in
      let path = JSONPath.normalized(violation.components)
      let actual =
        violation.actual
        ?? (try? JSONPath(parsing: path).values(in: value))?.first.map { ValueText.describe($0) }
      return Difference(
        path: subject.path + TerminalText.escaped(JSONPath.shortened(violation.components)),
        expected: TerminalText.escaped(ValueText.cut(violation.expected)),
        actual: actual.map { TerminalText.escaped(ValueText.cut($0)) } ?? "nothing"
      )
    }
  }
}
