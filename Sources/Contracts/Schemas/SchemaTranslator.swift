internal import Documents
internal import Encodings
internal import Scenarios

/// Writes the schemas of a contract as JSON Schemas of draft 2020-12.
///
/// Every keyword keeps its place, so that a pointer into the JSON leads to the keyword in the document.
struct SchemaTranslator {
  let files: ContractFiles
  /// The URI of a schema that a reference leads to.
  let uri: (ContractNode) -> String

  /// What no verdict depends on.
  private static let leftOut: Set = [
    "title", "description", "default", "example", "examples", "xml", "externalDocs", "deprecated",
    "$comment",
  ]

  /// The JSON Schema of a node.
  func schema(_ node: ContractNode) -> JSONValue {
    guard node.isMap else { return node.yaml.json }
    let version = files.version
    var members = JSONObject()
    if let reference = node["$ref"] {
      members["$ref"] = .string(target(of: node, reference.text ?? ""))
      // In 3.0 what stands beside a reference is ignored.
      if version == .v30 { return .object(members) }
    }
    for (_, name, value) in node.entries where name != "$ref" && !Self.leftOut.contains(name) {
      guard let shape = SchemaGrammar.shape(of: name, in: version) else { continue }
      switch shape {
      case .schema: members[name] = schema(value)
      case .schemas: members[name] = .array(value.items.map(schema))
      case .schemaMap:
        members[name] = .object(JSONObject(value.entries.map { ($0.name, schema($0.value)) }))
      case .object(.discriminator): members[name] = discriminator(value, of: node)
      case _: members[name] = value.yaml.json
      }
    }
    if version == .v30 { members.rewriteKeywordsOfOpenAPI30() }
    return .object(members)
  }

  private func target(of node: ContractNode, _ text: String) -> String {
    guard let target = files.references[node.id] else {
      // In the schema around it, `#/properties/id` would lead to what the document does not mean.
      return "\(ContractURI.lacking)#\(URIReference(text).fragment ?? "")"
    }
    if files.hasAnchors, target.file == node.file { return text }
    return uri(target)
  }

  /// The discriminator with a reference for each value.
  private func discriminator(_ node: ContractNode, of schema: ContractNode) -> JSONValue {
    var mapping = JSONObject()
    var hasAlternatives = false
    for key in ["oneOf", "anyOf"] {
      for branch in schema[key]?.items ?? [] {
        hasAlternatives = true
        guard let text = branch["$ref"]?.text, let target = files.references[branch.id] else {
          continue
        }
        mapping[Self.name(of: text)] = .string(uri(target))
      }
    }
    if !hasAlternatives {
      for (name, child) in files.children(of: schema) { mapping[name] = .string(uri(child)) }
    }
    for entry in node["mapping"]?.entries ?? [] {
      guard let target = files.references[entry.value.id] else { continue }
      mapping[entry.name] = .string(uri(target))
    }
    var members = JSONObject()
    members["propertyName"] = node["propertyName"]?.yaml.json
    members["mapping"] = .object(mapping)
    if let standard = node["defaultMapping"], let target = files.references[standard.id] {
      members["defaultMapping"] = .string(uri(target))
    }
    return .object(members)
  }

  /// The name that a reference gives its schema: the last part of the pointer or of the path.
  private static func name(of reference: String) -> String {
    let parts = reference.split(separator: "#", omittingEmptySubsequences: false)
    if parts.count > 1, let last = parts[1].split(separator: "/").last {
      return JSONPointer.unescaped(last)
    }
    let file = parts.first?.split(separator: "/").last ?? ""
    return String(file.split(separator: ".").first ?? file)
  }
}
