internal import Documents
internal import Scenarios

/// What a schema says about the shape of its values, references and combinations worked out.
///
/// It guides how texts on the wire are read; whether a value is valid the schema itself decides.
struct SchemaOutline: Sendable {
  /// The types that a value may have; nil when any.
  var types: Set<String>?
  /// The schema of the elements of an array.
  var items: ContractSchema?
  /// The schemas of the first elements.
  var prefixItems: [ContractSchema] = []
  /// The properties that are named, each once.
  var properties: [(name: String, schema: ContractSchema)] = []
  /// The schema of the other members.
  var additional: ContractSchema?
  /// The values of `enum` and `const`.
  var values: [JSONValue] = []

  private var named: [String: ContractSchema] = [:]

  private static let mostSchemas = 2000

  /// The outline of a schema that says nothing.
  init() {}

  /// Works out the outline of a node.
  init(of node: ContractNode, in files: ContractFiles) {
    var visited: Set<UInt64> = []
    self.init(of: node, in: files, &visited)
  }

  private init(of node: ContractNode, in files: ContractFiles, _ visited: inout Set<UInt64>) {
    guard visited.count < Self.mostSchemas, visited.insert(node.id).inserted, node.isMap else {
      return
    }
    if node["$ref"] != nil {
      if let target = files.references[node.id] {
        merge(SchemaOutline(of: target, in: files, &visited))
      }
      if files.version == .v30 { return }
    }
    if let type = node["type"] {
      var allowed = Set(type.isList ? type.items.compactMap(\.text) : [type.text ?? ""])
      if files.version == .v30, node["nullable"]?.bool == true { allowed.insert("null") }
      narrow(to: allowed)
    }
    if let list = node["enum"] { values += list.items.map(\.yaml.json) }
    if let constant = node["const"], files.version >= .v31 { values.append(constant.yaml.json) }
    if let schema = node["items"] { items = ContractSchema(node: schema) }
    if files.version >= .v31 {
      prefixItems += (node["prefixItems"]?.items ?? []).map { ContractSchema(node: $0) }
    }
    for entry in node["properties"]?.entries ?? [] {
      add(entry.name, ContractSchema(node: entry.value))
    }
    if let schema = node["additionalProperties"], schema.isMap {
      additional = additional ?? ContractSchema(node: schema)
    }
    for part in node["allOf"]?.items ?? [] {
      merge(SchemaOutline(of: part, in: files, &visited))
    }
    for key in ["oneOf", "anyOf"] {
      guard let branches = node[key]?.items, !branches.isEmpty else { continue }
      var union = SchemaOutline(of: branches[0], in: files, &visited)
      for branch in branches.dropFirst() {
        union.join(SchemaOutline(of: branch, in: files, &visited))
      }
      merge(union)
    }
  }

  private mutating func add(_ name: String, _ schema: ContractSchema) {
    guard named[name] == nil else { return }
    named[name] = schema
    properties.append((name, schema))
  }

  /// The schema of a member.
  func schema(of name: String) -> ContractSchema? { named[name] ?? additional }

  private mutating func narrow(to names: Set<String>) {
    guard let known = types else {
      types = names
      return
    }
    var both = known.intersection(names)
    // An integer is a number.
    if known.contains("number"), names.contains("integer") { both.insert("integer") }
    if names.contains("number"), known.contains("integer") { both.insert("integer") }
    types = both
  }

  private mutating func takeParts(of other: SchemaOutline) {
    items = items ?? other.items
    if prefixItems.isEmpty { prefixItems = other.prefixItems }
    for (name, schema) in other.properties { add(name, schema) }
    additional = additional ?? other.additional
    values += other.values
  }

  /// Takes in what also holds.
  private mutating func merge(_ other: SchemaOutline) {
    if let names = other.types { narrow(to: names) }
    takeParts(of: other)
  }

  /// Takes in an alternative.
  private mutating func join(_ other: SchemaOutline) {
    if let names = types, let more = other.types {
      types = names.union(more)
    } else {
      types = nil
    }
    takeParts(of: other)
  }

  /// Whether a value may be an array.
  var allowsArray: Bool {
    types.map { $0.contains("array") } ?? (items != nil || !prefixItems.isEmpty)
  }

  /// Whether a value may be an object.
  var allowsObject: Bool {
    types.map { $0.contains("object") } ?? (!properties.isEmpty || additional != nil)
  }

  /// Whether a value may be neither an array nor an object.
  var allowsPrimitive: Bool {
    guard let types else { return !allowsArray && !allowsObject }
    return !types.isDisjoint(with: ["string", "number", "integer", "boolean", "null"])
  }
}
