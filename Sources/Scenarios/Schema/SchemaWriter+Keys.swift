import Documents

/// What single keys take beyond their shape.
extension SchemaWriter {
  /// The schema of what stands behind a key of a grammar.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - grammar: whose key it is.
  /// - Returns: that of its shape, narrowed where the parser looks more closely.
  func schema(of key: MapGrammar.Key, in grammar: MapGrammar) -> JSONValue {
    (grammar.name, key.name) == ("expectation", "status") ? status : schema(of: key.shape)
  }

  /// `201`, `2xx`, `200-299`, a list of these, or a matcher.
  private var status: JSONValue {
    let one: JSONValue = [
      "anyOf": [
        ["type": "integer", "minimum": 100, "maximum": 999],
        ["type": "string", "pattern": .string("^(\(TextRule.statusPattern))$")],
        Self.reference(to: "expression"),
      ]
    ]
    return [
      "anyOf": [
        one, ["type": "array", "items": one, "minItems": 1],
        ["allOf": [["type": "object"], Self.matcher(of: .number)]],
      ]
    ]
  }

  /// A map, or a list of `[name, value]`.
  var fields: JSONValue {
    let pair: JSONValue = [
      "type": "array",
      "prefixItems": [["type": ["string", "number", "boolean"]]],
      "minItems": 2,
      "maxItems": 2,
    ]
    return [
      "anyOf": [
        ["type": "object"], Self.reference(to: "computed"), ["type": "array", "items": pair],
      ]
    ]
  }

  /// What a rule for texts says.
  func schema(of rule: TextRule) -> JSONValue {
    var schema: JSONObject = ["type": .array(rule.types)]
    for (keyword, value) in rule.keywords { schema[keyword] = value }
    guard !rule.takesExpressions else {
      return ["anyOf": [.object(schema), Self.reference(to: "expression")]]
    }
    return ["allOf": [.object(schema), ["not": Self.reference(to: "expression")]]]
  }
}
