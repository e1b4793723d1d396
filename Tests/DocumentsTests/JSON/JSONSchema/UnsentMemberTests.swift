import Documents
import Testing

/// `required` beside `writeOnly`, in a response: OpenAPI 3.0.4, section 4.8.24.2.
@Suite(.timeLimit(.minutes(5))) struct UnsentMemberTests {
  private struct Row: Sendable, CustomTestStringConvertible {
    var schema: String
    var value: String
    var isValid: Bool

    var testDescription: String { "\(schema) \(value)" }

    init(_ schema: String, _ value: String, _ isValid: Bool) {
      (self.schema, self.value, self.isValid) = (schema, value, isValid)
    }
  }

  private static let secret = #""properties": {"c": {"writeOnly": true}}"#

  private static let rows = [
    Row(#"{"required": ["c"], \#(secret)}"#, "{}", true),
    Row(#"{"required": ["c", "d"], \#(secret)}"#, "{}", false),
    Row(#"{"allOf": [{"required": ["c"]}, {\#(secret)}]}"#, "{}", true),
    Row(
      ##"{"required": ["c"], "$ref": "#/$defs/s", "$defs": {"s": {\##(secret)}}}"##,
      "{}",
      true
    ),
    // What one alternative says is nothing that another may leave out.
    Row(#"{"anyOf": [{"required": ["b"], \#(secret)}, {"required": ["c"]}]}"#, "{}", false),
    Row(#"{"oneOf": [{"required": ["b"], \#(secret)}, {"required": ["c"]}]}"#, "{}", false),
    Row(#"{"oneOf": [{"required": ["c"], \#(secret)}, {"required": ["b"]}]}"#, "{}", true),
    Row(#"{\#(secret), "oneOf": [{"required": ["c"]}, {"required": ["b"]}]}"#, "{}", true),
    // A member that is required outside of alternatives is not sent when the alternative that fits says so.
    Row(#"{"required": ["c"], "anyOf": [{\#(secret), "required": ["b"]}, {}]}"#, "{}", false),
    Row(
      #"{"required": ["c"], "anyOf": [{\#(secret), "required": ["b"]}, {}]}"#,
      #"{"b": 1}"#,
      true
    ),
    Row(
      #"{"required": ["c"], "if": {"required": ["b"]}, "then": {\#(secret)}, "else": {}}"#,
      #"{"b": 1}"#,
      true
    ),
    Row(
      #"{"required": ["c"], "if": {"required": ["b"]}, "then": {\#(secret)}, "else": {}}"#,
      "{}",
      false
    ),
    Row(#"{"required": ["c"], "dependentSchemas": {"b": {\#(secret)}}}"#, #"{"b": 1}"#, true),
    Row(#"{"required": ["c"], "dependentSchemas": {"b": {\#(secret)}}}"#, "{}", false),
    Row(#"{"required": ["c"], "not": {\#(secret), "required": ["c"]}}"#, "{}", false),
    // `not` and `if` ask whether a member is there.
    Row(#"{\#(secret), "not": {"required": ["c"]}}"#, "{}", true),
    Row(#"{\#(secret), "if": {"required": ["c"]}, "then": false}"#, "{}", true),
    // Each value has its own members.
    Row(#"{\#(secret), "additionalProperties": {"required": ["c"]}}"#, #"{"d": {}}"#, false),
    Row(#"{"contains": {"required": ["c"], \#(secret)}}"#, "[{}]", true),
    Row(#"{"items": {"required": ["c"], \#(secret)}}"#, "[{}, {}]", true),
    Row(#"{"contains": {\#(secret)}}"#, #"[{"c": 1}]"#, false),
  ]

  @Test(arguments: rows)
  private func `a member that is not sent is not required`(row: Row) throws {
    let document = try JSONParser().parse(Array(row.schema.utf8))
    let schemas = JSONSchemaSet(options: JSONSchema.Options(knowsOpenAPI: true)) { _ in document }
    let violations = schemas.validate(
      try JSONParser().parse(Array(row.value.utf8)),
      by: try schemas.schema(at: "a.json"),
      mode: JSONSchema.Mode(direction: .response)
    )
    #expect(violations.isEmpty == row.isValid, "\(violations)")
  }

  @Test func `an element that contains fits is one whatever else it has, in strict mode, too`()
    throws
  {
    let document = try JSONParser().parse(
      Array(
        #"{"items": {"properties": {"a": {}, "b": {}}}, "contains": {"properties": {"a": {}}}}"#
          .utf8
      )
    )
    let schemas = JSONSchemaSet(options: JSONSchema.Options(knowsOpenAPI: true)) { _ in document }
    let violations = schemas.validate(
      try JSONParser().parse(Array(#"[{"a": 1, "b": 2}]"#.utf8)),
      by: try schemas.schema(at: "a.json"),
      mode: JSONSchema.Mode(direction: .response, isStrict: true)
    )
    #expect(violations.isEmpty, "\(violations)")
  }
}
