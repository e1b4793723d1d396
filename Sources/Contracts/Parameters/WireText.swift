internal import Documents
internal import Encodings

/// Reads texts on the wire as the values that a schema means.
struct WireText {
  let schemas: ContractSchemas
  let mode: JSONSchema.Mode

  /// The value that a text stands for: of those that its schema's types allow the first valid one.
  ///
  /// - Parameters:
  ///   - text: The text, decoded.
  ///   - schema: What it has to be; a text without one.
  /// - Returns: The value; the text itself when it is none of the types.
  func value(_ text: String, by schema: ContractSchema?) -> JSONValue {
    guard let schema else { return .string(text) }
    return first(primitives(text, schemas.outline(of: schema)), by: schema)
  }

  /// The first value that is valid, else the first.
  func first(_ values: [JSONValue], by schema: ContractSchema) -> JSONValue {
    guard values.count > 1 else { return values.first ?? .null }
    let valid = values.first {
      schemas.validate($0, by: schema, mode: mode, limit: 1).isEmpty
    }
    return valid ?? values[0]
  }

  /// The values that a text may stand for.
  private func primitives(_ text: String, _ outline: SchemaOutline) -> [JSONValue] {
    let types = outline.types
    var values: [JSONValue] = []
    let isNumeric = types.map { $0.contains("number") || $0.contains("integer") } ?? true
    if isNumeric, let number = JSONNumber(parsing: text) { values.append(.number(number)) }
    if types?.contains("boolean") ?? true {
      if text == "true" { values.append(true) }
      if text == "false" { values.append(false) }
    }
    if types?.contains("null") ?? false, text.isEmpty || text == "null" { values.append(.null) }
    // Without a type a text is the first guess.
    if types == nil { values.insert(.string(text), at: 0) }
    if types?.contains("string") ?? false { values.append(.string(text)) }
    return values.isEmpty ? [.string(text)] : values
  }

  /// An array of texts, each read by the schema of its place.
  func array(_ texts: [String], by schema: ContractSchema) -> JSONValue {
    let outline = schemas.outline(of: schema)
    return .array(
      texts.enumerated().map { index, text in
        let own =
          index < outline.prefixItems.count ? outline.prefixItems[index] : outline.items
        return value(text, by: own)
      }
    )
  }

  /// An object of texts, each read by the schema of its property.
  ///
  /// - Parameters:
  ///   - pairs: The names and values; a name may stand there several times.
  ///   - schema: The schema of the object.
  /// - Returns: The object; a property that comes several times is an array.
  func object(_ pairs: [(name: String, value: String)], by schema: ContractSchema) -> JSONValue {
    let outline = schemas.outline(of: schema)
    var order: [String] = []
    var texts: [String: [String]] = [:]
    for pair in pairs {
      if texts[pair.name] == nil { order.append(pair.name) }
      texts[pair.name, default: []].append(pair.value)
    }
    var members = JSONObject()
    for name in order {
      let own = outline.schema(of: name)
      let values = texts[name] ?? []
      if let own, values.count > 1 || schemas.outline(of: own).isArrayOnly {
        members[name] = array(values, by: own)
      } else {
        members[name] = value(values.last ?? "", by: own)
      }
    }
    return .object(members)
  }
}

extension SchemaOutline {
  /// Whether a value is an array and nothing else.
  var isArrayOnly: Bool { allowsArray && !allowsPrimitive && !allowsObject }
}
