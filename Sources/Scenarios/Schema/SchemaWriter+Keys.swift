import Documents

/// What fields and rules for texts come to.
extension SchemaWriter {
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
