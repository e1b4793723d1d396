internal import Diagnostics
internal import Documents
internal import Encodings
internal import Scenarios

/// The checks of Schema Objects.
extension DocumentChecker {
  private static let types30 = ["array", "boolean", "integer", "number", "object", "string"]
  private static let types31 = types30 + ["null"]
  private static let knownDialect = "https://json-schema.org/draft/2020-12/schema"
  /// Where the URIs of the dialects of OpenAPI 3.1 and 3.2 start.
  private static let dialectsOfOpenAPI = "https://spec.openapis.org/oas/3."

  /// Checks a schema and the schemas in it.
  mutating func walkSchema(_ node: ContractNode, _ resource: SchemaResource?) {
    guard node.isMap else {
      if node.bool == nil || version == .v30 {
        expect(
          version == .v30 ? "a schema, which is a map" : "a schema: a map, true or false",
          node
        )
      }
      return
    }
    guard schemas.insert(node.id).inserted else { return }
    var resource = resource
    if version >= .v31 {
      resource = takeIdentifiers(of: node, resource)
      checkDialect(of: node)
    }
    if let key = node.yaml.entry("$ref") {
      meetReference(key, in: node, .schema, resource: resource)
      // In 3.0 what stands beside a reference is ignored.
      if version == .v30 { return }
    }
    for entry in node.entries {
      guard let shape = SchemaGrammar.shape(of: entry.name, in: version) else {
        reportUnknownKeyword(entry.name, at: entry.key.range)
        continue
      }
      if entry.name == "$ref" { continue }
      if version == .v30, entry.name == "additionalProperties", entry.value.bool != nil { continue }
      walk(entry.value, shape, resource: resource)
    }
  }

  private mutating func checkDialect(of node: ContractNode) {
    guard let dialect = node["$schema"], let name = unknownDialect(dialect) else { return }
    report(
      .warning,
      "the dialect \(name) is not known, only JSON Schema 2020-12 is",
      at: dialect.range,
      hint: "write the schema in JSON Schema 2020-12 and leave $schema out"
    )
  }

  /// The name of a dialect of JSON Schema that is not the one of OpenAPI; nil for JSON Schema 2020-12.
  func unknownDialect(_ node: ContractNode) -> String? {
    guard let text = node.text else { return nil }
    let uri = URIReference(text).textWithoutFragment
    guard uri != Self.knownDialect, !uri.hasPrefix(Self.dialectsOfOpenAPI) else { return nil }
    for draft in ["draft/2019-09", "draft-07", "draft-06", "draft-04", "draft-03"]
    where uri.contains("json-schema.org/\(draft)/") {
      return "JSON Schema \(draft.split(separator: "/").last ?? "")"
    }
    return "\"\(text)\""
  }

  private mutating func reportUnknownKeyword(_ name: String, at range: SourceRange) {
    guard version == .v30, !name.hasPrefix("x-") else { return }
    let isLater = SchemaGrammar.shape(of: name, in: .v31) != nil
    report(
      .warning,
      "a schema of OpenAPI 3.0 has no keyword \"\(name)\"; it is ignored",
      at: range,
      hint: isLater ? "OpenAPI 3.1 has it" : nil,
      suggestion: isLater ? nil : Suggestion.nearest(to: name, in: SchemaGrammar.names30)
    )
  }

  private mutating func takeIdentifiers(
    of node: ContractNode,
    _ outer: SchemaResource?
  ) -> SchemaResource? {
    var resource = outer
    if let identifier = node["$id"]?.text {
      hasAnchors = true
      let base = outer?.uri ?? selfURI ?? ContractURI.text(ofFile: node.file)
      let uri = URIReference(identifier).resolved(against: URIReference(base)).textWithoutFragment
      identified[uri] = node
      resource = SchemaResource(root: node, uri: uri)
    }
    let start = resource?.root ?? root(of: node)
    for key in ["$anchor", "$dynamicAnchor"] {
      guard let anchor = node[key]?.text else { continue }
      hasAnchors = true
      anchors[PointerKey(root: start.id, fragment: anchor)] = node
    }
    return resource
  }

  /// Checks the value of the keyword `type`.
  mutating func checkType(_ node: ContractNode) {
    if version == .v30 {
      checkTypeName(node, Self.types30)
      return
    }
    guard node.isList else {
      checkTypeName(node, Self.types31)
      return
    }
    if node.items.isEmpty { expect("at least one type", node) }
    for item in node.items { checkTypeName(item, Self.types31) }
  }

  private mutating func checkTypeName(_ node: ContractNode, _ names: [String]) {
    guard let text = node.text, names.contains(text) else {
      let written = node.spelling.map { "\"\($0)\"" } ?? node.yaml.kindName
      var hint: String?
      if version == .v30, node.spelling == "null" { hint = "OpenAPI 3.0 has nullable: true" }
      if version == .v30, node.isList { hint = "OpenAPI 3.0 allows one type" }
      if version >= .v31, node.spelling == "null" { hint = "quote it: \"null\"" }
      report(
        .error,
        "expected a type out of \(names.joined(separator: ", ")), got \(written)",
        at: node.range,
        hint: hint,
        suggestion: node.text.flatMap { Suggestion.nearest(to: $0, in: names) }
      )
      return
    }
  }
}

/// The URIs that files have among schemas, where nothing depends on names of files.
enum ContractURI {
  static let prefix = "contract:///"

  /// The URI of an empty document: references to schemas that are lacking lead into it.
  static let lacking = prefix + "lacking"

  /// The URI of a file.
  static func text(ofFile number: Int) -> String { prefix + String(number) }

  /// The number of the file of a URI without fragment; nil for other URIs.
  static func file(of uri: some StringProtocol) -> Int? {
    guard uri.hasPrefix(prefix) else { return nil }
    return Int(uri.dropFirst(prefix.count))
  }
}
