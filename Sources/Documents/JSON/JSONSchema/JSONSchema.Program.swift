extension JSONSchema {
  /// A compiled schema: its nodes refer to each other by number, so references may form cycles.
  struct Program: Sendable {
    var nodes: [Node] = []
    /// For each resource the nodes of its dynamic anchors.
    var dynamicAnchors: [[String: Int]] = []
    var root = 0

    /// Whether a value is valid by a node, or nil when the evaluation was given up.
    func verdict(on value: JSONValue, by node: Int, mode: Mode) -> Bool? {
      var evaluator = Evaluator(program: self, root: node, mode: mode, limit: 0)
      return evaluator.verdict(on: value)
    }

    /// What a value breaks; it is described only when it is not valid.
    func violations(of value: JSONValue, by node: Int, mode: Mode, limit: Int) -> [Violation] {
      if verdict(on: value, by: node, mode: mode) == true { return [] }
      var evaluator = Evaluator(program: self, root: node, mode: mode, limit: max(limit, 1))
      return evaluator.violations(of: value)
    }
  }

  /// A schema of which nothing is left to find out.
  final class Node: Sendable {
    /// The number of the resource, for the dynamic scope.
    let resource: Int
    /// The URI and JSON Pointer of the schema.
    let location: String
    /// What a boolean schema says.
    let verdict: Bool?
    /// The keywords that look at one value alone, by their names.
    let assertions: [(keyword: String, rule: Assertion)]
    let applicators: [Applicator]
    let unevaluatedItems: Int?
    let unevaluatedProperties: Int?
    /// Whether only a server sends the value.
    let isReadOnly: Bool
    /// Whether only a client sends the value.
    let isWriteOnly: Bool
    /// Which branch a member of the value chooses.
    let discriminator: Discriminator?
    /// Why the schema cannot be used.
    let defect: String?

    init(
      resource: Int,
      location: String,
      verdict: Bool? = nil,
      assertions: [(keyword: String, rule: Assertion)] = [],
      applicators: [Applicator] = [],
      unevaluatedItems: Int? = nil,
      unevaluatedProperties: Int? = nil,
      isReadOnly: Bool = false,
      isWriteOnly: Bool = false,
      discriminator: Discriminator? = nil,
      defect: String? = nil
    ) {
      self.resource = resource
      self.location = location
      self.verdict = verdict
      self.assertions = assertions
      self.applicators = applicators
      self.unevaluatedItems = unevaluatedItems
      self.unevaluatedProperties = unevaluatedProperties
      self.isReadOnly = isReadOnly
      self.isWriteOnly = isWriteOnly
      self.discriminator = discriminator
      self.defect = defect
    }
  }

  /// The Discriminator Object of OpenAPI (OpenAPI 3.1, section 4.8.25).
  struct Discriminator: Sendable {
    /// The member that chooses.
    var property: String
    /// The schemas that can be chosen, by value.
    var branches: [String: Int]
    /// Values that are allowed without choosing a schema here.
    var names: Set<String>
    /// The schema for a value that is unknown or missing.
    var standard: Int?
  }

  /// A keyword that looks at one value alone.
  enum Assertion: Sendable {
    case type(ValueTypes)
    case enumeration([JSONValue])
    case constant(JSONValue)
    case number(NumberRule)
    case text(TextRule)
    case elements(ElementsRule)
    case members(MembersRule)
  }

  /// A keyword that looks only at numbers.
  enum NumberRule: Sendable {
    case multipleOf(JSONNumber)
    case maximum(JSONNumber)
    case exclusiveMaximum(JSONNumber)
    case minimum(JSONNumber)
    case exclusiveMinimum(JSONNumber)
    case format(NumberFormat)
  }

  /// A keyword that looks only at texts.
  enum TextRule: Sendable {
    case maxLength(Int)
    case minLength(Int)
    case pattern(TextPattern, source: String)
    case format(Format)
    /// Base64, as the format `byte` of OpenAPI.
    case base64
    /// The keyword `contentEncoding`.
    case encoded(ContentEncoding)
    /// JSON in a text: the keyword `contentMediaType`.
    case json(ContentEncoding?)
  }

  /// A keyword that looks only at arrays.
  enum ElementsRule: Sendable {
    case maxItems(Int)
    case minItems(Int)
    case uniqueItems
  }

  /// A keyword that looks only at objects.
  enum MembersRule: Sendable {
    case maxProperties(Int)
    case minProperties(Int)
    case required([String])
    case dependentRequired([(key: String, names: [String])])
  }

  /// A keyword that applies other schemas.
  enum Applicator: Sendable {
    case reference(Int)
    case dynamicReference(Int, anchor: String)
    case allOf([Int])
    case anyOf([Int])
    case oneOf([Int])
    case not(Int)
    case conditional(Int, then: Int?, otherwise: Int?)
    case dependentSchemas([(key: String, schema: Int)])
    case propertyNames(Int)
    case members(Members)
    case elements(prefix: [Int], rest: Int?)
    case contains(Int, atLeast: Int, atMost: Int?)
    /// The schema of JSON in a text: the keyword `contentSchema`.
    case content(Int, ContentEncoding?)
  }

  /// `properties`, `patternProperties` and `additionalProperties` of one schema.
  struct Members: Sendable {
    var properties: [(key: String, schema: Int)] = []
    var patterns: [(pattern: TextPattern, schema: Int)] = []
    var additional: Int?
  }

  /// The types that the keyword `type` allows.
  struct ValueTypes: OptionSet, Sendable, Hashable {
    var rawValue: Int

    /// The names of the types in the order of their bits.
    static let names = ["null", "boolean", "object", "array", "number", "string", "integer"]

    /// The names that are in the set.
    var names: [String] {
      Self.names.enumerated().filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
    }

    /// Whether a value has one of the types.
    func contains(typeOf value: JSONValue) -> Bool {
      switch value {
      case .null: rawValue & 1 != 0
      case .bool: rawValue & 2 != 0
      case .object: rawValue & 4 != 0
      case .array: rawValue & 8 != 0
      case .number(let number): rawValue & 16 != 0 || rawValue & 64 != 0 && number.isInteger
      case .string: rawValue & 32 != 0
      }
    }
  }
}
