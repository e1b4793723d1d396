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
    switch (grammar.name, key.name) {
    case ("expectation", "status"): return status
    case ("step", "query"), ("step", "form"), ("defaults", "query"): return parameters
    case _: break
    }
    var schema = schema(of: key.shape)
    if Self.isSingle(key.name, in: grammar), var object = schema.object {
      object["not"] = ["type": "array"]
      schema = .object(object)
    }
    return schema
  }

  /// Whether the matcher is on what is always one value, so that a list is a slip.
  private static func isSingle(_ key: String, in grammar: MapGrammar) -> Bool {
    switch grammar.name {
    case "expectation": MapGrammar.measures.contains(key) || key == "text"
    case "image", "cookieAttributes": true
    case "certificate": key != "alternative-names"
    case "bytes": ["length", "sha256", "md5"].contains(key)
    case _: false
    }
  }

  /// `201`, `2xx`, `200-299`, a list of these, or a matcher.
  private var status: JSONValue {
    let one: JSONValue = [
      "anyOf": [
        ["type": "integer", "minimum": 100, "maximum": 999],
        ["type": "string", "pattern": "^([1-9][xX]{2}|[1-9][0-9]{2}(-[1-9][0-9]{2})?)$"],
        Self.reference(to: "expression"),
      ]
    ]
    return [
      "anyOf": [
        one, ["type": "array", "items": one, "minItems": 1],
        ["allOf": [["type": "object"], Self.reference(to: "matcher")]],
      ]
    ]
  }

  /// A map, or a list of `[name, value]`.
  private var parameters: JSONValue {
    [
      "anyOf": [
        ["type": "object"], Self.reference(to: "expression"),
        ["type": "array", "items": ["type": "array", "minItems": 2, "maxItems": 2]],
      ]
    ]
  }
}
