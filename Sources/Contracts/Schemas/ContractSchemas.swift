internal import Diagnostics
internal import Documents
internal import Encodings
internal import Locks
internal import Scenarios

/// The schemas of a contract, compiled on first use, and where their keywords stand.
final class ContractSchemas: Sendable {
  /// What a value breaks of a schema, with the place of the keyword.
  struct Finding: Sendable {
    /// The JSON Pointer of the value.
    var pointer: String
    var keyword: String
    var expected: String
    var actual: String?
    var message: String
    /// The members that are missing, of the keyword `required`.
    var missing: [String] = []
    /// Why the nearest alternative does not fit: the JSON Pointer of a value, and what is wrong with it.
    var cause: (pointer: String, message: String)?
    var place: SourceRange
  }

  let files: ContractFiles
  private let set: JSONSchemaSet
  private let outlines: Locked<[UInt64: SchemaOutline]>
  private let parents: Locked<[Int: [UInt32]]>

  init(_ files: ContractFiles) {
    self.files = files
    outlines = Locked([:])
    let parents = Locked<[Int: [UInt32]]>([:])
    self.parents = parents
    set = JSONSchemaSet(
      options: .init(assertsFormat: true, knowsOpenAPI: true),
      searched: files.hasAnchors ? [["components", "schemas"]] : []
    ) { uri in
      let translator = SchemaTranslator(files: files) { Self.uri(of: $0, in: files, parents) }
      return Self.document(at: uri, in: files, translator)
    }
  }

  /// What a value breaks of a schema.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - schema: The schema.
  ///   - mode: How the value is judged beyond what the schema says.
  ///   - limit: How many violations are described.
  /// - Returns: The violations; one that says so where the schema cannot be used.
  func validate(
    _ value: JSONValue,
    by schema: ContractSchema,
    mode: JSONSchema.Mode,
    limit: Int
  ) -> [Finding] {
    do throws(JSONSchemaError) {
      let number = try set.schema(at: Self.uri(of: schema.node, in: files, parents))
      return set.validate(value, by: number, mode: mode, limit: limit).map {
        finding($0, by: schema)
      }
    } catch {
      return [
        Finding(
          pointer: "",
          keyword: "$ref",
          expected: "a usable schema",
          message: "the schema cannot be used: \(Self.shown(error.message))",
          place: range(of: error.schemaLocation) ?? schema.range
        )
      ]
    }
  }

  private func finding(
    _ violation: JSONSchema.Violation,
    by schema: ContractSchema
  ) -> Finding {
    Finding(
      pointer: violation.instanceLocation,
      keyword: violation.keyword,
      expected: violation.expected,
      actual: violation.actual,
      message: Self.shown(violation.message),
      missing: violation.missing,
      cause: violation.causes.first.map { ($0.instanceLocation, Self.shown($0.message)) },
      place: range(of: violation.schemaLocation) ?? schema.range
    )
  }

  /// A message with references as the document has them.
  private static func shown(_ message: String) -> String {
    message.replacing(ContractURI.lacking, with: "")
  }

  /// Compiles a schema and gives what makes schemas unusable so far, except for references that
  /// lead to nothing: reading the document found these.
  func defects(of schema: ContractSchema) -> [Diagnostic] {
    var errors: [JSONSchemaError] = []
    do throws(JSONSchemaError) {
      _ = try set.schema(at: Self.uri(of: schema.node, in: files, parents))
    } catch {
      errors.append(error)
    }
    return (errors + set.defects).filter { !isReported($0) }.map { error in
      Diagnostic(
        .error,
        error.message,
        at: range(of: error.schemaLocation) ?? schema.range
      )
    }
  }

  /// Whether a mistake is a reference that reading the document found to lead to nothing.
  private func isReported(_ error: JSONSchemaError) -> Bool {
    guard error.code == .unresolvedReference, error.schemaLocation.hasSuffix("/$ref"),
      let (root, pointer) = root(of: error.schemaLocation)
    else { return false }
    let holder = pointer.dropLast().reduce(root) { $0?.child(JSONPointer.unescaped($1)) }
    return holder.map { files.references[$0.id] == nil } ?? false
  }

  // MARK: URIs

  /// The URI of a schema: by its row, or by its pointer where identifiers and anchors need whole files.
  private static func uri(
    of node: ContractNode,
    in files: ContractFiles,
    _ parents: Locked<[Int: [UInt32]]>
  ) -> String {
    let file = ContractURI.text(ofFile: node.file)
    guard files.hasAnchors else { return "\(file)/\(node.yaml.row)" }
    let fragment = PercentEncoding.encode(
      Array(pointer(of: node, parents).utf8),
      keeping: UInt8(ascii: "/")
    )
    return file + "#" + String(decoding: fragment, as: UTF8.self)
  }

  private static func document(
    at uri: String,
    in files: ContractFiles,
    _ translator: SchemaTranslator
  ) -> JSONValue? {
    if let number = ContractURI.file(of: uri) {
      guard files.files.indices.contains(number) else { return nil }
      return whole(ContractNode(file: number, yaml: files.files[number].root), files, translator)
    }
    if uri == ContractURI.lacking { return .object(JSONObject()) }
    guard let node = node(of: uri, in: files) else { return nil }
    return translator.schema(node)
  }

  /// A whole file, its schemas translated.
  private static func whole(
    _ node: ContractNode,
    _ files: ContractFiles,
    _ translator: SchemaTranslator
  ) -> JSONValue {
    if files.schemas.contains(node.id) { return translator.schema(node) }
    switch node.yaml.content {
    case .scalar: return node.yaml.json
    case .sequence: return .array(node.items.map { whole($0, files, translator) })
    case .mapping:
      return .object(JSONObject(node.entries.map { ($0.name, whole($0.value, files, translator)) }))
    }
  }

  /// The node of a URI that names a row.
  private static func node(of uri: some StringProtocol, in files: ContractFiles) -> ContractNode? {
    guard uri.hasPrefix(ContractURI.prefix) else { return nil }
    let parts = uri.dropFirst(ContractURI.prefix.count).split(separator: "/")
    guard parts.count == 2, let number = Int(parts[0]), let row = Int(parts[1]),
      files.files.indices.contains(number),
      files.files[number].root.tree.rows.indices.contains(row)
    else { return nil }
    return ContractNode(file: number, yaml: YAMLNode(tree: files.files[number].root.tree, row: row))
  }

  private static func pointer(
    of node: ContractNode,
    _ parents: Locked<[Int: [UInt32]]>
  ) -> String {
    let tree = node.yaml.tree
    let table = parents.withLock { (known: inout sending [Int: [UInt32]]) -> [UInt32] in
      if let table = known[node.file] { return table }
      var table = [UInt32](repeating: .max, count: tree.rows.count)
      for (number, row) in tree.rows.enumerated() where !row.isScalar {
        let count = Int(row.count) * (row.kind == .mapping ? 2 : 1)
        for child in tree.children[Int(row.firstChild)..<(Int(row.firstChild) + count)] {
          table[Int(child)] = UInt32(truncatingIfNeeded: number)
        }
      }
      known[node.file] = table
      return table
    }
    var tokens: [String] = []
    var row = node.yaml.row
    while table[row] != .max, tokens.count < YAMLDocument.deepest + 1 {
      let parent = ContractNode(file: node.file, yaml: YAMLNode(tree: tree, row: Int(table[row])))
      if parent.isMap {
        guard let entry = parent.entries.first(where: { $0.value.yaml.row == row }) else { break }
        tokens.append(entry.name)
      } else {
        guard let index = parent.items.firstIndex(where: { $0.yaml.row == row }) else { break }
        tokens.append(String(index))
      }
      row = parent.yaml.row
    }
    return tokens.reversed().map { "/" + JSONPointer.escaped($0) }.joined()
  }

  // MARK: Places

  /// The node of a URI, and the tokens of the JSON Pointer behind it.
  private func root(of location: String) -> (node: ContractNode, pointer: [Substring])? {
    let parts = location.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let tokens =
      parts.count == 2
      ? parts[1].dropFirst().split(separator: "/", omittingEmptySubsequences: false) : []
    if let number = ContractURI.file(of: parts[0]), files.files.indices.contains(number) {
      return (ContractNode(file: number, yaml: files.files[number].root), tokens)
    }
    let named = Self.node(of: parts[0], in: files) ?? files.identified[String(parts[0])]
    return named.map { ($0, tokens) }
  }

  /// The range of the keyword at a URI with a JSON Pointer.
  private func range(of location: String) -> SourceRange? {
    guard case (var node, let pointer)? = root(of: location) else { return nil }
    var range = node.headRange
    for part in pointer {
      let token = JSONPointer.unescaped(part)
      guard let child = node.child(token) else {
        // `nullable` in 3.0 is `type` here; what has no keyword stands at the schema.
        break
      }
      range = node.yaml.entry(token).map { entryRange($0) } ?? child.headRange
      node = child
    }
    return range
  }

  /// A key, with its value when that is a scalar of the same line.
  private func entryRange(_ entry: YAMLEntry) -> SourceRange {
    let key = entry.key.range
    guard entry.value.scalar != nil, !entry.isEmpty, entry.value.range.file == key.file,
      entry.value.range.start.line == key.start.line,
      entry.value.range.end.line == key.start.line
    else { return key }
    return key.joined(to: entry.value.range)
  }

  // MARK: Outlines

  /// What a schema says about the shape of its values.
  func outline(of schema: ContractSchema) -> SchemaOutline {
    if let known = outlines.withLock({ (known: inout sending [UInt64: SchemaOutline]) in
      known[schema.node.id]
    }) {
      return known
    }
    let made = SchemaOutline(of: schema.node, in: files)
    outlines.withLock { (known: inout sending [UInt64: SchemaOutline]) in
      known[schema.node.id] = made
    }
    return made
  }
}
