import Documents

extension MatcherDefinition {
  static let schema = Self(
    name: "schema",
    summary: "The value is valid against a JSON Schema: a file, or `file#/pointer`.",
    shape: .file,
    example: "schema: schemas/order.json",
    make: { (arguments) throws(MatcherError) in
      let reference = try arguments.text()
      do throws(MatcherError) {
        return SchemaMatcher(schema: try arguments.context.schema(reference))
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
    Judgement(schema.isValid(value))
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
