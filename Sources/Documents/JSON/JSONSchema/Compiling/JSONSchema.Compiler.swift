import Encodings

extension JSONSchema {
  /// Makes a program of a schema and of all that it refers to.
  struct Compiler {
    private static let mostNodes = 200_000

    var registry: Registry
    let options: Options
    private var numbers: [Place: Int] = [:]
    private var nodes: [Node?] = []
    private var waiting: [Place] = []
    private var hasDynamicReferences = false
    private var toleratesDefects = false
    private var base: Int?
    /// Why schemas of a set cannot be used.
    private(set) var defects: [JSONSchemaError] = []

    init(
      options: Options,
      searched: [[String]] = [],
      find: @escaping (String) -> JSONValue?
    ) {
      self.options = options
      registry = Registry(searched: searched, find: find)
    }

    /// Compiles the schema at a fragment of a document.
    mutating func compile(
      _ document: JSONValue,
      fragment: String,
      baseURI: String
    ) throws(JSONSchemaError) -> Program {
      let uri = URIReference(baseURI).textWithoutFragment
      let resource = try registry.add(document, at: uri)
      let start = Place(resource: resource, tokens: [])
      let root =
        fragment.isEmpty
        ? start : try registry.resolve("#" + fragment, from: start, keyword: "$ref").place
      var program = Program()
      program.root = try number(of: root)
      try compileWaiting()
      program.dynamicAnchors = try compileDynamicAnchors()
      program.nodes = nodes.compactMap { $0 }
      return program
    }

    /// Compiles one more schema of a set, of which others may be compiled already.
    ///
    /// A schema that cannot be compiled becomes a node that nothing is judged by.
    ///
    /// - Parameters:
    ///   - uri: The URI of the document with the fragment of the schema.
    ///   - program: What is compiled so far; takes what is added.
    /// - Returns: The number of the schema.
    /// - Throws: When the reference leads nowhere.
    mutating func compile(
      _ uri: String,
      into program: inout Program
    ) throws(JSONSchemaError) -> Int {
      toleratesDefects = true
      if base == nil { base = try registry.add(.object(JSONObject()), at: "contract:") }
      let start = Place(resource: base ?? 0, tokens: [])
      let place = try registry.resolve(uri, from: start, keyword: "$ref").place
      let root = try number(of: place)
      try compileWaiting()
      program.dynamicAnchors = try compileDynamicAnchors()
      program.nodes += nodes[program.nodes.count...].compactMap { $0 }
      return root
    }

    private mutating func compileWaiting() throws(JSONSchemaError) {
      while let place = waiting.popLast() {
        guard let number = numbers[place] else { continue }
        do throws(JSONSchemaError) {
          nodes[number] = try node(at: place)
        } catch {
          guard toleratesDefects else { throw error }
          defects.append(error)
          nodes[number] = Node(
            resource: place.resource,
            location: error.schemaLocation,
            defect: error.message
          )
        }
      }
    }

    private mutating func compileDynamicAnchors() throws(JSONSchemaError) -> [[String: Int]] {
      guard hasDynamicReferences else { return [] }
      var result: [[String: Int]] = []
      // Compiling an anchor's schema can bring in more resources.
      while result.count < registry.resources.count {
        let resource = result.count
        var anchors: [String: Int] = [:]
        for (name, tokens) in registry.resources[resource].dynamicAnchors {
          anchors[name] = try number(of: Place(resource: resource, tokens: tokens))
        }
        try compileWaiting()
        result.append(anchors)
      }
      return result
    }

    /// The number of the node of a schema, which is compiled later if it is not yet.
    mutating func number(of place: Place) throws(JSONSchemaError) -> Int {
      if let known = numbers[place] { return known }
      guard nodes.count < Self.mostNodes else {
        throw error(.tooLarge, "the schema has more than \(Self.mostNodes) parts", place)
      }
      numbers[place] = nodes.count
      nodes.append(nil)
      waiting.append(place)
      return nodes.count - 1
    }

    /// The number of the node of a schema inside of another one.
    mutating func number(of value: JSONValue, _ place: Place) throws(JSONSchemaError) -> Int {
      try number(of: registry.located(value, place))
    }

    func error(
      _ code: JSONSchemaError.Code,
      _ message: String,
      _ place: Place,
      _ keyword: String? = nil
    ) -> JSONSchemaError {
      JSONSchemaError(
        code: code,
        message: message,
        schemaLocation: registry.location(of: place, keyword: keyword)
      )
    }

    private mutating func node(at place: Place) throws(JSONSchemaError) -> Node {
      let value = registry.value(at: place)
      let location = registry.location(of: place)
      switch value {
      case .bool(let verdict):
        return Node(resource: place.resource, location: location, verdict: verdict)
      case .object(let members):
        return try node(of: members, at: place, location)
      case .null, .number, .string, .array:
        let message = "expected a schema, an object or a boolean, got \(value.typeName)"
        throw error(.invalidKeyword, message, place)
      }
    }

    private mutating func node(
      of members: JSONObject,
      at place: Place,
      _ location: String
    ) throws(JSONSchemaError) -> Node {
      let known = registry.resources[place.resource].vocabularies
      var assertions: [(keyword: String, rule: Assertion)] = []
      var applicators = try references(in: members, at: place)
      for (key, value) in members {
        guard let keyword = SchemaKeyword.byName[key] else { continue }
        let isAsserted =
          keyword.vocabulary == .validation && known.contains(.validation)
          || key == "format" && (options.assertsFormat || known.contains(.formatAssertion))
        guard isAsserted, let assertion = try assertion(key, value, place) else { continue }
        assertions.append((key, assertion))
      }
      if known.contains(.applicator) {
        assertions += try dependencyNames(in: members, at: place)
        applicators += try self.applicators(in: members, at: place)
      }
      if options.knowsOpenAPI, known.contains(.content) {
        let rules = try contentRules(in: members, at: place)
        assertions += rules.assertions
        applicators += rules.applicators
      }
      var unevaluated: [String: Int] = [:]
      if known.contains(.unevaluated) {
        for key in ["unevaluatedItems", "unevaluatedProperties"] {
          unevaluated[key] = try schema(key, in: members, at: place)
        }
      }
      return Node(
        resource: place.resource,
        location: location,
        assertions: assertions,
        applicators: applicators,
        unevaluatedItems: unevaluated["unevaluatedItems"],
        unevaluatedProperties: unevaluated["unevaluatedProperties"],
        isReadOnly: options.knowsOpenAPI && members["readOnly"]?.bool == true,
        isWriteOnly: options.knowsOpenAPI && members["writeOnly"]?.bool == true,
        discriminator: options.knowsOpenAPI ? try discriminator(in: members, at: place) : nil
      )
    }

    private mutating func references(
      in members: JSONObject,
      at place: Place
    ) throws(JSONSchemaError) -> [Applicator] {
      var applicators: [Applicator] = []
      for key in ["$ref", "$dynamicRef"] {
        guard let value = members[key] else { continue }
        guard let reference = value.string else {
          throw error(.invalidKeyword, "expected a text, got \(value.typeName)", place, key)
        }
        let (target, anchor) = try registry.resolve(reference, from: place, keyword: key)
        let node = try number(of: target)
        let dynamic = registry.resources[target.resource].dynamicAnchors
        if key == "$dynamicRef", let anchor, dynamic[anchor] == target.tokens {
          hasDynamicReferences = true
          applicators.append(.dynamicReference(node, anchor: anchor))
        } else {
          applicators.append(.reference(node))
        }
      }
      return applicators
    }
  }
}
