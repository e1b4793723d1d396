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
      do throws(Mistake) {
        return SchemaMatcher(schema: try arguments.context.schema(schema, assertsFormat))
      } catch {
        throw error.within([.key(arguments.name)])
      }
    }
  )
}

/// `schema`.
struct SchemaMatcher: ValueMatcher {
  let schema: CompiledSchema

  var expectation: String { "valid against \(schema.name)" }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    schema.isValid(value).map { Judgement($0) } ?? .inapplicable
  }

  func differences(in value: JSONValue, of subject: Subject) -> [Difference] {
    schema.violations(value).prefix(LiteralPattern.maximumDifferences).map { violation in
      var violation = violation
      if violation.path.hasPrefix("$") {
        violation.path = subject.path + violation.path.dropFirst()
      }
      return violation
    }
  }
}
