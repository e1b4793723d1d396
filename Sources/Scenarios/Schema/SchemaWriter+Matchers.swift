import Documents

/// Matchers by the kind of value that they judge.
extension SchemaWriter {
  /// A reference to the matchers of a kind of value.
  static func matcher(of kind: ValueKind) -> JSONValue { reference(to: matcherName(of: kind)) }

  /// The name of the definition of the matchers of a kind of value.
  static func matcherName(of kind: ValueKind) -> String {
    kind == .value ? "matcher" : "\(kind.rawValue)Matcher"
  }

  /// What may stand where a kind of value is matched: a literal, or a map of the matchers that can
  /// hold of it.
  func matcherSchema(of kind: ValueKind) -> JSONValue {
    var shapes = [plainLiteral(of: kind), .object(mapOfMatchers(of: kind))]
    if kind != .value {
      shapes.append([
        "type": "object", "required": ["pipe"], "allOf": [Self.matcher(of: .value)],
      ])
    }
    return ["anyOf": .array(shapes)]
  }

  /// Functions that turn a value: names, and maps of one name to its further arguments.
  func pipe() -> JSONValue {
    let names: JSONValue = [
      "enum": .array(
        FunctionCatalogue.all.filter(\.turnsValues).map { .string($0.name) }
      )
    ]
    let call: JSONValue = [
      "type": "object", "propertyNames": names, "minProperties": 1, "maxProperties": 1,
    ]
    return ["type": "array", "items": ["anyOf": [names, call]], "minItems": 1]
  }

  /// A map of the matchers that can hold of a kind of value.
  func mapOfMatchers(of kind: ValueKind) -> JSONObject {
    var map: JSONObject = [
      "type": "object",
      "properties": .object(matchers(of: kind)),
      "additionalProperties": false,
      "minProperties": 1,
      "dependentSchemas": ["pipe": ["minProperties": 2]],
    ]
    if let rule = unitRule(of: kind) { map["anyOf"] = rule }
    return map
  }

  /// The matchers that can hold of a kind of value, and what stands beside them.
  func matchers(of kind: ValueKind) -> JSONObject {
    var matchers = JSONObject()
    for matcher in vocabulary.matchers where matcher.kinds.contains(kind) {
      let inner = Judged(kind, "").inside(matcher).kind
      if kind == .value || Self.isAboutKind(matcher.argument) {
        let schema = schema(of: matcher.argument, about: inner)
        matchers[matcher.name] = described(schema, matcher.summary, matcher.example)
      } else {
        matchers[matcher.name] = Self.reference(to: "matcher/anyOf/1/properties/\(matcher.name)")
      }
      for (name, shape) in matcher.companions.sorted(by: { $0.key < $1.key })
      where name != "unit" || !Self.hasUnit(kind) {
        matchers[name] = schema(of: shape)
      }
    }
    return matchers
  }

  /// Whether what an argument may be depends on the kind of value.
  private static func isAboutKind(_ shape: ArgumentShape) -> Bool {
    switch shape {
    case .literal, .matcher: true
    case .someOf(let inner): isAboutKind(inner)
    case .anyOf(let shapes): shapes.contains(where: isAboutKind)
    case .text, .number, .wholeNumber, .boolean, .duration, .size, .pattern, .pipe, .list,
      .oneOf, .textBeginning, .file, .schema, .oneOrMore, .tuple, .map, .mapOf:
      false
    }
  }

  /// Whether such a value counts milliseconds or bytes.
  private static func hasUnit(_ kind: ValueKind) -> Bool { kind == .duration || kind == .size }

  /// What a kind of value can be equal to: a literal, in which matchers may stand.
  func literal(of kind: ValueKind) -> JSONValue {
    guard kind != .value else { return [:] }
    let matcher: JSONValue = [
      "type": "object",
      "patternProperties": ["^[^$]": false],
      "minProperties": 1,
    ]
    return ["anyOf": [plainLiteral(of: kind), matcher]]
  }

  /// A literal that is no map; a list only where the value may be one.
  private func plainLiteral(of kind: ValueKind) -> JSONValue {
    let number: [JSONValue] = [["type": "number"], Self.text(Self.numberPattern)]
    return switch kind {
    case .value: ["type": ["string", "number", "boolean", "null", "array"]]
    case .markup, .texts: ["anyOf": [scalar, ["type": "array"]]]
    case .text, .date: scalar
    case .number: orTemplate(["anyOf": .array(number)])
    case .duration:
      orTemplate(["anyOf": .array(number + [Self.text(TextRule.durationPattern)])])
    case .size: orTemplate(["anyOf": .array(number + [Self.text(Self.sizePattern)])])
    case .boolean: orTemplate(["enum": [true, false, "true", "false"]])
    }
  }

  /// A duration or size is compared with what has no unit of its own only beside `unit`.
  private func unitRule(of kind: ValueKind) -> JSONValue? {
    guard !Self.hasUnit(kind) else { return nil }
    let plain: JSONValue = [
      "not": Self.text("^[0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d|B|kB|KB|MB|GB|KiB|MiB|GiB)$")
    ]
    var properties = JSONObject()
    for matcher in vocabulary.matchers
    where matcher.kinds.contains(kind) && matcher.companions["unit"] != nil {
      properties[matcher.name] = ["allOf": [plain, ["items": plain]]]
    }
    guard !properties.isEmpty else { return nil }
    return [["required": ["unit"]], ["properties": .object(properties)]]
  }

  private static func text(_ pattern: String) -> JSONValue {
    ["type": "string", "pattern": .string(pattern)]
  }

  /// How numbers are spelled.
  private static let numberPattern = "^\\s*-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?\\s*$"

  /// How sizes are spelled.
  private static let sizePattern = "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|KiB|MiB|GiB)$"
}
