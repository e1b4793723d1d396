import Encodings

extension JSONSchema.Compiler {
  /// What the keyword `discriminator` of OpenAPI chooses from; nil without it.
  mutating func discriminator(
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> JSONSchema.Discriminator? {
    guard let object = members["discriminator"]?.object,
      let property = object["propertyName"]?.string
    else { return nil }
    var branches: [String: Int] = [:]
    var names: Set<String> = []
    let mapped = Set((object["mapping"]?.object ?? JSONObject()).values.compactMap(\.string))
    var hasAlternatives = false
    for key in ["oneOf", "anyOf"] {
      for (index, schema) in (members[key]?.array ?? []).enumerated() {
        hasAlternatives = true
        // A reference that the mapping has as it is written goes by the names that the mapping gives it.
        guard let reference = schema["$ref"]?.string, !mapped.contains(reference) else { continue }
        branches[Self.name(of: reference)] = try number(
          of: schema,
          place.appending(key, String(index))
        )
      }
    }
    let components = registry.resources[place.resource].root["components"]?["schemas"]?.object
    for (value, target) in object["mapping"]?.object ?? JSONObject() {
      guard let text = target.string else { continue }
      if hasAlternatives {
        branches[value] = try branch(text, components, at: place)
      } else {
        names.insert(value)
      }
    }
    // A parent whose children refer to it by `allOf` is told apart by the names of all schemas.
    if !hasAlternatives, names.isEmpty { names.formUnion((components ?? JSONObject()).keys) }
    if !hasAlternatives, names.isEmpty { return nil }
    var standard: Int?
    if let text = object["defaultMapping"]?.string {
      standard = try branch(text, components, at: place)
    }
    return JSONSchema.Discriminator(
      property: property,
      branches: branches,
      names: names,
      standard: standard
    )
  }

  /// The schema that a mapping names by its component or by a reference.
  private mutating func branch(
    _ text: String,
    _ components: JSONObject?,
    at place: Place
  ) throws(JSONSchemaError) -> Int {
    let isName = components?[text] != nil
    let reference = isName ? "#/components/schemas/" + JSONPointer.escaped(text) : text
    return try number(
      of: try registry.resolve(reference, from: place, keyword: "discriminator").place
    )
  }

  /// The name that a reference gives its schema: the last part of the pointer or of the path.
  private static func name(of reference: String) -> String {
    let uri = URIReference(reference)
    if let fragment = uri.fragment, let last = fragment.split(separator: "/").last {
      return PercentEncoding.decodeText(last) ?? String(last)
    }
    let file = uri.path.split(separator: "/").last ?? ""
    return String(file.split(separator: ".").first ?? file)
  }
}
