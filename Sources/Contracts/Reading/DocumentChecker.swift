internal import Diagnostics
internal import Documents
internal import Encodings
internal import Scenarios

/// Walks the nodes of a document along the grammar and reports what does not fit.
struct DocumentChecker {
  typealias Shape = DocumentGrammar.Shape
  typealias Object = DocumentGrammar.Object

  /// A reference that was met and is not followed yet.
  struct PendingReference {
    /// The node that has the key `$ref`.
    var holder: ContractNode
    var text: String
    /// What the reference has to lead to.
    var shape: Shape
    /// The schema with an identifier around it.
    var resource: SchemaResource?
  }

  /// A schema with an identifier, in which fragments are resolved.
  struct SchemaResource {
    var root: ContractNode
    var uri: String
  }

  /// An object that was checked as something.
  struct Visit: Hashable {
    var id: UInt64
    /// What was looked for; nil for a callback, and for a reference.
    var object: Object?
  }

  /// How many mistakes are reported at most.
  static let mostDiagnostics = 200

  let version: OpenAPIVersion
  let pathOfURL: (String) -> String?
  let load: (String) -> Result<SourceFile, Mistake>
  var files: [ContractFile]
  /// The number of each file by its path; nil for one that cannot be read.
  var fileNumbers: [String: Int?] = [:]
  /// The URLs for which there is no file and that were reported.
  var foreignURLs: Set<String> = []
  var loadedBytes = 0
  var diagnostics: [Diagnostic] = []
  var references: [UInt64: ContractNode] = [:]
  var holders: [(node: ContractNode, text: String)] = []
  var schemas: Set<UInt64> = []
  var visited: Set<Visit> = []
  var pending: [PendingReference] = []
  var pointers: [PointerKey: ContractNode?] = [:]
  /// The rows of the values of large maps by their keys, by the node of the map.
  var keyTables: [UInt64: [String: Int]] = [:]
  var identified: [String: ContractNode] = [:]
  var anchors: [PointerKey: ContractNode] = [:]
  var hasAnchors = false
  var selfURI: String?
  var operationIDs: [String: SourceRange] = [:]
  var securityNames: Set<String> = []
  var linkedOperations: [(id: String, range: SourceRange)] = []

  /// A fragment below a node.
  struct PointerKey: Hashable {
    var root: UInt64
    var fragment: String
  }

  init(
    main: ContractFile,
    version: OpenAPIVersion,
    pathOfURL: @escaping (String) -> String?,
    load: @escaping (String) -> Result<SourceFile, Mistake>
  ) {
    self.version = version
    self.pathOfURL = pathOfURL
    self.load = load
    files = [main]
    fileNumbers[main.path] = .some(0)
    loadedBytes = main.source.utf8.count
  }

  /// Whether a diagnostic is an error.
  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Checks the document and all that it refers to.
  mutating func check() {
    let root = ContractNode(file: 0, yaml: files[0].root)
    if version >= .v32, let own = root["$self"]?.text {
      selfURI = URIReference(own).textWithoutFragment
    }
    if let schemes = root["components"]?["securitySchemes"] {
      securityNames = Set(schemes.entries.map(\.name))
    }
    walk(root, .object(.openAPI))
    followReferences()
    checkCircles()
    checkLinks()
  }

  /// Reports a mistake; the suggestion is looked for only when it is shown.
  mutating func report(
    _ severity: Diagnostic.Severity,
    _ message: String,
    at range: SourceRange,
    hint: String? = nil,
    suggestion: @autoclosure () -> String? = nil
  ) {
    guard diagnostics.count < Self.mostDiagnostics else { return }
    diagnostics.append(
      Diagnostic(
        severity,
        message,
        at: range,
        hint: hint,
        suggestion: diagnostics.count < Suggestion.most ? suggestion() : nil
      )
    )
  }

  mutating func expect(_ expected: String, _ node: ContractNode, hint: String? = nil) {
    report(.error, "expected \(expected), got \(node.yaml.kindName)", at: node.range, hint: hint)
  }

  /// Checks a node against what it has to be.
  mutating func walk(_ node: ContractNode, _ shape: Shape, resource: SchemaResource? = nil) {
    switch shape {
    case .any: break
    case .text: checkText(node)
    case .words(let words): checkWord(node, words)
    case .bool: if node.bool == nil { expect("true or false", node) }
    case .number: if node.number == nil { expect("a number", node) }
    case .count: checkCount(node)
    case .texts: for item in list(node) { checkText(item) }
    case .object(let object): walk(object, node)
    case .reference(let object):
      guard let key = node.yaml.entry("$ref") else {
        walk(object, node)
        return
      }
      // What stands beside a reference is ignored (OpenAPI 3.1, section 4.8.23).
      meetReference(key, in: node, shape)
    case .list(let item): for child in list(node) { walk(child, item) }
    case .map(let value): for entry in map(node) { walk(entry.value, value) }
    case .components(let value): walkComponents(node, value)
    case .paths: walkPaths(node)
    case .responses: walkResponses(node)
    case .callback: walkCallback(node)
    case .schema: walkSchema(node, resource)
    case .schemas:
      let items = list(node)
      if items.isEmpty, node.isList { expect("at least one schema", node) }
      for item in items { walkSchema(item, resource) }
    case .schemaMap: for entry in map(node) { walkSchema(entry.value, resource) }
    case .type: checkType(node)
    case .reused: checkText(node)
    }
  }

  /// The items of a node that has to be a list.
  mutating func list(_ node: ContractNode) -> [ContractNode] {
    guard node.isList else {
      expect("a list", node)
      return []
    }
    return node.items
  }

  /// The entries of a node that has to be a map.
  mutating func map(
    _ node: ContractNode
  ) -> [(key: YAMLNode, name: String, value: ContractNode)] {
    guard node.isMap else {
      expect("a map", node)
      return []
    }
    return node.entries
  }

  private mutating func checkText(_ node: ContractNode) {
    guard node.text == nil else { return }
    guard let scalar = node.yaml.scalar else {
      expect("a text", node)
      return
    }
    switch scalar.resolved {
    case .null, .empty:
      report(
        .error,
        "expected a text, got nothing",
        at: node.range,
        hint: "write \"\" or leave the key out"
      )
    case .bool, .number, .unfitNumber, .text:
      expect("a text", node, hint: "quote it: \"\(scalar.text)\"")
    }
  }

  private mutating func checkWord(_ node: ContractNode, _ words: [String]) {
    guard let text = node.text, words.contains(text) else {
      let list = words.joined(separator: ", ")
      let written = node.spelling.map { "\"\($0)\"" } ?? node.yaml.kindName
      report(
        .error,
        words.count == 1
          ? "expected \(list), got \(written)" : "expected one of \(list), got \(written)",
        at: node.range,
        suggestion: node.spelling.flatMap { Suggestion.nearest(to: $0, in: words) }
      )
      return
    }
  }

  private mutating func checkCount(_ node: ContractNode) {
    guard let number = node.number, number.isInteger, number >= 0 else {
      expect("a whole number from 0", node)
      return
    }
  }

  /// Checks the fields of an object, then the rules that its fields have with each other.
  mutating func walk(_ object: Object, _ node: ContractNode) {
    guard node.isMap else {
      expect(object.rawValue, node)
      return
    }
    guard visited.insert(Visit(id: node.id, object: object)).inserted else { return }
    let fields = DocumentGrammar.fields(of: object, in: version)
    for entry in node.entries {
      if let field = fields.byName[entry.name] {
        walk(entry.value, field.shape)
      } else if !entry.name.hasPrefix("x-") {
        reportUnknown(entry.name, at: entry.key.range, in: object, fields)
      }
    }
    for name in fields.required where node[name] == nil {
      report(.error, "\(object.rawValue) must have the key \"\(name)\"", at: node.headRange)
    }
    checkRules(of: object, node)
  }

  private mutating func reportUnknown(
    _ name: String,
    at range: SourceRange,
    in object: Object,
    _ fields: DocumentGrammar.Fields
  ) {
    let other = OpenAPIVersion.allCases.first {
      DocumentGrammar.fields(of: object, in: $0).byName[name] != nil
    }
    if let other {
      report(
        .error,
        "\(object.rawValue) has no key \"\(name)\" in OpenAPI \(version.text)",
        at: range,
        hint: "OpenAPI \(other.text) has it"
      )
      return
    }
    let known = fields.byName.keys.sorted()
    report(
      .error,
      "\(object.rawValue) has no key \"\(name)\"",
      at: range,
      hint: "extensions start with x-",
      suggestion: Suggestion.nearest(to: name, in: known)
    )
  }

  private mutating func walkComponents(_ node: ContractNode, _ shape: Shape) {
    for entry in map(node) where !entry.name.hasPrefix("x-") || entry.value.isMap {
      let isName =
        !entry.name.isEmpty
        && entry.name.utf8.allSatisfy { byte in
          byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
      if !isName {
        report(
          .error,
          "\"\(entry.name)\" is no name of a component",
          at: entry.key.range,
          hint: "letters, digits, '.', '-' and '_' may stand in it"
        )
      }
      walk(entry.value, shape)
    }
  }

  private mutating func walkPaths(_ node: ContractNode) {
    var templates: [[[String]]: [(name: String, line: Int, methods: Set<String>?)]] = [:]
    for entry in map(node) where !entry.name.hasPrefix("x-") {
      guard entry.name.hasPrefix("/") else {
        report(.error, "a path must start with /", at: entry.key.range)
        continue
      }
      if let problem = PathTemplate.problem(of: entry.name) {
        report(.error, problem, at: entry.key.range)
        continue
      }
      let shape = PathTemplate(entry.name).shape
      let methods = methods(of: entry.value)
      let before = templates[shape] ?? []
      // Frameworks write such templates for routes that name a parameter differently. As long as
      // they share no method, it is certain which operation a request belongs to.
      let rival = before.first {
        $0.methods.map { !(methods?.isDisjoint(with: $0) ?? false) } ?? true
      }
      if let other = rival ?? before.first {
        report(
          rival == nil ? .warning : .error,
          "this path template matches the same paths as \(other.name) on line \(other.line)",
          at: entry.key.range
        )
      }
      templates[shape, default: []].append((entry.name, entry.key.range.start.line, methods))
      walk(.pathItem, entry.value)
      checkPathParameters(of: entry.value, template: entry.name)
    }
  }

  /// The methods of a path item; nil when it stands elsewhere.
  private func methods(of item: ContractNode) -> Set<String>? {
    guard item["$ref"] == nil else { return nil }
    let own = (DocumentGrammar.methods + ["query"]).filter { item[$0] != nil }
    let additional = (item["additionalOperations"]?.entries ?? []).map(\.name)
    return Set(own.map { $0.uppercased() } + additional)
  }

  private mutating func walkResponses(_ node: ContractNode) {
    let entries = map(node).filter { !$0.name.hasPrefix("x-") }
    // Frameworks write such maps of routes whose answers nobody described.
    if entries.isEmpty, node.isMap {
      report(
        .warning,
        "expected at least one response: whatever this operation answers is undocumented",
        at: node.range,
        hint: "write its responses, or contract: { undocumented: warn } in the step"
      )
    }
    for entry in entries {
      if entry.name != "default", !StatusRange.isKey(entry.name) {
        report(
          .error,
          "\"\(entry.name)\" is no status",
          at: entry.key.range,
          hint: "write 200, 4XX or default"
        )
      }
      walk(entry.value, .reference(.response))
    }
  }

  private mutating func walkCallback(_ node: ContractNode) {
    if let key = node.yaml.entry("$ref") {
      meetReference(key, in: node, .callback)
      return
    }
    guard visited.insert(Visit(id: node.id, object: nil)).inserted else { return }
    for entry in map(node) where !entry.name.hasPrefix("x-") {
      walk(.pathItem, entry.value)
    }
  }

  /// Takes note of a reference, which is followed once all identifiers are known.
  mutating func meetReference(
    _ entry: YAMLEntry,
    in node: ContractNode,
    _ shape: Shape,
    resource: SchemaResource? = nil
  ) {
    let value = ContractNode(file: node.file, yaml: entry.value)
    guard let text = value.text else {
      expect("a reference, which is a text", value)
      return
    }
    guard visited.insert(Visit(id: node.id, object: nil)).inserted else { return }
    pending.append(PendingReference(holder: node, text: text, shape: shape, resource: resource))
  }
}

extension ContractNode {
  /// The number when this is one.
  var number: JSONNumber? {
    guard let scalar = yaml.scalar, case .number(let value) = scalar.resolved else { return nil }
    return value
  }

  /// The first line of the node.
  var headRange: SourceRange {
    let range = yaml.range
    let bytes = range.file.utf8[range.utf8]
    let length = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 - range.utf8.lowerBound }
    return range.part(0..<(length ?? range.utf8.count))
  }
}
