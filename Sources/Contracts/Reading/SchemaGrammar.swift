/// The keywords of Schema Objects.
enum SchemaGrammar {
  typealias Shape = DocumentGrammar.Shape

  /// What the value of a keyword has to be; nil for a keyword that the version does not know.
  static func shape(of keyword: String, in version: OpenAPIVersion) -> Shape? {
    if let shared = shared[keyword] { return shared }
    return version == .v30 ? only30[keyword] : since31[keyword]
  }

  /// The keywords of 3.0, for suggestions.
  static var names30: [String] { (Array(shared.keys) + Array(only30.keys)).sorted() }

  private static let shared: [String: Shape] = [
    "title": .text, "description": .text, "format": .text, "pattern": .text, "default": .any,
    "example": .any, "enum": .list(.any), "required": .texts, "type": .type,
    "multipleOf": .number, "maximum": .number, "minimum": .number, "maxLength": .count,
    "minLength": .count, "maxItems": .count, "minItems": .count, "uniqueItems": .bool,
    "maxProperties": .count, "minProperties": .count, "not": .schema, "allOf": .schemas,
    "oneOf": .schemas, "anyOf": .schemas, "items": .schema, "properties": .schemaMap,
    "additionalProperties": .schema, "discriminator": .object(.discriminator),
    "readOnly": .bool, "writeOnly": .bool, "deprecated": .bool, "xml": .object(.xml),
    "externalDocs": .object(.externalDocumentation), "$ref": .reused,
  ]

  private static let only30: [String: Shape] = [
    "nullable": .bool, "exclusiveMaximum": .bool, "exclusiveMinimum": .bool,
  ]

  private static let since31: [String: Shape] = [
    "$id": .text, "$schema": .text, "$anchor": .text, "$dynamicRef": .text,
    "$dynamicAnchor": .text, "$comment": .text, "$defs": .schemaMap, "definitions": .schemaMap,
    "prefixItems": .schemas, "contains": .schema, "patternProperties": .schemaMap,
    "dependentSchemas": .schemaMap, "propertyNames": .schema, "if": .schema, "then": .schema,
    "else": .schema, "unevaluatedItems": .schema, "unevaluatedProperties": .schema,
    "const": .any, "exclusiveMaximum": .number, "exclusiveMinimum": .number,
    "maxContains": .count, "minContains": .count, "dependentRequired": .map(.texts),
    "examples": .list(.any), "contentMediaType": .text, "contentEncoding": .text,
    "contentSchema": .schema,
  ]
}
