import Diagnostics
import Documents
import Encodings

extension FileReader {
  /// A request with what must come back.
  func request(_ kind: YAMLEntry, _ keys: KnownEntries) -> RequestStep? {
    guard let (method, url) = requestLine(kind) else {
      readRest(keys)
      return nil
    }
    return RequestStep(
      method: method,
      url: url,
      query: keys["query"].flatMap { fields($0, "query") },
      headers: keys["headers"].map { headers($0, "headers") } ?? [],
      cookies: keys["cookies"].map { headers($0, "cookies") } ?? [],
      auth: keys["auth"].flatMap { auth($0) },
      body: body(keys),
      options: keys["options"].map { options($0, vocabulary.options, "options") } ?? [],
      session: text("session", in: keys),
      expect: keys["expect"].flatMap { expectation($0) },
      save: keys.entry("save").flatMap { save($0, beside: keys["expect"]) },
      retry: keys["retry"].flatMap { retry($0) },
      contract: keys["contract"].flatMap { contractLevels($0) },
      jar: keys["jar"].map { jarChanges($0) } ?? []
    )
  }

  /// What happens to the cookie jar before the request.
  private func jarChanges(_ node: YAMLNode) -> [TextTemplate] {
    let example = "jar: [clear]"
    let items = items(of: node, "jar", example: example)
    if items?.isEmpty == true { error("jar changes nothing", at: node.range, hint: example) }
    let changes = (items ?? []).compactMap { text($0, "jar", example: example) }
    for change in changes {
      guard let constant = change.constant, constant != RequestStep.clearsJar,
        !RequestStep.isCookieLine(constant)
      else { continue }
      error(
        "expected clear or a cookie, got \"\(constant)\"",
        at: change.range,
        hint: "a cookie has seven fields with tabs between them, as in a cookie file of curl"
      )
    }
    return changes
  }

  /// The path of the file that the body is written to.
  private func save(_ entry: YAMLEntry, beside expect: YAMLNode?) -> TextTemplate? {
    guard let path = text(entry.value, "save", example: "save: bodies/order.json") else {
      return nil
    }
    if let constant = path.constant {
      if let complaint = SavePath.complaint(about: constant) {
        error(complaint.message, at: path.range, hint: complaint.hint)
        return nil
      }
      noteSaved(constant, at: path.range)
    }
    if case .mapping(let entries)? = expect?.content,
      entries.contains(where: { $0.isNamed("error") && !$0.isEmpty })
    {
      error(
        "a transfer that must fail has no body to save",
        at: entry.key.range,
        hint: "remove save, or error of expect"
      )
    }
    return path
  }

  /// Finds the mistakes in the keys of a request whose URL cannot be understood.
  private func readRest(_ keys: KnownEntries) {
    _ = keys["headers"].map { headers($0, "headers") }
    _ = body(keys)
    _ = keys["expect"].flatMap { expectation($0) }
  }

  private func requestLine(_ kind: YAMLEntry) -> (TextTemplate, TextTemplate)? {
    guard kind.name == "request" else {
      guard let url = text(kind.value, kind.name, example: "\(kind.name): /orders") else {
        return nil
      }
      checkURL(url)
      noteValues(in: url)
      notePathParameter(url)
      return (TextTemplate(kind.name, range: kind.key.range), url)
    }
    guard let keys = entries(of: kind.value, .requestLine),
      let method = text("method", in: keys),
      let url = text("url", in: keys)
    else { return nil }
    if let constant = method.constant, !TextRule.method.holds(constant) {
      error("\"\(constant)\" is no method", at: method.range, hint: "as in method: PURGE")
    }
    checkURL(url)
    noteValues(in: url)
    return (method, url)
  }

  private func checkURL(_ url: TextTemplate) {
    guard let text = url.constant else {
      if url.segments.contains(where: Self.hasSpace) {
        error("a URL cannot hold a space outside ${…}", at: url.range, hint: Self.spelledSpace)
      }
      return
    }
    let hasSpace = Self.hasSpace(.literal(text))
    // Most are a path, or whole: there is nothing else to find wrong with them here.
    if !hasSpace, ["/", "http://", "https://"].contains(where: text.hasPrefix) { return }
    if text.isEmpty {
      error("an empty URL", at: url.range, hint: "write / for the base itself")
    } else if !text.contains("{{"), hasSpace {
      error("a URL cannot hold a space", at: url.range, hint: Self.spelledSpace)
    } else if let colon = text.firstRange(of: "://"),
      text[..<colon.lowerBound].allSatisfy(\.isLetter),
      !["http", "https"].contains(text[..<colon.lowerBound].lowercased())
    {
      error(
        "only http and https can be requested",
        at: url.range,
        hint: "write https://\(text[colon.upperBound...])"
      )
    } else if text.hasPrefix("http:") || text.hasPrefix("https:"), !text.contains("://") {
      let scheme = text.prefix { $0 != ":" }
      let rest = text.drop { $0 != ":" }.drop { $0 == ":" || $0 == "/" }
      error(
        "two slashes stand behind the scheme of a URL",
        at: url.range,
        hint: "write \(scheme)://\(rest)"
      )
    } else if ["www.", "localhost:", "127.0.0.1:"].contains(where: text.hasPrefix) {
      warning(
        "without a scheme this is a path under the base",
        at: url.range,
        hint: "write https://\(text)"
      )
    }
  }

  private static func hasSpace(_ segment: TextTemplate.Segment) -> Bool {
    guard case .literal(let text) = segment else { return false }
    return text.utf8.contains { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 }
  }

  private static let spelledSpace = "write %20, or + in a query"

  /// Warns of values that would be percent-encoded twice, or that are probably meant as URL text.
  private func noteValues(in url: TextTemplate) {
    var previousIsValue = false
    for (index, segment) in url.segments.enumerated() {
      guard case .expression(let expression) = segment else {
        previousIsValue = false
        continue
      }
      let name =
        expression.source.contains("(") || expression.source.contains("|") ? "…" : expression.source
      if index > 0, expression.isCall(of: "url_encode") {
        warning(
          "the value is percent-encoded twice: a URL encodes ${…} by itself",
          at: expression.range,
          hint: "leave url_encode out"
        )
      } else if index == 1, previousIsValue, !expression.isRaw {
        warning(
          "the value is percent-encoded: only what stands at the very start of a URL is URL text",
          at: expression.range,
          hint: "write ${raw(\(name))} if it has slashes of its own"
        )
      }
      previousIsValue = true
    }
  }

  /// Warns of `/orders/{id}`, as OpenAPI and other tools write what is filled in.
  private func notePathParameter(_ url: TextTemplate) {
    for case .literal(let text) in url.segments where text.utf8.contains(UInt8(ascii: "{")) {
      guard !text.contains("{{"),
        // A `$` in front is one that was escaped: `$${id}` is meant as it stands.
        let match = text.matches(of: #/\$?\{([A-Za-z_][A-Za-z0-9_]*)\}/#)
          .first(where: { $0.output.0.first != "$" })
      else { continue }
      warning(
        "{\(match.output.1)} stays as it is",
        at: url.range,
        hint: "write ${\(match.output.1)} for the value of a variable"
      )
      return
    }
  }

  /// What to write instead of a text that is no name of a header or cookie.
  static func nameHint(_ text: String) -> String? {
    let trimmed = text.trimmed
    if trimmed.hasSuffix(":") { return "write it without its colon" }
    return trimmed.contains(" ") ? "write - between words, not a space" : nil
  }

  /// `query` or `form`: a map, or a list of pairs.
  func fields(_ node: YAMLNode, _ noun: String) -> FieldsTemplate? {
    switch node.content {
    case .mapping:
      return .map(value(node, as: .text))
    case .sequence(let nodes):
      var pairs: [(name: TextTemplate, value: ValueTemplate)] = []
      for item in nodes where !item.isEmpty {
        guard case .sequence(let pair) = item.content, pair.count == 2,
          let name = text(pair[0], "a name", example: "\(noun): [[tag, a], [tag, b]]")
        else {
          error(
            "expected [name, value] in \(noun), got \(item.kindName)",
            at: item.range,
            hint: "as in \(noun): [[tag, a], [tag, b]]"
          )
          continue
        }
        pairs.append((name: name, value: value(pair[1], as: .text)))
      }
      return .pairs(pairs, node.range)
    case .scalar:
      let value = value(node, as: .text)
      if case .expression = value.kind { return .map(value) }
      mismatch(node, wanted: "a map for \(noun)", example: "\(noun): { page: 2 }")
      return nil
    }
  }

  /// `headers` or `cookies`: names with text, a list, or null.
  func headers(_ node: YAMLNode, _ noun: String) -> [HeaderTemplate] {
    let example = noun == "headers" ? "headers: { Accept: text/html }" : "cookies: { theme: dark }"
    if let map = computed(node) { return [HeaderTemplate(map: map)] }
    var seen: [String: SourceRange] = [:]
    return (anyEntries(of: node, noun, example: example) ?? []).compactMap { entry in
      let name = template(entry.key)
      if let constant = name.constant {
        guard TextRule.field.holds(constant) else {
          error(
            "\"\(constant)\" is no \(noun == "headers" ? "header" : "cookie") name",
            at: name.range,
            hint: Self.nameHint(constant)
          )
          return nil
        }
        if noun == "headers" {
          if let first = seen.updateValue(name.range, forKey: constant.lowercased()) {
            error(
              "the header \"\(constant)\" stands here a second time",
              at: name.range,
              hint:
                "names compare without case, see line \(first.start.line); send several by a list"
            )
          }
          noteETag(constant, entry.value)
        }
      }
      if case .mapping = entry.value.content {
        mismatch(entry.value, wanted: "a text for \(entry.name)", example: example)
        return nil
      }
      return HeaderTemplate(name: name, value: value(entry.value, as: .text))
    }
  }

  /// Warns of an entity tag whose quotes YAML takes away.
  private func noteETag(_ name: String, _ node: YAMLNode) {
    guard ["if-match", "if-none-match", "if-range", "etag"].contains(name.lowercased()),
      let scalar = node.scalar, scalar.style == .doubleQuoted || scalar.style == .singleQuoted,
      !scalar.text.contains("\""), !scalar.isTemplate, scalar.text != "*",
      !scalar.text.contains(",")
    else { return }
    warning(
      "\(name) is sent without quotes: \(scalar.text)",
      at: node.range,
      hint: "an entity tag has quotes of its own: '\"\(scalar.text)\"'"
    )
  }

  /// `auth`: one scheme with its settings, or `none`.
  func auth(_ node: YAMLNode) -> AuthTemplate? {
    if let settings = computed(node) {
      return AuthTemplate(
        scheme: Located(node.scalar?.text ?? "", at: node.range),
        settings: settings,
        range: node.range,
        isComputed: true
      )
    }
    if let scalar = node.scalar, !node.isEmpty {
      if scalar.text == AuthTemplate.none {
        return AuthTemplate(
          scheme: Located(AuthTemplate.none, at: node.range),
          settings: ValueTemplate(.null, range: node.range),
          range: node.range
        )
      }
      if let advice = adviceOnNone(scalar, node) {
        report(advice)
        return nil
      }
    }
    var example = vocabulary.authSchemes.first?.example ?? "auth: { bearer: ${token} }"
    if let text = node.scalar?.text, text.lowercased().hasPrefix("bearer ") {
      example = "auth: { bearer: \(text.dropFirst("bearer ".count)) }"
    }
    guard let entries = anyEntries(of: node, "auth", example: example) else { return nil }
    let names = vocabulary.authSchemes.map(\.name)
    guard entries.count == 1, let entry = entries.first else {
      let strange = entries.first { !names.contains($0.name) }
      let place = strange?.key.range ?? (entries.count > 1 ? entries[1].key.range : node.range)
      let list = "one of \(names.joined(separator: ", "))"
      error(
        "auth takes one scheme",
        at: place,
        hint: strange == nil ? list : "\(list), as in \(example)"
      )
      return nil
    }
    guard let scheme = vocabulary.authSchemes.first(where: { $0.name == entry.name }) else {
      let advice = ForeignWords.advice(on: entry.name, in: "auth")
      let suggestion =
        advice == nil ? Suggestion.nearest(to: entry.name, in: names) : nil
      error(
        "unknown scheme \"\(entry.name)\"",
        at: entry.key.range,
        hint: suggestion == nil ? advice ?? "one of \(names.joined(separator: ", "))" : nil,
        suggestion: suggestion
      )
      return nil
    }
    check(entry.value, fits: scheme.argument, scheme.name, example: scheme.example)
    return AuthTemplate(
      scheme: Located(entry.name, at: entry.key.range),
      settings: value(entry.value, as: .text),
      range: node.range
    )
  }

  /// What to say of a scalar that is meant as `none`.
  private func adviceOnNone(_ scalar: YAMLScalar, _ node: YAMLNode) -> Diagnostic? {
    let isOff = ["null", "~", "false", "off", "no"].contains(scalar.text.lowercased())
    let suggestion = Suggestion.nearest(to: scalar.text, in: [AuthTemplate.none])
    guard isOff || suggestion != nil else { return nil }
    return Diagnostic(
      .error,
      "auth takes a scheme or none, got \(node.kindName)",
      at: node.range,
      hint: isOff ? "write auth: none to send no credentials" : nil,
      suggestion: isOff ? nil : suggestion
    )
  }

  /// Names of the vocabulary with their values.
  func options(
    _ node: YAMLNode,
    _ vocabulary: [Vocabulary.Entry],
    _ noun: String
  ) -> [OptionTemplate] {
    let example = vocabulary.first?.example ?? "\(noun): { timeout: 5s }"
    isInOptions = true
    defer { isInOptions = false }
    return (anyEntries(of: node, noun, example: example) ?? []).compactMap { entry in
      guard let option = vocabulary.first(where: { $0.name == entry.name }) else {
        unknownKey(entry, among: vocabulary.map(\.name), in: noun)
        return nil
      }
      check(entry.value, fits: option.argument, option.name, example: option.example)
      return OptionTemplate(
        name: Located(entry.name, at: entry.key.range),
        value: value(entry.value, as: .text)
      )
    }
  }

  /// `retry`: how a request or a group is tried again.
  ///
  /// - Parameters:
  ///   - node: what stands there.
  ///   - grammar: the keys that it may have.
  /// - Returns: `nil` when it is no map.
  func retry(_ node: YAMLNode, _ grammar: MapGrammar = .retry) -> RetryTemplate? {
    if case .number? = node.scalar?.resolved {
      mismatch(node, wanted: "a map for retry", example: "retry: { attempts: \(node.range.text) }")
      return nil
    }
    guard let keys = entries(of: node, grammar) else { return nil }
    return RetryTemplate(keys, at: node.range, by: self)
  }

  /// `if`: the words that narrow what is tried again.
  func conditions(_ node: YAMLNode) -> [Located<RetryTemplate.Condition>] {
    names(node, "if", example: "if: [error, 503]").compactMap { word in
      switch word.value {
      case "error": return Located(.error, at: word.range)
      case "failure": return Located(.failure, at: word.range)
      case let text:
        if let statuses = StatusPattern.statuses(text) {
          return Located(.status(statuses), at: word.range)
        }
        error(
          "retry knows no \"\(text)\"",
          at: word.range,
          hint: "write error, failure, 503, 5xx or 500-504",
          suggestion: Suggestion.nearest(to: text, in: ["error", "failure"])
        )
        return nil
      }
    }
  }
}
