public import Documents

/// The JSON Schema (draft 2020-12) of the scenario format, made of the same grammars and vocabulary as the parser.
public enum ScenarioSchema: Sendable {
  /// The schema of scenario files, steps files and `curlew.yaml`, for editors.
  ///
  /// - Parameter vocabulary: matchers, schemes and options.
  /// - Returns: a schema document; what only names and paths can show is not in it.
  public static func document(vocabulary: Vocabulary) -> JSONValue {
    let writer = SchemaWriter(vocabulary: vocabulary)
    var definitions = JSONObject()
    for grammar in MapGrammar.all {
      definitions[grammar.name] = writer.schema(of: grammar)
    }
    for (name, schema) in writer.commonDefinitions() {
      definitions[name] = schema
    }
    return .object([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:curlew:scenario-format:1",
      "title": "Curlew scenario format, version 1",
      "description": "Files *.scenario.yaml, *.steps.yaml and curlew.yaml.",
      "if": ["type": "object", "required": ["scenario"]],
      "then": SchemaWriter.reference(to: "scenario"),
      "else": [
        "if": [
          "type": "object",
          "required": ["steps"],
        ],
        "then": SchemaWriter.reference(to: "sharedSteps"),
        "else": SchemaWriter.reference(to: "project"),
      ],
      "$defs": .object(definitions),
    ])
  }
}
