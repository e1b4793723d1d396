import Encodings

extension JSONSchema {
  /// A place of a schema: a resource and the way into it.
  struct Place: Hashable {
    var resource: Int
    var tokens: [String]

    func appending(_ more: String...) -> Place {
      Place(resource: resource, tokens: tokens + more)
    }
  }

  /// The documents known so far and the identifiers and anchors in them.
  struct Registry {
    /// A document or a part of one that has an identifier of its own.
    struct Resource {
      var uri: String
      var root: JSONValue
      var vocabularies: SchemaVocabulary
      var anchors: [String: [String]] = [:]
      var dynamicAnchors: [String: [String]] = [:]
    }

    private static let deepestNesting = 600
    private static let mostResources = 100_000

    private(set) var resources: [Resource] = []
    private var numbers: [String: Int] = [:]
    private var indexed: Set<Place> = []
    private let find: (String) -> JSONValue?
    private var openDialects: Set<String> = []

    /// Where schemas with anchors stand in documents that are no schemas themselves.
    private let searched: [[String]]

    init(searched: [[String]] = [], find: @escaping (String) -> JSONValue?) {
      self.find = find
      self.searched = searched
    }

    /// The URI and JSON Pointer of a place.
    func location(of place: Place, keyword: String? = nil) -> String {
      let tokens = keyword.map { place.tokens + [$0] } ?? place.tokens
      return resources[place.resource].uri + "#" + JSONPointer.text(of: tokens)
    }

    /// Takes a document in.
    mutating func add(_ document: JSONValue, at uri: String) throws(JSONSchemaError) -> Int {
      let number = try append(document, at: uri, .standard)
      try index(document, Place(resource: number, tokens: []), depth: 0)
      for tokens in searched { try indexChildren(of: document, at: tokens, in: number) }
      // A document with an identifier is the resource of that name; the way to it leads there too.
      if let own = identified(document, in: number) { numbers[uri] = own }
      return numbers[uri] ?? number
    }

    /// Finds identifiers and anchors in the schemas of a map of schemas.
    private mutating func indexChildren(
      of document: JSONValue,
      at tokens: [String],
      in number: Int
    ) throws(JSONSchemaError) {
      let schemas = JSONPointer.value(at: tokens, in: document)?.object
      for (key, child) in schemas ?? JSONObject() {
        try index(child, Place(resource: number, tokens: tokens + [key]), depth: 0)
      }
    }

    /// Where a reference leads.
    mutating func resolve(
      _ reference: String,
      from place: Place,
      keyword: String
    ) throws(JSONSchemaError) -> (place: Place, anchor: String?) {
      let uri = URIReference(reference)
        .resolved(against: URIReference(resources[place.resource].uri))
      let number = try resource(uri.textWithoutFragment, from: place, keyword)
      guard let fragment = uri.fragment.flatMap({ PercentEncoding.decodeText($0) }),
        !fragment.isEmpty
      else { return (Place(resource: number, tokens: []), nil) }
      if fragment.utf8.first != UInt8(ascii: "/") {
        guard let tokens = resources[number].anchors[fragment] else {
          throw unresolved(reference, "has no anchor \"\(fragment)\"", place, keyword)
        }
        return (Place(resource: number, tokens: tokens), fragment)
      }
      guard let tokens = JSONPointer.tokens(of: fragment) else {
        throw unresolved(reference, "is not a JSON Pointer", place, keyword)
      }
      var target = Place(resource: number, tokens: [])
      var value = resources[number].root
      for token in tokens {
        guard let child = JSONPointer.child(of: value, at: token) else {
          throw unresolved(reference, "leads to nothing", place, keyword)
        }
        value = child
        target = located(child, target.appending(token))
      }
      try index(value, target, depth: 0)
      return (located(value, target), nil)
    }

    /// The value at a place.
    func value(at place: Place) -> JSONValue {
      JSONPointer.value(at: place.tokens, in: resources[place.resource].root) ?? .null
    }

    /// The place of a schema found at a place: its own resource when it has an identifier.
    func located(_ value: JSONValue, _ place: Place) -> Place {
      guard let number = identified(value, in: place.resource), resources[number].root == value
      else { return place }
      return Place(resource: number, tokens: [])
    }

    private func identified(_ value: JSONValue, in resource: Int) -> Int? {
      guard let identifier = value["$id"]?.string else { return nil }
      return numbers[uri(identifier, in: resource)]
    }

    private func uri(_ identifier: String, in resource: Int) -> String {
      URIReference(identifier)
        .resolved(against: URIReference(resources[resource].uri))
        .textWithoutFragment
    }

    private func unresolved(
      _ reference: String,
      _ message: String,
      _ place: Place,
      _ keyword: String
    ) -> JSONSchemaError {
      JSONSchemaError(
        code: .unresolvedReference,
        message: "the reference \"\(reference)\" \(message)",
        schemaLocation: location(of: place, keyword: keyword)
      )
    }

    private mutating func resource(
      _ uri: String,
      from place: Place,
      _ keyword: String
    ) throws(JSONSchemaError) -> Int {
      if let known = numbers[uri] { return known }
      if let document = MetaSchemas.document(at: uri) { return try add(document, at: uri) }
      guard let document = find(uri) else {
        throw unresolved(uri, "leads to no known document; schemas are not fetched", place, keyword)
      }
      return try add(document, at: uri)
    }

    /// Finds identifiers and anchors in a schema and the schemas in it.
    private mutating func index(
      _ value: JSONValue,
      _ start: Place,
      depth: Int
    ) throws(JSONSchemaError) {
      guard case .object(let members) = value else { return }
      guard depth < Self.deepestNesting else {
        throw JSONSchemaError(
          code: .tooLarge,
          message: "schemas are nested deeper than \(Self.deepestNesting) levels",
          schemaLocation: location(of: start)
        )
      }
      var place = start
      if let identifier = members["$id"]?.string {
        place = try enter(value, identifier, start)
      }
      guard indexed.insert(place).inserted else { return }
      if let anchor = members["$anchor"]?.string {
        resources[place.resource].anchors[anchor] = place.tokens
      }
      if let anchor = members["$dynamicAnchor"]?.string {
        resources[place.resource].anchors[anchor] = place.tokens
        resources[place.resource].dynamicAnchors[anchor] = place.tokens
      }
      for (key, child) in members {
        guard let keyword = SchemaKeyword.byName[key] else { continue }
        try index(child, keyword.shape, place.appending(key), depth: depth)
      }
    }

    private mutating func index(
      _ value: JSONValue,
      _ shape: SchemaKeyword.Shape,
      _ place: Place,
      depth: Int
    ) throws(JSONSchemaError) {
      switch shape {
      case .schema:
        try index(value, place, depth: depth + 1)
      case .schemas:
        for (number, child) in (value.array ?? []).enumerated() {
          try index(child, place.appending(String(number)), depth: depth + 1)
        }
      case .schemaMap, .patternMap, .schemaOrNameMap:
        guard case .object(let members) = value else { return }
        for (key, child) in members {
          try index(child, place.appending(key), depth: depth + 1)
        }
      case .uri, .uriReference, .identifier, .anchor, .vocabularies, .text, .truth, .anything,
        .list, .count, .number, .positiveNumber, .types, .names, .nameMap:
        break
      }
    }

    /// The resource that an identifier starts.
    private mutating func enter(
      _ value: JSONValue,
      _ identifier: String,
      _ place: Place
    ) throws(JSONSchemaError) -> Place {
      let uri = uri(identifier, in: place.resource)
      if uri == resources[place.resource].uri, place.tokens.isEmpty { return place }
      if let known = numbers[uri] {
        guard resources[known].root == value else { return place }
        return Place(resource: known, tokens: [])
      }
      let number = try append(value, at: uri, resources[place.resource].vocabularies)
      return Place(resource: number, tokens: [])
    }

    /// Takes a resource in, of some vocabularies unless it names its dialect.
    private mutating func append(
      _ root: JSONValue,
      at uri: String,
      _ vocabularies: SchemaVocabulary
    ) throws(JSONSchemaError) -> Int {
      guard resources.count < Self.mostResources else {
        throw JSONSchemaError(code: .tooLarge, message: "too many schemas", schemaLocation: uri)
      }
      let number = resources.count
      resources.append(Resource(uri: uri, root: root, vocabularies: vocabularies))
      numbers[uri] = number
      if let dialect = root["$schema"]?.string {
        resources[number].vocabularies = try self.vocabularies(of: dialect, uri)
      }
      return number
    }

    private mutating func vocabularies(
      of dialect: String,
      _ uri: String
    ) throws(JSONSchemaError) -> SchemaVocabulary {
      let name = URIReference(dialect).textWithoutFragment
      if name == SchemaVocabulary.draft + "schema" { return .standard }
      if name.hasPrefix("https://spec.openapis.org/oas/3.") { return .standard }
      func refusal(_ message: String) -> JSONSchemaError {
        let place = uri + "#/$schema"
        return JSONSchemaError(code: .unsupportedDialect, message: message, schemaLocation: place)
      }
      for draft in ["draft-03", "draft-04", "draft-06", "draft-07", "draft/2019-09"]
      where name.contains("json-schema.org/\(draft)/") {
        let written = draft == "draft/2019-09" ? "draft 2019-09" : draft
        throw refusal("expected a schema of draft 2020-12, got one of \(written)")
      }
      guard openDialects.insert(name).inserted else { return .standard }
      defer { openDialects.remove(name) }
      guard let metaSchema = find(name) else { throw refusal("unknown dialect \"\(dialect)\"") }
      guard case .object(let listed)? = metaSchema["$vocabulary"] else { return .standard }
      var vocabularies: SchemaVocabulary = .core
      for (vocabulary, isRequired) in listed {
        if let known = SchemaVocabulary(uri: vocabulary) {
          vocabularies.insert(known)
        } else if isRequired == true {
          throw refusal("unknown vocabulary \"\(vocabulary)\"")
        }
      }
      return vocabularies
    }
  }
}
