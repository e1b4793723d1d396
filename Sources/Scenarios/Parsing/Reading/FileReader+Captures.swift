import Diagnostics
import Documents

extension FileReader {
  /// Names with the queries that find their values.
  ///
  /// - Parameters:
  ///   - node: the map behind `capture` or `collect`.
  ///   - noun: which of the two.
  ///   - kind: what the step does: only some have a response to look into.
  /// - Returns: those that could be understood.
  func captures(_ node: YAMLNode, _ noun: String, of kind: StepKindCatalogue.Entry) -> [Capture] {
    let example = "\(noun): { order: { json: $.id } }"
    return (anyEntries(of: node, noun, example: example) ?? []).compactMap { entry in
      let name = variableName(entry.key)
      let written = name ?? Located(entry.name, at: entry.key.range)
      guard let capture = capture(entry, noun, of: kind, example: example, named: written) else {
        strayNames.note(written.value)
        return nil
      }
      let isQuery = if case .value = capture.source { false } else { true }
      if isQuery, !kind.kind.hasResponse {
        let isUse = kind.kind == UseStep.self
        error(
          isUse
            ? "used steps give names, not a response"
            : "\(kind.name) has no response to look into",
          at: entry.value.range,
          hint: isUse
            ? "write \(entry.name): \"${name}\" with a name that they capture"
            : "write \(entry.name): \"${…}\" with an expression"
        )
      }
      return name == nil ? nil : capture
    }
  }

  private func capture(
    _ entry: YAMLEntry,
    _ noun: String,
    of kind: StepKindCatalogue.Entry,
    example: String,
    named name: Located<String>
  ) -> Capture? {
    switch entry.value.content {
    case .scalar(let scalar):
      if !scalar.isTemplate {
        let hint =
          if !kind.kind.hasResponse {
            "write \"${\(Self.isName(scalar.text) ? scalar.text : "…")}\" for a value"
          } else if scalar.text.hasPrefix("$") {
            "write { json: \(scalar.text) }"
          } else if MapGrammar.valueQueries.contains(scalar.text) {
            "write { \(scalar.text): true }"
          } else {
            "write { json: $.… }, { header: … } or \"${…}\""
          }
        error(
          "expected \(kind.kind.hasResponse ? "a query" : "an expression") for \(entry.name), got \(entry.value.kindName)",
          at: entry.value.range,
          hint: hint
        )
        return nil
      }
      return Capture(name: name, source: .value(value(entry.value)))
    case .sequence:
      return Capture(name: name, source: .value(value(entry.value)))
    case .mapping:
      return entries(of: entry.value, .capture).flatMap {
        query($0, entry.value, "the capture", grammar: .capture, named: name)
      }
    }
  }

  /// The query among the entries of a map.
  ///
  /// - Parameters:
  ///   - keys: the entries.
  ///   - node: the map.
  ///   - noun: what messages call it.
  ///   - grammar: the keys it may have.
  ///   - given: the name it gets; without one what reports call the query.
  /// - Returns: `nil` after a mistake, which is reported.
  func query(
    _ keys: KnownEntries,
    _ node: YAMLNode,
    _ noun: String,
    grammar: MapGrammar,
    named given: Located<String>? = nil
  ) -> Capture? {
    guard let source = self.source(keys, node, noun, grammar: grammar) else { return nil }
    let (word, argument) = (source.name, source.value)
    guard let query = query(word, argument) else { return nil }
    let name = given ?? Located(Self.name(of: word, argument), at: argument.range)
    // Most queries have nothing beside them.
    guard keys.known.count > 1 else { return Capture(name: name, source: query) }
    let takesAll = flag("all", in: keys) ?? false
    if let all = keys.entry("all"), !MapGrammar.queriesOfOne.contains(word) {
      error(
        "all stands beside \(MapGrammar.queriesOfOne.joined(separator: ", "))",
        at: all.key.range,
        hint: BodyFormat.named(word)?.queries == .jsonPath
          ? "a JSONPath that can find several values gives a list by itself" : nil
      )
    }
    if let entry = keys.entry("default"), takesAll || Self.givesList(query) {
      warning(
        "default is never taken: a query that gives a list always finds one",
        at: entry.key.range,
        hint: "the list is empty where nothing is found"
      )
    }
    return Capture(
      name: name,
      source: query,
      match: keys["match"].flatMap { pattern($0, "match") },
      pipe: keys["pipe"].map { pipe($0) },
      takesAll: takesAll,
      defaultValue: keys["default"].map { value($0) },
      secret: flag("secret", in: keys) ?? false
    )
  }

  /// The entry that says where a value comes from; `nil` when there is none, which is reported.
  private func source(
    _ keys: KnownEntries,
    _ node: YAMLNode,
    _ noun: String,
    grammar: MapGrammar
  ) -> YAMLEntry? {
    var source: YAMLEntry?
    var isLone = true
    for entry in keys.known where MapGrammar.sourceTable.contains(entry.name) {
      if source == nil { source = entry } else { isLone = false }
    }
    guard source != nil else {
      if grammar.others != nil || !hasUnknownKey(node, grammar) {
        let names = MapGrammar.queries.joined(separator: ", ")
        error(
          "\(noun) does not say where to look",
          at: firstLine(of: node.range),
          hint: "write one of \(names), or value"
        )
      }
      return nil
    }
    guard !isLone else { return source }
    let found = MapGrammar.sources.compactMap(keys.entry)
    error(
      "\(grammar.noun) has one query, not \(found[0].name) and \(found[1].name)",
      at: found[1].key.range
    )
    return found[0]
  }

  /// What reports call a query: a path as it is, a measure by its key, all else by key and argument.
  private static func name(of source: String, _ argument: YAMLNode) -> String {
    let text = argument.scalar?.text ?? argument.range.text
    if BodyFormat.named(source) != nil { return text }
    if MapGrammar.valueQueries.contains(source) { return source }
    guard source == "value" else { return "\(source) \(text)" }
    let isExpression = text.hasPrefix("${") && text.hasSuffix("}")
    return isExpression ? String(text.dropFirst(2).dropLast()) : text
  }

  /// Whether a query is a JSONPath that gives a list, whatever it finds.
  private static func givesList(_ query: Capture.Source) -> Bool {
    switch query {
    case .body(let format, _, let path) where format.queries == .jsonPath: givesList(path)
    case .hops(let path): givesList(path)
    case .body, .header, .cookie, .text, .value, .measure, .property: false
    }
  }

  private static func givesList(_ path: TextTemplate) -> Bool {
    guard let text = path.constant, let path = try? JSONPath(remembering: text) else {
      return false
    }
    return !path.isSingular
  }

  private func query(_ kind: String, _ node: YAMLNode) -> Capture.Source? {
    if kind == "value" { return .value(value(node)) }
    func example() -> String { "{ \(MapGrammar.capture.example(of: kind)) }" }
    if let format = BodyFormat.named(kind) { return query(format, node, example: example()) }
    if let owner = Capture.Property(rawValue: kind) {
      return word(node, kind, MapGrammar.capture.rule(of: kind)).map { .property($0, of: owner) }
    }
    switch kind {
    case "header":
      return text(node, kind, example: example()).map { .header($0) }
    case "cookie":
      return cookie(node, example: example()).map { .cookie($0) }
    case "text":
      return pattern(node, kind).map { .text($0) }
    case "redirects" where node.scalar.map { $0.isTemplate || $0.text.hasPrefix("$") } == true:
      return text(node, kind, example: example()).map { path in
        checkJSONPath(path)
        return .hops(path)
      }
    case _:
      guard let isTaken = boolean(node, kind) else { return nil }
      if !isTaken {
        error("\(kind): false takes nothing", at: node.range, hint: "write \(kind): true")
      }
      return .measure(kind)
    }
  }

  /// A regular expression, compiled before the run when it holds no expressions.
  private func pattern(_ node: YAMLNode, _ key: String) -> TextTemplate? {
    func example() -> String {
      "{ \(MapGrammar.capture.example(of: key).replacing("\n", with: ", ")) }"
    }
    if case .bool? = node.scalar?.resolved {
      let quote = "quote the word to search for it"
      error(
        "\(key) takes a regular expression, not \(node.range.text)",
        at: node.range,
        hint: key == "text" ? "write ${response.text} for the whole text, or \(quote)" : quote
      )
      return nil
    }
    guard let text = text(node, key, example: example()) else { return nil }
    if let pattern = text.constant, let complaint = patternComplaint(pattern, at: node.range) {
      report(complaint)
    }
    return text
  }

  /// The functions of a pipe, checked as far as they hold no expressions.
  private func pipe(_ node: YAMLNode) -> ValueTemplate {
    checkPipe(node)
    return value(node)
  }

  /// A cookie by its name, or a map of the name and more.
  private func cookie(
    _ node: YAMLNode,
    example: @autoclosure () -> String
  ) -> Capture.CookieQuery? {
    guard case .mapping = node.content else {
      return text(node, "cookie", example: example()).map { Capture.CookieQuery(name: $0) }
    }
    guard let keys = entries(of: node, .cookieQuery) else { return nil }
    guard let name = text("name", in: keys) else { return nil }
    return Capture.CookieQuery(
      name: name,
      attribute: word("attribute", in: keys),
      path: text("path", in: keys),
      domain: text("domain", in: keys),
      isFirst: flag("first", in: keys) ?? false
    )
  }

  /// A query into a decoded body: a path, or where the format has options a map of `path` and these.
  private func query(
    _ format: BodyFormat,
    _ node: YAMLNode,
    example: @autoclosure () -> String
  ) -> Capture.Source? {
    var (path, options): (YAMLNode, [String: String]) = (node, [:])
    if !format.options.isEmpty, case .mapping(let entries) = node.content {
      let names = ["path"] + format.options.map(\.name)
      for entry in entries where !names.contains(entry.name) {
        unknownKey(entry, among: names, in: format.name)
      }
      options = self.options(of: format, Array(entries))
      guard let entry = entries.first(where: { $0.isNamed("path") }) else {
        error(
          "\(format.name) needs the key \"path\"",
          at: firstLine(of: node.range),
          hint: "as in { \(format.name): { path: \"$[0]\" } }"
        )
        return nil
      }
      path = entry.value
    }
    guard let text = text(path, format.name, example: example()) else { return nil }
    switch format.queries {
    case .jsonPath: checkJSONPath(text)
    case .xPath: checkXPath(text)
    }
    return .body(format, options: options, text)
  }

  /// Checks a JSONPath that holds no expressions.
  ///
  /// - Parameters:
  ///   - path: what stands there.
  ///   - names: the keys of the map in which it is a key; a matcher may be meant there, too.
  func checkJSONPath(_ path: TextTemplate, among names: [String] = []) {
    guard let text = path.constant else { return }
    guard TextRule.jsonPath.holds(text) else {
      let known = Suggestion.nearest(to: text, in: names)
      let isMatcher = !names.isEmpty && matcherNames.contains(text)
      error(
        "a JSONPath starts with $",
        at: path.range,
        hint: isMatcher && known == nil
          ? "write the path first, as in $.id: { \(text): … }" : nil,
        suggestion: isMatcher ? known : known ?? (text.hasPrefix("[") ? "$" : "$.") + text
      )
      return
    }
    do throws(JSONPathError) {
      _ = try JSONPath(remembering: text)
    } catch {
      let bytes = path.range.utf8
      let isExact = path.range.text == text && error.offset <= text.utf8.count
      let start = isExact ? min(bytes.lowerBound + error.offset, bytes.upperBound - 1) : 0
      self.error(
        "not a JSONPath: \(error.message)",
        at: isExact ? path.range.file.range(start..<(start + 1)) : path.range,
        hint: Self.pathHint(text, at: error.offset)
      )
    }
  }

  /// What to write instead of what RFC 9535 does not have, but other tools do.
  private static func pathHint(_ path: String, at offset: Int) -> String? {
    let rest = path.utf8.dropFirst(offset)
    if rest.first == UInt8(ascii: "-") { return "a name with - stands in brackets: ['a-b']" }
    if path.contains("@.length-") { return "count from the end: [-1] is the last" }
    if ["length()", "size()", "count()"].contains(where: path.hasSuffix) {
      return "write the path of the list and the matcher count, as in $.items: { count: 3 }"
    }
    if path.utf8.prefix(offset).last == UInt8(ascii: "["), let byte = rest.first,
      ExpressionLexer.startsName(byte)
    {
      let name = rest.prefix(while: ExpressionLexer.continuesName)
      return "a name in brackets is quoted: ['\(String(decoding: Array(name), as: UTF8.self))']"
    }
    return nil
  }

  /// Checks an XPath that holds no expressions, of the keys of a map where it is one.
  func checkXPath(_ path: TextTemplate, among names: [String] = []) {
    guard let text = path.constant else { return }
    guard TextRule.xPath.holds(text) else {
      error(
        "\"\(text)\" looks like a name, not like an XPath",
        at: path.range,
        suggestion: Suggestion.nearest(to: text, in: names) ?? "//\(text)"
      )
      return
    }
    do throws(XPathError) {
      _ = try XPath(parsing: text)
    } catch {
      self.error("not an XPath: \(error.message)", at: path.range)
    }
  }
}
