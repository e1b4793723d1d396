import Diagnostics
import Documents

extension FileReader {
  /// The key of a body format in `expect`.
  func document(_ node: YAMLNode, _ format: BodyFormat) -> Expectation.Document? {
    let isPath = format.queries == .jsonPath
    if isPath, isWholeDocument(node, of: format) {
      mismatch(
        node,
        wanted: "a map for \(format.name)",
        example: "\(format.name): { equals: \(flowText(of: node)) }"
      )
      return nil
    }
    let grammar = MapGrammar.document(of: format)
    guard let keys = entries(of: node, grammar) else { return nil }
    var document = Expectation.Document(
      format: format,
      options: options(of: format, keys.known),
      queries: [],
      whole: [],
      ignore: keys["ignore"].map { paths($0, isPath: isPath) } ?? [],
      namespaces: keys["namespaces"].map { namespaces($0) } ?? [:],
      range: node.range
    )
    document.assertsFormat = flag("formats", in: keys) ?? true
    document.withComments = flag("comments", in: keys) ?? false
    for (name, owner) in [("formats", "schema"), ("comments", "equals-file")] {
      if let entry = keys.entry(name), keys.entry(owner) == nil {
        error(
          "\(name) needs \(owner) beside it",
          at: entry.key.range,
          hint: "write \(owner), or remove it"
        )
      }
    }
    // Of texts a number is what is written.
    let wanted = isPath && !format.holdsTexts ? Wanted.value : .text
    if !keys.known.isEmpty {
      let options =
        ["ignore", "namespaces", "formats", "comments"] + format.options.map(\.name)
      for name in grammar.names where !options.contains(name) {
        if let entry = keys.entry(name), let option = whole(entry, as: wanted) {
          document.whole.append(option)
        }
      }
    }
    if let ignore = keys.entry("ignore"), keys.entry("equals") == nil,
      keys.entry("equals-file") == nil, keys.entry("partial") == nil
    {
      error(
        "ignore needs a comparison beside it",
        at: ignore.key.range,
        hint: "write \(isPath ? "equals, equals-file or partial" : "equals-file")"
      )
    }
    document.queries.reserveCapacity(keys.others.count)
    for entry in keys.others where !entry.isEmpty {
      let query = template(entry.key)
      if isPath {
        checkJSONPath(query, among: grammar.names)
      } else {
        checkXPath(query, among: grammar.names)
        if case .mapping(let matchers) = entry.value.content {
          noteVacuousExists(query, Array(matchers))
        }
      }
      let kind = isPath ? ValueKind.value : .markup
      let matcher = matcher(entry.value, of: Judged(kind, entry.name), as: wanted)
      document.queries.append(Expectation.Field(name: query, matcher: matcher, kind: kind))
    }
    return document
  }

  /// Whether what stands where a map of paths is wanted is meant as the whole document.
  private func isWholeDocument(_ node: YAMLNode, of format: BodyFormat) -> Bool {
    switch node.content {
    case .sequence: return true
    case .mapping: return false
    case .scalar(let scalar):
      guard !format.holdsTexts else { return false }
      switch scalar.resolved {
      case .null, .bool, .number: return true
      case .text: return scalar.text.hasPrefix("${") && scalar.text.hasSuffix("}")
      case .unfitNumber, .empty: return false
      }
    }
  }

  /// Warns of `exists` beside an XPath that has a value in every document.
  func noteVacuousExists(_ path: TextTemplate, _ matchers: [YAMLEntry]) {
    guard let exists = matchers.first(where: { $0.isNamed("exists") }), let text = path.constant,
      (try? XPath(parsing: text))?.alwaysHasValue == true
    else { return }
    warning(
      "exists says nothing here: \(text) has a value in every document",
      at: exists.key.range,
      hint: "ask for a node, as in //title, or compare the value"
    )
  }

  private func paths(_ node: YAMLNode, isPath: Bool) -> [TextTemplate] {
    let example = isPath ? "ignore: [$.id, $.created]" : "ignore: [//created]"
    return oneOrMore(node).compactMap { node in
      guard let path = text(node, "ignore", example: example) else { return nil }
      if isPath { checkJSONPath(path) } else { checkXPath(path) }
      return path
    }
  }

  private func whole(_ entry: YAMLEntry, as wanted: Wanted) -> OptionTemplate? {
    let name = Located(entry.name, at: entry.key.range)
    switch entry.name {
    case "equals", "partial":
      checkLiteral(entry.value)
      return OptionTemplate(name: name, value: value(entry.value, as: wanted))
    case "schema":
      if case .mapping = entry.value.content {
        return OptionTemplate(name: name, value: value(entry.value))
      }
      guard let text = text(entry.value, "schema", example: "schema: schemas/order.json") else {
        return nil
      }
      // Behind # stands a pointer into the file.
      if let path = text.constant?.split(separator: "#", omittingEmptySubsequences: false).first,
        !path.isEmpty, !path.contains("://")
      {
        noteFile(String(path), at: entry.value.range)
      }
      return OptionTemplate(name: name, value: spelled(entry.value))
    case _:
      let example = MapGrammar.documentOfXPaths.example(of: entry.name)
      guard path(entry.value, entry.name, example: example) != nil else {
        return nil
      }
      return OptionTemplate(name: name, value: spelled(entry.value))
    }
  }

  /// What is said of how a body is read.
  ///
  /// - Parameters:
  ///   - format: that of the body.
  ///   - entries: those of the map in which it is said, among them the options of the format.
  /// - Returns: names to values as written, without those that have a mistake.
  func options(of format: BodyFormat, _ entries: [YAMLEntry]) -> [String: String] {
    var options: [String: String] = [:]
    for option in format.options {
      guard let node = entries.first(where: { $0.isNamed(option.name) && !$0.isEmpty })?.value
      else { continue }
      guard let rule = option.rule else {
        options[option.name] = boolean(node, option.name).map { $0 ? "true" : "false" }
        continue
      }
      let example = option.help.example
      guard let text = plainText(node, option.name, example: example)?.value else { continue }
      if option.accepts(text) {
        options[option.name] = text
      } else {
        error("\"\(text)\" is not \(rule.noun)", at: node.range, hint: "as in \(example)")
      }
    }
    return options
  }
}
