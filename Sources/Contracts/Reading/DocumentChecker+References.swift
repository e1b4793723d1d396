internal import Diagnostics
internal import Documents
internal import Encodings
internal import Files
internal import Scenarios

/// Where references lead.
extension DocumentChecker {
  private static let mostFiles = 1000
  private static let mostBytes = 128 << 20
  /// How many keys of a map are looked at one after the other.
  private static let mostSearchedKeys = 16

  /// The root of the file of a node.
  func root(of node: ContractNode) -> ContractNode {
    ContractNode(file: node.file, yaml: files[node.file].root)
  }

  /// Follows the references that were met, and those that are met on the way.
  mutating func followReferences() {
    // Identifiers in files that are loaded later may still be needed by references before.
    while !pending.isEmpty {
      let batch = pending
      pending = []
      for reference in batch { follow(reference) }
    }
  }

  private mutating func follow(_ reference: PendingReference) {
    guard let target = target(of: reference) else { return }
    references[reference.holder.id] = target
    holders.append((reference.holder, reference.text))
    if let section = wrongSection(of: reference) {
      report(
        .error,
        "the reference leads to components/\(section), and \(reference.shape.name) is expected",
        at: reference.holder["$ref"]?.range ?? reference.holder.range
      )
      return
    }
    if case .schema = reference.shape {
      walkSchema(target, resource(around: target, of: reference))
    } else {
      walk(target, reference.shape)
    }
  }

  /// The schema with an identifier in which a target stands.
  private func resource(
    around target: ContractNode,
    of reference: PendingReference
  ) -> SchemaResource? {
    if let resource = reference.resource, resource.root.file == target.file { return resource }
    let root = root(of: target)
    guard target.file != 0, let identifier = root["$id"]?.text else { return nil }
    let base = ContractURI.text(ofFile: target.file)
    let uri = URIReference(identifier).resolved(against: URIReference(base)).textWithoutFragment
    return SchemaResource(root: root, uri: uri)
  }

  /// The section of the components that a reference leads to when it is the wrong one.
  private func wrongSection(of reference: PendingReference) -> String? {
    let tokens = reference.text.split(separator: "/", omittingEmptySubsequences: false)
    guard tokens.count == 4, tokens[0] == "#", tokens[1] == "components",
      let wanted = reference.shape.section,
      DocumentGrammar.fields(of: .components, in: version).byName[String(tokens[2])] != nil
    else { return nil }
    return tokens[2] == wanted ? nil : String(tokens[2])
  }

  private mutating func target(of reference: PendingReference) -> ContractNode? {
    let holder = reference.holder
    let range = holder["$ref"]?.range ?? holder.range
    let uri = URIReference(reference.text)
    let document = uri.textWithoutFragment
    let start: ContractNode
    if document.isEmpty {
      start = reference.resource?.root ?? root(of: holder)
    } else if let known = identifiedNode(document, reference) {
      start = known
    } else {
      guard let file = file(of: uri, in: reference, range) else { return nil }
      start = ContractNode(file: file, yaml: files[file].root)
    }
    guard let fragment = uri.fragment, !fragment.isEmpty else { return start }
    let key = PointerKey(root: start.id, fragment: fragment)
    let text = PercentEncoding.decodeText(fragment) ?? fragment
    if !text.hasPrefix("/") {
      if let anchored = anchors[PointerKey(root: start.id, fragment: text)] { return anchored }
      if case .schema = reference.shape, let anchored = anchor(text, in: start) { return anchored }
      report(.error, "the reference leads to nothing: there is no anchor \"\(text)\"", at: range)
      return nil
    }
    let found: ContractNode?
    if let known = pointers[key] {
      found = known
    } else {
      found = descend(text[...], from: start)
      pointers[key] = .some(found)
    }
    if found == nil { reportMissing(text, from: start, reference, at: range) }
    return found
  }

  /// The number of the file that a reference names by its path or its URL.
  private mutating func file(
    of uri: URIReference,
    in reference: PendingReference,
    _ range: SourceRange
  ) -> Int? {
    // `$self` is the URL of the document alone, not of the files around it.
    let base = reference.resource?.uri ?? (reference.holder.file == 0 ? selfURI : nil)
    let url = (base.map { uri.resolved(against: URIReference($0)) } ?? uri).textWithoutFragment
    if let path = pathOfURL(url) { return file(at: path, of: url, range) }
    guard uri.scheme == nil, uri.authority == nil else {
      reportForeign(url, reference, at: range)
      return nil
    }
    let path = PercentEncoding.decodeText(uri.path) ?? uri.path
    let folder = PathText.folder(of: files[reference.holder.file].path)
    return file(at: PathText.join(folder, path), of: nil, range)
  }

  /// An anchor in a file of which only parts were walked as schemas.
  private mutating func anchor(_ name: String, in start: ContractNode) -> ContractNode? {
    guard start.file != 0 else { return nil }
    walkSchema(start, nil)
    return anchors[PointerKey(root: start.id, fragment: name)]
  }

  private func identifiedNode(
    _ document: String,
    _ reference: PendingReference
  ) -> ContractNode? {
    let base = reference.resource?.uri ?? selfURI
    if let base {
      let uri = URIReference(document).resolved(against: URIReference(base)).textWithoutFragment
      if uri == selfURI { return ContractNode(file: 0, yaml: files[0].root) }
      if let known = identified[uri] { return known }
    }
    let own = URIReference(document)
      .resolved(against: URIReference(ContractURI.text(ofFile: reference.holder.file)))
      .textWithoutFragment
    return identified[document] ?? identified[own]
  }

  /// Reports a URL for which the project has no file, once.
  private mutating func reportForeign(
    _ url: String,
    _ reference: PendingReference,
    at range: SourceRange
  ) {
    let isNeeded: Bool
    switch reference.shape.section {
    case "securitySchemes", "examples", "links", "callbacks": isNeeded = false
    case _: isNeeded = true
    }
    guard foreignURLs.insert(isNeeded ? url : "unneeded \(url)").inserted else { return }
    let parts = URIReference(url)
    let base = parts.authority.map { "\(parts.scheme ?? "https")://\($0.text)/" } ?? url
    report(
      isNeeded ? .error : .warning,
      "the reference leads to \(reference.text), and nothing is fetched from the network",
      at: range,
      hint: isNeeded
        ? "save \(url) in the project, and write the folder into curlew.yaml: schemas: { \"\(base)\": schemas }"
        : nil
    )
  }

  /// Reports a pointer that leads to nothing.
  ///
  /// Frameworks write references to schemas that they forgot to add. Without such a schema nothing
  /// that it describes can be found valid, and all else can still be checked.
  private mutating func reportMissing(
    _ pointer: String,
    from start: ContractNode,
    _ reference: PendingReference,
    at range: SourceRange
  ) {
    var lacksSchema = false
    if case .schema = reference.shape { lacksSchema = reference.holder["$ref"] != nil }
    var node = start
    for part in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let token = JSONPointer.unescaped(part)
      if let child = node.child(token) {
        node = child
        continue
      }
      let holder = node
      report(
        lacksSchema ? .warning : .error,
        "the reference leads to nothing: there is no \"\(token)\"",
        at: range,
        hint: lacksSchema
          ? "a value that this schema describes breaks the contract, since it cannot be checked"
          : nil,
        suggestion: Suggestion.nearest(to: token, in: holder.entries.lazy.map(\.name))
      )
      return
    }
  }

  /// The node at a JSON Pointer.
  mutating func descend(_ pointer: Substring, from start: ContractNode) -> ContractNode? {
    var node = start
    for part in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let child = child(JSONPointer.unescaped(part), of: node) else { return nil }
      node = child
    }
    return node
  }

  /// The child that a token of a JSON Pointer leads to.
  ///
  /// A document refers to thousands of schemas in one map: its keys are put into a table once.
  private mutating func child(_ token: String, of node: ContractNode) -> ContractNode? {
    guard case .mapping(let entries) = node.yaml.content, entries.count > Self.mostSearchedKeys
    else { return node.child(token) }
    if keyTables[node.id] == nil {
      keyTables[node.id] = Dictionary(entries.map { ($0.name, $0.value.row) }) { first, _ in first }
    }
    return keyTables[node.id]?[token].map { row in
      ContractNode(file: node.file, yaml: YAMLNode(tree: node.yaml.tree, row: row))
    }
  }

  /// The number of the file at a path that a reference names, or that stands for a URL.
  private mutating func file(at path: String, of url: String?, _ range: SourceRange) -> Int? {
    let wanted = PathText.join("", path)
    if let known = fileNumbers[wanted] { return known }
    fileNumbers[wanted] = .some(nil)
    guard files.count < Self.mostFiles else {
      report(.error, "the contract has more than \(Self.mostFiles) files", at: range)
      return nil
    }
    switch load(wanted) {
    case .failure(let mistake):
      report(
        .error,
        mistake.message,
        at: range,
        hint: url.map { "it stands for \($0)" } ?? mistake.hint,
        suggestion: mistake.suggestion
      )
      return nil
    case .success(let source):
      loadedBytes += source.utf8.count
      guard loadedBytes <= Self.mostBytes else {
        report(.error, "the files of the contract are larger than 128 MiB", at: range)
        return nil
      }
      let document = YAMLDocument(readingJSONOrYAML: source)
      diagnostics += document.diagnostics.filter { $0.severity == .error }
      guard let root = document.root else {
        if document.diagnostics.isEmpty { report(.error, "the file \(wanted) is empty", at: range) }
        return nil
      }
      files.append(ContractFile(source: source, root: root, path: wanted))
      fileNumbers[wanted] = .some(files.count - 1)
      return files.count - 1
    }
  }

  /// Reports references that lead only to each other.
  mutating func checkCircles() {
    for (holder, _) in holders {
      var node = holder
      var steps = 0
      while let next = references[node.id] {
        // A schema of 3.1 may say more beside its reference, but a circle never ends either way.
        node = next
        steps += 1
        guard node != holder, steps < 100 else {
          report(
            .error,
            "the references from here form a circle",
            at: holder["$ref"]?.range ?? holder.range
          )
          break
        }
      }
    }
  }
}

extension ContractNode {
  /// The child that a token of a JSON Pointer leads to.
  func child(_ token: String) -> ContractNode? {
    if isMap { return self[token] }
    guard case .sequence(let items) = yaml.content, let index = Int(token),
      items.indices.contains(index), String(index) == token
    else { return nil }
    return ContractNode(file: file, yaml: items[index])
  }
}

extension DocumentGrammar.Shape {
  /// The section of the components where objects of the shape stand.
  var section: String? {
    switch self {
    case .schema: "schemas"
    case .callback: "callbacks"
    case .reference(let object), .object(let object):
      switch object {
      case .response: "responses"
      case .parameter: "parameters"
      case .example: "examples"
      case .requestBody: "requestBodies"
      case .header: "headers"
      case .securityScheme: "securitySchemes"
      case .link: "links"
      case .pathItem: "pathItems"
      case .mediaType: "mediaTypes"
      case _: nil
      }
    case _: nil
    }
  }

  /// What a message calls it.
  var name: String {
    switch self {
    case .schema: "a schema"
    case .callback: "a callback"
    case .reference(let object), .object(let object): object.rawValue
    case _: "another object"
    }
  }
}
