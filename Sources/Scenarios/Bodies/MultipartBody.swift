import Diagnostics

/// `multipart`: parts in a list or a map, or one `${…}` for them.
public enum MultipartBody: RequestBodyKind {
  /// Parts in their order.
  case parts([MultipartPart])
  /// What is read as parts once it is evaluated.
  case computed(ValueTemplate)

  static let key = MapGrammar.Key(
    "multipart",
    .anyOf([
      .computed, .listOf(.map("multipartPart", needing: ["name"])),
      .mapOf(.anyOf([.map("multipartPart"), .fieldValue])),
    ]),
    "A multipart/form-data body, or one of another multipart type that the Content-Type of the step names, without its boundary.",
    "multipart: [{ name: photo, file: photo.png, type: image/png }]"
  )

  static let table: ScenarioReference.GrammarTable? = .init(
    grammar: MultipartPart.grammar,
    title: "A part of multipart",
    introduction: "`multipart` is a list of these, or a map of names to values."
  )

  /// Its expressions.
  public var expressions: [Expression] {
    switch self {
    case .parts(let parts): parts.flatMap(\.expressions)
    case .computed(let value): value.expressions
    }
  }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    if let parts = reader.computed(node) { return .computed(parts) }
    return .parts(reader.multipart(node))
  }
}

/// One part of a `multipart` body.
public struct MultipartPart: Sendable {
  /// Where the content comes from.
  public enum Content: Sendable {
    /// `value`: text, or a value written as JSON.
    case value(ValueTemplate)
    /// `file`: a path.
    case file(TextTemplate)
  }

  /// `name`.
  public var name: TextTemplate
  /// The content.
  public var content: Content
  /// `filename`.
  public var filename: TextTemplate?
  /// `type`: its media type.
  public var type: TextTemplate?

  /// Its expressions.
  var expressions: [Expression] {
    let content =
      switch content {
      case .value(let value): value.expressions
      case .file(let path): path.expressions
      }
    return [name, filename, type].flatMap { $0?.expressions ?? [] } + content
  }

  static let grammar = MapGrammar(
    name: "multipartPart",
    noun: "a part",
    keys: [
      .init("name", .text, "The name of the field.", "name: photo"),
      .init("value", .value, "Its value.", "value: Spring"),
      .init("file", .ruled(.path), "A file whose bytes are the value.", "file: photo.png"),
      .init("filename", .text, "The file name that is sent.", "filename: spring.png"),
      .init("type", .text, "The media type of the part.", "type: image/png"),
    ],
    choice: .one(["value", "file"]),
    example: "{ name: photo, file: photo.png, type: image/png }"
  )
}

extension FileReader {
  /// `multipart`: a list of parts, or a map of names to them.
  func multipart(_ node: YAMLNode) -> [MultipartPart] {
    switch node.content {
    case .sequence(let nodes):
      return nodes.filter { !$0.isEmpty }.compactMap { part($0, name: nil) }
    case .mapping(let entries):
      return entries.filter { !$0.value.isEmpty }.compactMap { entry in
        let name = template(entry.key)
        guard case .mapping = entry.value.content else {
          return MultipartPart(name: name, content: .value(value(entry.value, as: .text)))
        }
        return part(entry.value, name: name)
      }
    case .scalar:
      mismatch(
        node,
        wanted: "a list or a map for multipart",
        example: MultipartBody.key.example
      )
      return []
    }
  }

  private func part(_ node: YAMLNode, name: TextTemplate?) -> MultipartPart? {
    let grammar = MultipartPart.grammar
    let example = grammar.example
    guard let keys = entries(of: node, grammar) else { return nil }
    let own = text("name", in: keys)
    let file = path("file", in: keys)
    let value = keys["value"].map { self.value($0, as: .text) }
    guard let name = own ?? name else {
      if keys.entry("name") == nil, !hasUnknownKey(node, grammar) {
        error("a part needs a name", at: firstLine(of: node.range), hint: "as in \(example)")
      }
      return nil
    }
    let content: MultipartPart.Content
    switch (value, file) {
    case (let value?, nil): content = .value(value)
    case (nil, let file?): content = .file(file)
    case (nil, nil), (.some, .some):
      if keys.entry("file") == nil || value != nil, !hasUnknownKey(node, grammar) {
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
      filename: text("filename", in: keys),
      type: text("type", in: keys)
    )
  }
}
