internal import Diagnostics
public import Documents
internal import Scenarios

/// The schemas of a document's operations as JSON Schemas of draft 2020-12, which share what they refer to.
///
/// Keywords that only describe stay in them: `example`, `default` and `readOnly`, for instance.
public struct SchemaBundles: Sendable {
  /// What the schemas refer to as `#/$defs/NAME`; a name has letters, digits and `_`.
  public let definitions: JSONObject
  /// The schemas, each once and without what it refers to.
  public let roots: [JSONValue]
  private let places: [SourceRange: Int]

  /// The key under which a schema has what the discriminators of its parents call it, by their properties.
  ///
  /// No verdict depends on it.
  public static let discriminatorValues = "x-discriminator-values"

  fileprivate init(_ document: ContractDocument) {
    var bundler = SchemaBundler(files: document.files)
    var roots: [JSONValue] = []
    var places: [SourceRange: Int] = [:]
    for schema in document.operations.lazy.flatMap(\.schemas) {
      let definition = document.definition(of: schema)
      guard places[definition.range] == nil else { continue }
      places[definition.range] = roots.count
      roots.append(bundler.schema(definition.node))
    }
    (self.roots, self.places) = (roots, places)
    definitions = bundler.definitions()
  }

  /// Where a schema of an operation stands in ``roots``.
  ///
  /// - Parameter definition: What ``ContractDocument/definition(of:)`` gives for the schema.
  /// - Returns: The index; nil for a schema that no operation has.
  public func index(of definition: ContractSchema) -> Int? { places[definition.range] }
}

extension ContractDocument {
  /// The schemas of all operations, put together.
  public func bundles() -> SchemaBundles { SchemaBundles(self) }
}

extension ContractDocument {
  /// Where a schema is defined: the end of its references, when it only refers to another.
  ///
  /// - Parameter schema: A schema of this document.
  /// - Returns: The schema itself, or the one that it stands for.
  public func definition(of schema: ContractSchema) -> ContractSchema {
    var node = schema.node
    for _ in 0..<100 {
      guard node["$ref"] != nil, node.entries.count == 1, let target = files.references[node.id]
      else { break }
      node = target
    }
    return ContractSchema(node: node)
  }

  /// Whether a schema only refers to one that the document lacks.
  public func lacks(_ schema: ContractSchema) -> Bool {
    let node = definition(of: schema).node
    return node["$ref"] != nil && files.references[node.id] == nil
  }
}

/// Gives schemas references by name in place of those of the document.
private struct SchemaBundler {
  let files: ContractFiles
  private var names: [UInt64: String] = [:]
  private var taken: Set<String> = []
  private var pending: [ContractNode] = []
  /// The children of each schema whose discriminator tells them apart, and what it calls them.
  private var children: [UInt64: [(value: String, node: ContractNode)]] = [:]
  /// What each child is called, for each of its parents.
  private var ownNames: [UInt64: [(property: String, value: String)]] = [:]

  init(files: ContractFiles) {
    self.files = files
    let root = files.files.first.map { ContractNode(file: 0, yaml: $0.root) }
    for (_, _, parent) in root?["components"]?["schemas"]?.entries ?? [] { addChildren(of: parent) }
  }

  private mutating func addChildren(of parent: ContractNode) {
    guard let discriminator = parent["discriminator"], parent["oneOf"] == nil,
      parent["anyOf"] == nil, let property = discriminator["propertyName"]?.text
    else { return }
    let mapped = discriminator["mapping"]?.entries ?? []
    for (name, child) in files.children(of: parent) where child.id != parent.id {
      let value = mapped.first { files.references[$0.value.id]?.id == child.id }?.name ?? name
      children[parent.id, default: []].append((value, child))
      ownNames[child.id, default: []].append((property, value))
    }
  }

  /// What the schemas so far refer to.
  mutating func definitions() -> JSONObject {
    var definitions = JSONObject()
    var next = 0
    while next < pending.count {
      let node = pending[next]
      definitions[names[node.id] ?? ""] = schema(node)
      next += 1
    }
    return definitions
  }

  mutating func schema(_ node: ContractNode) -> JSONValue {
    guard node.isMap else { return node.yaml.json }
    var members = JSONObject()
    if let reference = node["$ref"] {
      guard let target = self.target(of: node, reference.text ?? "") else { return true }
      members["$ref"] = .string(target)
      // In 3.0 what stands beside a reference is ignored.
      if files.version == .v30 { return .object(members) }
    }
    for (_, name, value) in node.entries where !Self.leftOut.contains(name) {
      switch SchemaGrammar.shape(of: name, in: files.version) {
      case .schema: members[name] = schema(value)
      case .schemas: members[name] = .array(value.items.map { schema($0) })
      case .schemaMap:
        members[name] = .object(JSONObject(value.entries.map { ($0.name, schema($0.value)) }))
      case .object(.discriminator): members[name] = discriminator(value, of: node)
      case _: members[name] = value.yaml.json
      }
    }
    if files.version == .v30 { members.rewriteKeywordsOfOpenAPI30() }
    if let names = ownNames[node.id] {
      let values = names.map { ($0.property, JSONValue.string($0.value)) }
      members[SchemaBundles.discriminatorValues] = .object(JSONObject(values))
    }
    return .object(members)
  }

  /// Keywords that have no meaning once every reference leads into the bundle.
  private static let leftOut: Set = [
    "$ref", "$id", "$schema", "$anchor", "$dynamicAnchor", "$dynamicRef", "$defs", "definitions",
    "$comment", "$vocabulary", "externalDocs", "description", "title",
  ]

  private mutating func target(of node: ContractNode, _ text: String) -> String? {
    guard let found = files.references[node.id] else { return nil }
    return definition(of: found, text.split(separator: "/").last.map(String.init) ?? "")
  }

  /// The reference to a schema, which is named after the last part of what led to it.
  private mutating func definition(of found: ContractNode, _ last: String) -> String {
    if let name = names[found.id] { return "#/$defs/\(name)" }
    let letters = last.unicodeScalars.prefix(60).map { scalar -> Character in
      let isKept = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      return scalar.isASCII && isKept ? Character(scalar) : "_"
    }
    let base = letters.isEmpty ? "Schema" : String(letters)
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    names[found.id] = name
    pending.append(found)
    return "#/$defs/\(name)"
  }

  /// The discriminator with a definition for each value.
  private mutating func discriminator(
    _ node: ContractNode,
    of schema: ContractNode
  ) -> JSONValue {
    var mapping = JSONObject()
    for key in ["oneOf", "anyOf"] {
      for branch in schema[key]?.items ?? [] {
        guard let text = branch["$ref"]?.text, let target = target(of: branch, text),
          let name = text.split(whereSeparator: { $0 == "/" || $0 == "#" }).last
        else { continue }
        mapping[String(name)] = .string(target)
      }
    }
    for entry in node["mapping"]?.entries ?? [] {
      guard let text = entry.value.text else { continue }
      // A mapping names a schema by a reference or by its name.
      let name = text.split(separator: "/").last.map(String.init) ?? text
      if let target = mapping[name], name != entry.name {
        mapping.removeValue(forKey: name)
        mapping[entry.name] = target
      }
    }
    for child in children[schema.id] ?? [] {
      mapping[child.value] = .string(definition(of: child.node, child.value))
    }
    var members = JSONObject()
    members["propertyName"] = node["propertyName"]?.yaml.json
    members["mapping"] = .object(mapping)
    return .object(members)
  }
}
