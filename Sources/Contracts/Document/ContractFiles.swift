internal import Diagnostics
internal import Documents
internal import Encodings
internal import Locks
internal import Scenarios

/// A file of a contract: the document or one that it refers to.
struct ContractFile: Sendable {
  let source: SourceFile
  let root: YAMLNode
  /// Its path with `.` and `..` worked out, by which references find it.
  let path: String
}

/// A node of one of the files.
struct ContractNode: Sendable, Equatable {
  let file: Int
  let yaml: YAMLNode

  /// What tells nodes apart.
  var id: UInt64 { UInt64(file) << 32 | UInt64(yaml.row) }

  static func == (left: ContractNode, right: ContractNode) -> Bool { left.id == right.id }

  /// Whether this is a map.
  var isMap: Bool { yaml.tree.rows[yaml.row].kind == .mapping }

  /// Whether this is a list.
  var isList: Bool { yaml.tree.rows[yaml.row].kind == .sequence }

  /// The value of a key when this is a map that has it.
  subscript(key: String) -> ContractNode? {
    yaml.entry(key).map { ContractNode(file: file, yaml: $0.value) }
  }

  /// The text when this is a scalar that is text.
  var text: String? { yaml.text }

  /// The text of a scalar, whatever it stands for.
  var spelling: String? { yaml.scalar?.text }

  /// The boolean when this is one.
  var bool: Bool? {
    guard let scalar = yaml.scalar, case .bool(let value) = scalar.resolved else { return nil }
    return value
  }

  /// The items when this is a list.
  var items: [ContractNode] {
    guard case .sequence(let items) = yaml.content else { return [] }
    return items.map { ContractNode(file: file, yaml: $0) }
  }

  /// The entries when this is a map, without specification extensions.
  var entries: [(key: YAMLNode, name: String, value: ContractNode)] {
    guard case .mapping(let entries) = yaml.content else { return [] }
    return entries.map { ($0.key, $0.name, ContractNode(file: file, yaml: $0.value)) }
  }

  /// Where the node stands.
  var range: SourceRange { yaml.range }

  /// The key's range, or the node's own when there is no such key.
  func range(ofKey key: String) -> SourceRange { yaml.entry(key)?.key.range ?? yaml.range }
}

extension YAMLNode {
  /// The entry of a key when this is a map that has it.
  func entry(_ key: String) -> YAMLEntry? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.isNamed(key) }
  }

  /// The text when this is a scalar that is text.
  var text: String? {
    guard let scalar, case .text = scalar.resolved else { return nil }
    return scalar.text
  }

  /// The value, with texts for what JSON cannot hold.
  var json: JSONValue { value { text, _, _ in .string(text) } }
}

/// The files of a contract and where the references in them lead.
final class ContractFiles: Sendable {
  /// The files, the document first.
  let files: [ContractFile]
  /// The version of OpenAPI.
  let version: OpenAPIVersion
  /// Where each `$ref` leads, by the node that has the key.
  let references: [UInt64: ContractNode]
  /// The nodes that are schemas.
  let schemas: Set<UInt64>
  /// The nodes of schemas with an identifier, by its URI.
  let identified: [String: ContractNode]
  /// Whether a schema has an anchor or an identifier, so that all must be searched for them.
  let hasAnchors: Bool
  /// Made when it is first asked for.
  private let childSchemas = Locked<ChildSchemas?>(nil)

  /// The document.
  var main: ContractFile { files[0] }

  /// Takes what a checker has found.
  init(_ checker: DocumentChecker) {
    (files, version) = (checker.files, checker.version)
    (references, schemas) = (checker.references, checker.schemas)
    (identified, hasAnchors) = (checker.identified, checker.hasAnchors)
  }

  /// The schema itself and those that refer to it by `allOf`, by their names.
  ///
  /// - Returns: none in a document that asks for the children of too many schemas.
  func children(of parent: ContractNode) -> [(name: String, node: ContractNode)] {
    childSchemas.withLock { known in
      var schemas = known ?? ChildSchemas(self)
      defer { known = schemas }
      return schemas.children(of: parent)
    }
  }

  /// The node that a node stands for: the end of its references; nil when they lead nowhere or
  /// form a circle.
  func resolved(_ node: ContractNode) -> ContractNode? {
    var node = node
    for _ in 0..<100 {
      guard node.yaml.entry("$ref") != nil else { return node }
      guard let target = references[node.id] else { return nil }
      node = target
    }
    return nil
  }
}

/// The version of OpenAPI that a document is written in.
enum OpenAPIVersion: Int, Sendable, Comparable, CaseIterable {
  case v30
  case v31
  case v32

  /// The version of a text such as `3.1.0`; nil when it is another one.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "3" else { return nil }
    let digits = parts[2].prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty,
      digits.count == parts[2].count || parts[2].dropFirst(digits.count).hasPrefix("-")
    else { return nil }
    switch parts[1] {
    case "0": self = .v30
    case "1": self = .v31
    case "2": self = .v32
    case _: return nil
    }
  }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// As it is written, without the last number.
  var text: String { "3.\(rawValue)" }
}
