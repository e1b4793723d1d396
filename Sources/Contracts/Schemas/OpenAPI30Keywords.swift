internal import Documents

extension JSONObject {
  /// Rewrites the keywords of a schema that OpenAPI 3.0 has otherwise than JSON Schema 2020-12 (OpenAPI 3.0.4, section 4.7.24).
  mutating func rewriteKeywordsOfOpenAPI30() {
    let isNullable = removeValue(forKey: "nullable")?.bool == true
    // Without a type there is nothing that null could be added to.
    if isNullable, let type = self["type"] { self["type"] = .array([type, "null"]) }
    for (bound, exclusive) in [
      ("maximum", "exclusiveMaximum"), ("minimum", "exclusiveMinimum"),
    ] {
      let isExclusive = removeValue(forKey: exclusive)?.bool == true
      guard isExclusive, let value = removeValue(forKey: bound) else { continue }
      self[exclusive] = value
    }
  }
}
