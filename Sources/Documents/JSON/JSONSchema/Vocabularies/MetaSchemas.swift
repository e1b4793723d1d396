/// The meta-schemas of draft 2020-12, made from the table of keywords.
enum MetaSchemas {
  /// The meta-schema at a URI, or nil when it is not one of the standard's.
  static func document(at uri: String) -> JSONValue? {
    guard uri.hasPrefix(SchemaVocabulary.draft) else { return nil }
    let name = uri.dropFirst(SchemaVocabulary.draft.count)
    if name == "schema" { return whole }
    guard name.hasPrefix("meta/"),
      let known = SchemaVocabulary.names.first(where: { $0.name == name.dropFirst(5) })
    else { return nil }
    return part(known.vocabulary, known.name)
  }

  private static var whole: JSONValue {
    var document = frame("schema")
    var vocabularies = JSONObject()
    var parts: [JSONValue] = []
    for (vocabulary, name) in SchemaVocabulary.names
    where SchemaVocabulary.standard.contains(vocabulary) {
      vocabularies[SchemaVocabulary.draft + "vocab/" + name] = true
      parts.append(["$ref": .string("meta/" + name)])
    }
    document["$vocabulary"] = .object(vocabularies)
    document["allOf"] = .array(parts)
    return .object(document)
  }

  private static func part(_ vocabulary: SchemaVocabulary, _ name: String) -> JSONValue {
    var document = frame("meta/" + name)
    document["$vocabulary"] = .object([SchemaVocabulary.draft + "vocab/" + name: true])
    let owner: SchemaVocabulary = vocabulary == .formatAssertion ? .formatAnnotation : vocabulary
    let keywords = SchemaKeyword.all.filter { $0.vocabulary == owner }
    document["properties"] = .object(
      JSONObject(keywords.map { ($0.name, schema(of: $0.shape)) })
    )
    document["$defs"] = definitions
    return .object(document)
  }

  private static func frame(_ name: String) -> JSONObject {
    [
      "$schema": .string(SchemaVocabulary.draft + "schema"),
      "$id": .string(SchemaVocabulary.draft + name),
      "$dynamicAnchor": "meta",
      "type": ["object", "boolean"],
    ]
  }

  private static var definitions: JSONValue {
    [
      "anchorString": ["type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"],
      "uriString": ["type": "string", "format": "uri"],
      "uriReferenceString": ["type": "string", "format": "uri-reference"],
      "nonNegativeInteger": ["type": "integer", "minimum": 0],
      "simpleTypes": [
        "enum": ["array", "boolean", "integer", "null", "number", "object", "string"]
      ],
      "stringArray": ["type": "array", "items": ["type": "string"], "uniqueItems": true],
      "schemaArray": ["type": "array", "minItems": 1, "items": metaReference],
    ]
  }

  private static let metaReference: JSONValue = ["$dynamicRef": "#meta"]

  private static func schema(of shape: SchemaKeyword.Shape) -> JSONValue {
    switch shape {
    case .schema: metaReference
    case .schemas: definition("schemaArray")
    case .schemaMap: ["type": "object", "additionalProperties": metaReference]
    case .patternMap:
      [
        "type": "object", "additionalProperties": metaReference,
        "propertyNames": ["format": "regex"],
      ]
    case .schemaOrNameMap:
      [
        "type": "object",
        "additionalProperties": ["anyOf": [metaReference, definition("stringArray")]],
      ]
    case .uri: definition("uriString")
    case .uriReference: definition("uriReferenceString")
    case .identifier: ["type": "string", "format": "uri-reference", "pattern": "^[^#]*#?$"]
    case .anchor: definition("anchorString")
    case .vocabularies:
      [
        "type": "object", "propertyNames": definition("uriString"),
        "additionalProperties": ["type": "boolean"],
      ]
    case .text: ["type": "string"]
    case .truth: ["type": "boolean"]
    case .anything: true
    case .list: ["type": "array"]
    case .count: definition("nonNegativeInteger")
    case .number: ["type": "number"]
    case .positiveNumber: ["type": "number", "exclusiveMinimum": 0]
    case .types:
      [
        "anyOf": [
          definition("simpleTypes"),
          [
            "type": "array", "items": definition("simpleTypes"), "minItems": 1,
            "uniqueItems": true,
          ],
        ]
      ]
    case .names: definition("stringArray")
    case .nameMap: ["type": "object", "additionalProperties": definition("stringArray")]
    }
  }

  private static func definition(_ name: String) -> JSONValue {
    ["$ref": .string("#/$defs/" + name)]
  }
}
