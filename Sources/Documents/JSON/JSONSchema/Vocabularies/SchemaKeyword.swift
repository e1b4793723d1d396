/// A keyword of JSON Schema 2020-12 and what its value has to be.
struct SchemaKeyword: Sendable {
  /// What a keyword's value has to be.
  enum Shape: Sendable {
    case schema
    case schemas
    case schemaMap
    case patternMap
    case schemaOrNameMap
    case uri
    case uriReference
    case identifier
    case anchor
    case vocabularies
    case text
    case truth
    case anything
    case list
    case count
    case number
    case positiveNumber
    case types
    case names
    case nameMap
  }

  let name: String
  let vocabulary: SchemaVocabulary
  let shape: Shape

  /// Every keyword of draft 2020-12, also the two that older drafts left behind.
  static let all: [SchemaKeyword] =
    make(
      .core,
      [
        ("$id", .identifier), ("$schema", .uri), ("$ref", .uriReference), ("$anchor", .anchor),
        ("$dynamicRef", .uriReference), ("$dynamicAnchor", .anchor), ("$defs", .schemaMap),
        ("$vocabulary", .vocabularies), ("$comment", .text), ("definitions", .schemaMap),
      ]
    )
    + make(
      .applicator,
      [
        ("prefixItems", .schemas), ("items", .schema), ("contains", .schema),
        ("additionalProperties", .schema), ("properties", .schemaMap),
        ("patternProperties", .patternMap), ("dependentSchemas", .schemaMap),
        ("propertyNames", .schema), ("if", .schema), ("then", .schema), ("else", .schema),
        ("allOf", .schemas), ("anyOf", .schemas), ("oneOf", .schemas), ("not", .schema),
        ("dependencies", .schemaOrNameMap),
      ]
    )
    + make(.unevaluated, [("unevaluatedItems", .schema), ("unevaluatedProperties", .schema)])
    + make(
      .validation,
      [
        ("type", .types), ("const", .anything), ("enum", .list), ("multipleOf", .positiveNumber),
        ("maximum", .number), ("exclusiveMaximum", .number), ("minimum", .number),
        ("exclusiveMinimum", .number), ("maxLength", .count), ("minLength", .count),
        ("pattern", .text), ("maxItems", .count), ("minItems", .count), ("uniqueItems", .truth),
        ("maxContains", .count), ("minContains", .count), ("maxProperties", .count),
        ("minProperties", .count), ("required", .names), ("dependentRequired", .nameMap),
      ]
    )
    + make(
      .metaData,
      [
        ("title", .text), ("description", .text), ("default", .anything), ("deprecated", .truth),
        ("readOnly", .truth), ("writeOnly", .truth), ("examples", .list),
      ]
    )
    + make(.formatAnnotation, [("format", .text)])
    + make(
      .content,
      [("contentMediaType", .text), ("contentEncoding", .text), ("contentSchema", .schema)]
    )

  /// The keywords by name.
  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static func make(
    _ vocabulary: SchemaVocabulary,
    _ keywords: [(String, Shape)]
  ) -> [SchemaKeyword] {
    keywords.map { SchemaKeyword(name: $0.0, vocabulary: vocabulary, shape: $0.1) }
  }
}
