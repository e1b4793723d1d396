import Diagnostics
import Documents

extension FileReader {
  /// The body of a request, of which there is one at most.
  func body(_ keys: KnownEntries) -> BodyTemplate? {
    let found = keys.known.filter { MapGrammar.bodyTable.contains($0.name) }
      .sorted { $0.key.range.utf8.lowerBound < $1.key.range.utf8.lowerBound }
    guard let entry = found.first else { return nil }
    if found.count > 1 {
      error(
        "a request has one body, not \(entry.name) and \(found[1].name)",
        at: found[1].key.range,
        hint: "the first is on line \(entry.key.range.start.line)"
      )
    }
    return body(entry)
  }

  private func body(_ entry: YAMLEntry) -> BodyTemplate? {
    let node = entry.value
    let example = MapGrammar.request.example(of: entry.name)
    switch entry.name {
    case "json":
      checkJSONText(node)
      return .json(value(node))
    case "plist":
      return .plist(value(node))
    case "form":
      return fields(node, "form").map { .form($0) }
    case "multipart":
      if let parts = computed(node) { return .computedMultipart(parts) }
      return .multipart(multipart(node), node.range)
    case "xml":
      return text(node, "xml", example: "xml: <order/>").map { .xml($0) }
    case "text":
      return text(node, "text", example: "text: hello").map { .text($0) }
    case "graphql":
      return graphQL(node)
    case "file":
      return path(node, "file", example: "file: order.json").map { .file($0) }
    case "template":
      noteNames()
      return path(node, "template", example: "template: order.xml").map { .template($0) }
    case "base64":
      guard let text = text(node, "base64", example: example) else { return nil }
      if let constant = text.constant, !TextRule.base64.holds(constant) {
        error("not Base64", at: node.range, hint: "as in base64: aGVsbG8=")
      }
      return .base64(text)
    case _:
      guard let text = text(node, "hex", example: example) else { return nil }
      if let constant = text.constant, !TextRule.hex.holds(constant) {
        error("not hexadecimal digits in pairs", at: node.range, hint: "as in hex: 0a0b")
      }
      return .hex(text)
    }
  }

  /// Reports a block text under `json` that is an object: it would be sent as a string.
  private func checkJSONText(_ node: YAMLNode) {
    guard let scalar = node.scalar, scalar.style != .plain else { return }
    let text = scalar.text.trimmed
    guard text.hasPrefix("{") || text.hasPrefix("["), !text.hasPrefix("${") else { return }
    // Expressions stand where values would; numbers in their places keep the text JSON.
    let filled = text.replacing(#/\$\{[^}]*\}/#, with: "0")
    guard let value = try? JSONParser().parse(filled), value.object != nil || value.array != nil
    else { return }
    error(
      "this text would be sent as a JSON string",
      at: firstLine(of: node.range),
      hint: scalar.style == .literal || scalar.style == .folded
        ? "remove the | or >: JSON is YAML too" : "remove the quotes: JSON is YAML too"
    )
  }

  /// `multipart`: a list of parts, or a map of names to them.
  func multipart(_ node: YAMLNode) -> [MultipartPart] {
    let example = "multipart: [\(MapGrammar.multipartPart.example)]"
    switch node.content {
    case .sequence(let nodes):
      return nodes.filter { !isEmpty($0) }.compactMap { part($0, name: nil) }
    case .mapping(let entries):
      return entries.filter { !isEmpty($0.value) }.compactMap { entry in
        let name = template(entry.key)
        guard case .mapping = entry.value.content else {
          return MultipartPart(name: name, content: .value(value(entry.value, as: .text)))
        }
        return part(entry.value, name: name)
      }
    case .scalar:
      mismatch(node, wanted: "a list or a map for multipart", example: example)
      return []
    }
  }

  private func part(_ node: YAMLNode, name: TextTemplate?) -> MultipartPart? {
    let example = MapGrammar.multipartPart.example
    guard let keys = entries(of: node, .multipartPart) else { return nil }
    let own = keys["name"].flatMap { text($0, "name", example: example) }
    let file = keys["file"].flatMap { path($0, "file", example: example) }
    let value = keys["value"].map { self.value($0, as: .text) }
    guard let name = own ?? name else {
      if keys.entry("name") == nil, !hasUnknownKey(node, .multipartPart) {
        error("a part needs a name", at: firstLine(of: node.range), hint: "as in \(example)")
      }
      return nil
    }
    let content: MultipartPart.Content
    switch (value, file) {
    case (let value?, nil): content = .value(value)
    case (nil, let file?): content = .file(file)
    case (nil, nil), (.some, .some):
      if keys.entry("file") == nil || value != nil, !hasUnknownKey(node, .multipartPart) {
        error(
          "a part has a value or a file",
          at: firstLine(of: node.range),
          hint: "as in \(example)"
        )
      }
      return nil
    }
    return MultipartPart(
      name: name,
      content: content,
      filename: keys["filename"].flatMap { text($0, "filename", example: example) },
      type: keys["type"].flatMap { text($0, "type", example: example) }
    )
  }

  private func graphQL(_ node: YAMLNode) -> BodyTemplate? {
    let example = MapGrammar.graphQL.example
    guard let keys = entries(of: node, .graphQL),
      let query = keys["query"].flatMap({ text($0, "query", example: example) })
    else { return nil }
    return .graphQL(
      query: query,
      variables: keys["variables"].map { value($0) },
      operation: keys["operation"].flatMap { text($0, "operation", example: example) }
    )
  }
}
