import Documents

/// Writes grammars and shapes as JSON Schema.
struct SchemaWriter {
  let vocabulary: Vocabulary

  /// A reference to a definition.
  static func reference(to name: String) -> JSONValue {
    ["$ref": .string("#/$defs/\(name)")]
  }

  /// The schema of a map of a grammar.
  func schema(of grammar: MapGrammar) -> JSONValue {
    if grammar.name == "step" { return stepSchema() }
    let properties = properties(of: grammar.keys)
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !grammar.required.isEmpty {
      schema["required"] = .array(grammar.required.sorted().map { .string($0) })
    }
    switch grammar.choice {
    case .atLeastOne(let names, _): schema["anyOf"] = oneRequired(of: names)
    case .one(let names): schema["oneOf"] = oneRequired(of: names)
    case nil: break
    }
    if case .matched(let kind)? = grammar.others {
      let keys = kind == .markup ? "[/(@:.]" : "^\\$"
      schema["patternProperties"] = [keys: Self.matcher(of: kind)]
      if grammar.name == MapGrammar.hops.name { schema["minProperties"] = 1 }
      schema["additionalProperties"] = false
      return .object(schema)
    }
    switch grammar.name {
    case "capture":
      schema["additionalProperties"] = false
      schema["if"] = ["required": ["all"]]
      schema["then"] = [
        "anyOf": oneRequired(of: MapGrammar.queriesOfOne)
      ]
      return .object(["anyOf": [.object(schema), scalarTemplate, ["type": "array"]]])
    case "scenario":
      // What stands there must be a list that is not empty, or an error of its own.
      schema["anyOf"] = .array(
        ["steps", "setup"].map { name in
          ["required": [.string(name)], "properties": [name: ["minItems": 1]]]
        }
      )
      schema["additionalProperties"] = false
    case "expectation":
      schema["additionalProperties"] = false
      schema["if"] = ["required": ["error"]]
      let names = MapGrammar.besideError.union(["error"]).sorted()
      schema["then"] = ["propertyNames": ["enum": .array(names.map { .string($0) })]]
    case "cases":
      let own = grammar.names.filter { !MapGrammar.sourcesOfRows.contains($0) }
      schema["additionalProperties"] = false
      schema["dependentRequired"] = .object(JSONObject(own.map { ($0, ["csv"]) }))
    case "bytesEqual":
      schema["additionalProperties"] = false
      schema["minProperties"] = 1
      schema["maxProperties"] = 1
    case "assertion", "responseQuery":
      // What stands beside the value or the query are matchers, at least one.
      let required = schema["required"]
      schema = mapOfMatchers(of: .value)
      var all = schema["properties"]?.object ?? JSONObject()
      for (name, property) in properties { all[name] = property }
      schema["properties"] = .object(all)
      schema["required"] = required
      if grammar.required.isEmpty { schema["oneOf"] = oneRequired(of: MapGrammar.sources) }
      schema["minProperties"] = 2
    case "cookie":
      // What stands beside its keys are matchers on its value.
      var all = matchers(of: .text)
      // Of what a pipe gives every matcher can hold.
      var others = JSONObject()
      for (name, matcher) in matchers(of: .value) where all[name] == nil {
        all[name] = matcher
        others[name] = ["pipe"]
      }
      for (name, property) in properties { all[name] = property }
      schema["properties"] = .object(all)
      schema["dependentRequired"] = .object(others)
      schema["anyOf"] = oneRequired(of: grammar.names)
      schema["additionalProperties"] = false
    case _:
      if grammar.others == nil { schema["additionalProperties"] = false }
    }
    return .object(schema)
  }

  /// Alternatives of which each asks for a key.
  private func oneRequired(of names: [String]) -> JSONValue {
    .array(names.map { ["required": [.string($0)]] })
  }

  private func properties(of keys: [MapGrammar.Key]) -> JSONObject {
    JSONObject(keys.map { ($0.name, described(schema(of: $0.shape), $0.summary, $0.example)) })
  }

  private func properties(of entries: [Vocabulary.Entry]) -> JSONObject {
    JSONObject(
      entries.map { ($0.name, described(schema(of: $0.argument), $0.summary, $0.example)) }
    )
  }

  /// A step: one kind, and beside it what that kind may have.
  private func stepSchema() -> JSONValue {
    let grammar = MapGrammar.step
    let kinds: [JSONValue] = StepKindCatalogue.entries.map { entry in
      var properties = JSONObject()
      // Those of requests are among the step's above.
      if entry.kind != RequestStep.self {
        for key in entry.kind.ownKeys { properties[key.name] = schema(of: key.shape) }
      }
      let allowed = [entry.name] + entry.allowed.names
      return [
        "required": [.string(entry.name)],
        "properties": .object(properties),
        "propertyNames": ["enum": .array(allowed.map { .string($0) })],
      ]
    }
    // Two keys of which a step has one at most: loops, and bodies.
    var exclusions: [JSONValue] = [["required": ["each", "repeat"]]]
    let bodies = RequestBodyCatalogue.table.names
    for (place, first) in bodies.enumerated() {
      for second in bodies[(place + 1)...] {
        exclusions.append(["required": [.string(first), .string(second)]])
      }
    }
    return [
      "type": "object",
      "properties": .object(properties(of: grammar.keys)),
      "additionalProperties": false,
      "oneOf": .array(kinds),
      "not": ["anyOf": .array(exclusions)],
    ]
  }

  /// Definitions that several shapes share.
  func commonDefinitions() -> [(String, JSONValue)] {
    [
      ("expression", ["type": "string", "pattern": "(^|[^$])\\$\\{"]),
      ("computed", ["type": "string", "pattern": .string(Self.computedPattern)]),
      ("pipe", pipe()),
      (
        "authSchemes",
        [
          "anyOf": [
            ["const": .string(AuthTemplate.none)],
            Self.reference(to: "computed"),
            [
              "type": "object",
              "properties": .object(properties(of: vocabulary.authSchemes)),
              "additionalProperties": false,
              "minProperties": 1,
              "maxProperties": 1,
            ],
          ]
        ]
      ),
      ("options", optionsSchema(vocabulary.options)),
      ("runOptions", optionsSchema(vocabulary.runOptions)),
    ] + ValueKind.allCases.map { (Self.matcherName(of: $0), matcherSchema(of: $0)) }
      + TextRule.all.map { ($0.name, schema(of: $0)) }
  }

  /// One `${…}` and nothing else: it ends at the first brace outside of quotes.
  private static let computedPattern =
    "^\\$\\{([^}'\"]|'([^'\\\\]|\\\\[\\s\\S])*'|\"([^\"\\\\]|\\\\[\\s\\S])*\")*\\}$"

  private func optionsSchema(_ entries: [Vocabulary.Entry]) -> JSONValue {
    [
      "type": "object",
      "properties": .object(properties(of: entries)),
      "additionalProperties": false,
    ]
  }

  /// What an editor shows over a name: `markdownDescription` is what VS Code reads, with the example.
  func described(_ schema: JSONValue, _ summary: String, _ example: String) -> JSONValue {
    guard !summary.isEmpty, var schema = schema.object else { return schema }
    schema["description"] = .string(summary)
    if !example.isEmpty {
      schema["markdownDescription"] = .string("\(summary)\n\n```yaml\n\(example)\n```")
    }
    return .object(schema)
  }

  private var scalarTemplate: JSONValue { Self.reference(to: "expression") }

  func orTemplate(_ schema: JSONValue) -> JSONValue {
    ["anyOf": [schema, scalarTemplate]]
  }

  /// The schema of what may stand behind a key.
  func schema(of shape: KeyShape) -> JSONValue {
    switch shape {
    case .argument(let shape): schema(of: shape)
    case .ruled(let rule): Self.reference(to: rule.name)
    case .expression: ["anyOf": [Self.reference(to: "computed"), ["type": "boolean"]]]
    case .computed: Self.reference(to: "computed")
    case .flag: ["type": "boolean"]
    case .names(let rule, let count):
      [
        "anyOf": [
          Self.reference(to: rule.name),
          [
            "type": "array",
            "items": Self.reference(to: rule.name),
            "minItems": .number(JSONNumber(count)),
          ],
        ]
      ]
    case .matched(let kind): Self.matcher(of: kind)
    case .map(let name, let needed):
      needed.isEmpty
        ? Self.reference(to: name)
        : [
          "allOf": [
            Self.reference(to: name), ["required": .array(needed.map { .string($0) })],
          ]
        ]
    case .mapOf(let inner, let names): mapSchema(to: inner, names)
    case .listOf(let inner): ["type": "array", "items": schema(of: inner)]
    case .someOf(let inner): ["type": "array", "items": schema(of: inner), "minItems": 1]
    case .fieldValue: ["not": ["type": "object"]]
    case .fields: fields
    case .anyOf(let shapes): anySchema(shapes)
    case .vocabulary(let part): Self.reference(to: part.rawValue)
    }
  }

  private func mapSchema(to inner: KeyShape, _ names: TextRule?) -> JSONValue {
    var schema: JSONObject = ["type": "object", "additionalProperties": self.schema(of: inner)]
    if let names { schema["propertyNames"] = Self.reference(to: names.name) }
    return .object(schema)
  }

  var scalar: JSONValue { ["type": ["string", "number", "boolean"]] }

  /// The schema of what stands behind a name of the vocabulary.
  ///
  /// - Parameters:
  ///   - shape: what may stand there.
  ///   - kind: what a matcher or literal inside is about.
  /// - Returns: the schema of the shape.
  func schema(of shape: ArgumentShape, about kind: ValueKind = .value) -> JSONValue {
    switch shape {
    case .literal: literal(of: kind)
    case .text: scalar
    case .pattern: ["type": ["string", "number"]]
    case .file: Self.reference(to: TextRule.path.name)
    case .textBeginning(let start): orTemplate(["type": "string", "pattern": .string("^\(start)")])
    case .schema:
      ["anyOf": [Self.reference(to: TextRule.path.name), ["type": "object", "minProperties": 1]]]
    case .number: orTemplate(["type": "number"])
    case .wholeNumber(let bounds): orTemplate(wholeNumber(bounds))
    case .boolean: orTemplate(["type": "boolean"])
    case .duration:
      orTemplate(["type": "string", "pattern": .string(TextRule.durationPattern)])
    case .size:
      orTemplate([
        "anyOf": [
          ["type": "integer", "minimum": 0],
          ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|KiB|MiB|GiB)?$"],
        ]
      ])
    case .pipe: Self.reference(to: "pipe")
    case .matcher: Self.matcher(of: kind)
    case .list: orTemplate(["type": "array"])
    case .someOf(let inner):
      orTemplate(["type": "array", "items": schema(of: inner, about: kind), "minItems": 1])
    case .oneOf(let words):
      orTemplate(["enum": .array(words.flatMap { Self.spellings(of: $0) })])
    case .oneOrMore(let inner):
      ["anyOf": [schema(of: inner), ["type": "array", "items": schema(of: inner)]]]
    case .tuple(let count, let inner):
      orTemplate([
        "type": "array",
        "items": schema(of: inner),
        "minItems": .number(JSONNumber(count)),
        "maxItems": .number(JSONNumber(count)),
      ])
    case .map(let keys, let required):
      orTemplate(mapSchema(keys, required))
    case .mapOf(let inner):
      orTemplate(["type": "object", "additionalProperties": schema(of: inner)])
    case .anyOf(let shapes): anySchema(shapes, about: kind)
    }
  }

  private func wholeNumber(_ bounds: ClosedRange<Int>) -> JSONValue {
    var schema: JSONObject = [
      "type": "integer", "minimum": .number(JSONNumber(bounds.lowerBound)),
    ]
    if bounds.upperBound < Int.max {
      schema["maximum"] = .number(JSONNumber(bounds.upperBound))
    }
    return .object(schema)
  }

  /// Any of these; a matcher takes scalars, but beside a shape for scalars only its maps are meant.
  private func anySchema(_ shapes: [ArgumentShape], about kind: ValueKind) -> JSONValue {
    let hasScalar = shapes.contains(where: \.isScalar)
    return [
      "anyOf": .array(
        shapes.map { shape in
          let schema = schema(of: shape, about: kind)
          guard hasScalar, case .matcher = shape else { return schema }
          return ["allOf": [["type": "object"], schema]]
        }
      )
    ]
  }

  /// Any of these; a matcher beside a rule for texts is a map of matchers.
  private func anySchema(_ shapes: [KeyShape]) -> JSONValue {
    let isRuled = shapes.contains { if case .ruled = $0 { true } else { false } }
    return [
      "anyOf": .array(
        shapes.map { shape in
          let schema = schema(of: shape)
          guard isRuled, case .matched = shape else { return schema }
          return ["allOf": [["type": "object"], schema]]
        }
      )
    ]
  }

  /// A word as YAML may read it: `1.1` and `2` are numbers there, `null` is null.
  private static func spellings(of word: String) -> [JSONValue] {
    if word == "null" { return [.string(word), .null] }
    guard let number = JSONNumber(parsing: word) else { return [.string(word)] }
    return [.string(word), .number(number)]
  }

  private func mapSchema(_ keys: [String: ArgumentShape], _ required: Set<String>) -> JSONValue {
    var properties = JSONObject()
    for (name, shape) in keys.sorted(by: { $0.key < $1.key }) {
      properties[name] = schema(of: shape)
    }
    var schema: JSONObject = [
      "type": "object",
      "properties": .object(properties),
      "additionalProperties": false,
    ]
    if !required.isEmpty { schema["required"] = .array(required.sorted().map { .string($0) }) }
    return .object(schema)
  }
}
