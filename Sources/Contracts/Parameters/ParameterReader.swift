internal import Documents
internal import Encodings

/// Reads parameters as their style writes them (OpenAPI 3.1, section 4.8.12.6; RFC 6570).
struct ParameterReader {
  /// What was found of a parameter.
  enum Found {
    case absent
    case value(JSONValue)
    /// It was sent in another form than its style has.
    case malformed(expected: String, actual: String)
  }

  /// How a value is written.
  struct Form {
    var style: String
    var explodes: Bool
    /// Whether the texts are percent-encoded.
    var isEncoded = true
    /// Whether `+` stands for a space.
    var plusIsSpace = false
  }

  let wire: WireText
  let schemas: ContractSchemas

  private func decoded(_ text: some StringProtocol, _ form: Form) -> String {
    guard form.isEncoded else { return String(text) }
    return PercentEncoding.decodeTextLeniently(text, plusIsSpace: form.plusIsSpace)
  }

  // MARK: One text

  /// Reads a value of a path segment or a header field: `simple`, `label` and `matrix`.
  ///
  /// - Parameters:
  ///   - raw: As it was sent.
  ///   - name: The name of the parameter.
  ///   - schema: Its schema.
  ///   - form: How it is written.
  /// - Returns: The value, or why it is none.
  func single(_ raw: String, named name: String, by schema: ContractSchema, _ form: Form) -> Found {
    switch form.style {
    case "label":
      guard raw.hasPrefix(".") else {
        return .malformed(expected: "a value that starts with \".\"", actual: raw)
      }
      let text = String(raw.dropFirst())
      let separator: Character = form.explodes ? "." : ","
      return .value(value(text, separator, by: schema, form))
    case "matrix":
      return matrix(raw, named: name, by: schema, form)
    case _:
      return .value(value(raw, ",", by: schema, form))
    }
  }

  private func split(_ text: String, _ separator: Character, _ form: Form) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.split(separator: separator, omittingEmptySubsequences: false).map { part in
      let text = decoded(part, form)
      return form.isEncoded ? text : String(text.trimmingBlanks)
    }
  }

  /// A value of a list with a separator, of each shape that its schema allows.
  private func value(
    _ text: String,
    _ separator: Character,
    by schema: ContractSchema,
    _ form: Form
  ) -> JSONValue {
    let outline = schemas.outline(of: schema)
    var values: [JSONValue] = []
    if outline.allowsArray {
      values.append(wire.array(split(text, separator, form), by: schema))
    }
    if outline.allowsObject {
      let pairs = pairs(text, separator, form)
      if let pairs { values.append(wire.object(pairs, by: schema)) }
    }
    if outline.allowsPrimitive || values.isEmpty {
      values.append(wire.value(decoded(text, form), by: schema))
    }
    return wire.first(values, by: schema)
  }

  /// Names and values: `R=100,G=200` when exploded, else `R,100,G,200`.
  private func pairs(
    _ text: String,
    _ separator: Character,
    _ form: Form
  ) -> [(name: String, value: String)]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    var pairs: [(name: String, value: String)] = []
    if form.explodes {
      for part in parts {
        guard let equals = part.firstIndex(of: "=") else { return nil }
        pairs.append(
          (decoded(part[..<equals], form), decoded(part[part.index(after: equals)...], form))
        )
      }
      return pairs
    }
    guard parts.count.isMultiple(of: 2) else { return nil }
    for index in stride(from: 0, to: parts.count, by: 2) {
      pairs.append((decoded(parts[index], form), decoded(parts[index + 1], form)))
    }
    return pairs
  }

  private func matrix(
    _ raw: String,
    named name: String,
    by schema: ContractSchema,
    _ form: Form
  ) -> Found {
    guard raw.hasPrefix(";") else {
      return .malformed(expected: "a value that starts with \";\"", actual: raw)
    }
    let parts: [(name: String, raw: String)] = raw.dropFirst()
      .split(separator: ";", omittingEmptySubsequences: false)
      .map { part in
        guard let equals = part.firstIndex(of: "=") else { return (decoded(part, form), "") }
        return (decoded(part[..<equals], form), String(part[part.index(after: equals)...]))
      }
    let outline = schemas.outline(of: schema)
    let own = parts.filter { $0.name == name }
    if form.explodes, own.isEmpty, outline.allowsObject {
      return .value(wire.object(parts.map { ($0.name, decoded($0.raw, form)) }, by: schema))
    }
    guard let first = own.first else {
      return .malformed(expected: "\";\(name)=\" and a value", actual: raw)
    }
    if form.explodes, outline.allowsArray, own.count > 1 || !outline.allowsPrimitive {
      return .value(wire.array(own.map { decoded($0.raw, form) }, by: schema))
    }
    var flat = form
    flat.explodes = false
    return .value(value(first.raw, ",", by: schema, flat))
  }

  // MARK: Pairs

  /// Reads a value of names and values: `form`, `spaceDelimited`, `pipeDelimited`, `deepObject`
  /// and `cookie`.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - pairs: All pairs that were sent.
  ///   - schema: Its schema.
  ///   - form: How it is written.
  ///   - others: The names of the other parameters, which are no members of an exploded object.
  /// - Returns: The value with the places of the pairs that it is made of.
  func paired(
    _ name: String,
    in pairs: [WirePair],
    by schema: ContractSchema,
    _ form: Form,
    others: Set<String>
  ) -> (found: Found, used: [Int]) {
    let outline = schemas.outline(of: schema)
    if form.style == "deepObject" { return deep(name, pairs, by: schema, form) }
    let own = pairs.indices.filter { pairs[$0].name == name }
    if form.explodes, outline.allowsObject, own.isEmpty {
      return exploded(name, pairs, by: schema, outline, form, others)
    }
    guard let first = own.first else { return (.absent, []) }
    let texts = own.map { decoded(pairs[$0].raw ?? "", form) }
    if form.explodes {
      var values: [JSONValue] = []
      if outline.allowsArray { values.append(wire.array(texts, by: schema)) }
      if outline.allowsPrimitive || values.isEmpty {
        let primitive = wire.value(texts.last ?? "", by: schema)
        // What is sent twice is no single value.
        if texts.count == 1 {
          values.append(primitive)
        } else if values.isEmpty {
          return (.malformed(expected: "one value", actual: "\(texts.count) values"), own)
        }
      }
      return (.value(wire.first(values, by: schema)), own)
    }
    guard own.count == 1 else {
      return (.malformed(expected: "one value", actual: "\(own.count) values"), own)
    }
    let raw = pairs[first].raw ?? ""
    switch form.style {
    case "spaceDelimited":
      // Separators are percent-encoded spaces, or `+`.
      var text = raw.replacing("%20", with: " ")
      if form.plusIsSpace { text = text.replacing("+", with: " ") }
      return (.value(value(text, " ", by: schema, form)), own)
    case "pipeDelimited":
      let text = raw.replacing("%7C", with: "|").replacing("%7c", with: "|")
      return (.value(value(text, "|", by: schema, form)), own)
    case _:
      return (.value(value(raw, ",", by: schema, form)), own)
    }
  }

  private func exploded(
    _ name: String,
    _ pairs: [WirePair],
    by schema: ContractSchema,
    _ outline: SchemaOutline,
    _ form: Form,
    _ others: Set<String>
  ) -> (found: Found, used: [Int]) {
    let properties = Set(outline.properties.map(\.name))
    let takesOthers = outline.additional != nil || outline.properties.isEmpty
    let used = pairs.indices.filter {
      properties.contains(pairs[$0].name) || takesOthers && !others.contains(pairs[$0].name)
    }
    guard !used.isEmpty else { return (.absent, []) }
    let members = used.map { (pairs[$0].name, decoded(pairs[$0].raw ?? "", form)) }
    return (.value(wire.object(members, by: schema)), used)
  }

  private func deep(
    _ name: String,
    _ pairs: [WirePair],
    by schema: ContractSchema,
    _ form: Form
  ) -> (found: Found, used: [Int]) {
    var used: [Int] = []
    var members: [(name: String, value: String)] = []
    for (index, pair) in pairs.enumerated() {
      guard pair.name.hasPrefix(name + "["), pair.name.hasSuffix("]") else { continue }
      var key = String(pair.name.dropFirst(name.count + 1).dropLast())
      // `filter[tags][]=a` is a usual spelling of a list.
      if key.hasSuffix("][") { key.removeLast(2) }
      used.append(index)
      members.append((key, decoded(pair.raw ?? "", form)))
    }
    guard !used.isEmpty else {
      if let plain = pairs.firstIndex(where: { $0.name == name }) {
        let actual = "\(name)=\(pairs[plain].raw ?? "")"
        return (.malformed(expected: "\(name)[member]=value", actual: actual), [plain])
      }
      return (.absent, [])
    }
    return (.value(wire.object(members, by: schema)), used)
  }
}

/// A name and a value of a query, a form or a cookie.
struct WirePair: Sendable {
  /// The name, decoded.
  var name: String
  /// The value as it was sent; nil when no `=` follows the name.
  var raw: String?

  /// The pairs of a query or a form.
  static func pairs(ofQuery query: String) -> [WirePair] {
    query.split(separator: "&").map { part in
      let equals = part.firstIndex(of: "=")
      let name = part[..<(equals ?? part.endIndex)]
      return WirePair(
        name: PercentEncoding.decodeTextLeniently(name, plusIsSpace: true),
        raw: equals.map { String(part[part.index(after: $0)...]) }
      )
    }
  }

  /// The pairs of the field `Cookie` (RFC 6265, section 4.2).
  static func pairs(ofCookies field: String) -> [WirePair] {
    field.split(separator: ";").compactMap { part in
      let text = String(part.trimmingBlanks)
      guard let equals = text.firstIndex(of: "=") else { return nil }
      var value = String(text[text.index(after: equals)...])
      if value.hasPrefix("\""), value.hasSuffix("\""), value.utf8.count >= 2 {
        value = String(value.dropFirst().dropLast())
      }
      return WirePair(name: String(text[..<equals]), raw: value)
    }
  }

  /// The pairs that one cookie holds: `color=blue&color=black`, as the style `form` writes a list or
  /// an object (OpenAPI 3.1, section 4.8.12.6); itself when it is none of these.
  var exploded: [WirePair] {
    let whole = "\(name)=\(raw ?? "")"
    let parts = whole.split(separator: "&", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ $0.contains("=") }) else { return [self] }
    return Self.pairs(ofQuery: whole)
  }
}
