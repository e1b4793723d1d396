import Diagnostics
import Documents
import Encodings

extension FileReader {
  /// `expect`: what must come back.
  func expectation(_ node: YAMLNode) -> Expectation? {
    if let text = node.scalar?.text, StatusPattern.statuses(text) != nil {
      mismatch(node, wanted: "a map for expect", example: "expect: { status: \(text) }")
      return nil
    }
    guard let keys = entries(of: node, .expectation) else { return nil }
    if let entry = keys.entry("error") {
      for other in keys.known.sorted(by: { $0.name < $1.name })
      where other.name != "error" && !MapGrammar.besideError.contains(other.name) {
        error(
          "a transfer that must fail has no \"\(other.name)\"",
          at: other.key.range,
          hint: "only \(MapGrammar.besideError.sorted().joined(separator: ", ")) can stand beside "
            + "error on line \(entry.key.range.start.line)"
        )
      }
    }
    return Expectation(
      status: keys["status"].map { status($0) },
      contentType: keys["content-type"].map { contentType($0) },
      headers: keys["headers"].map { matchedFields($0, "headers") } ?? [],
      cookies: keys["cookies"].map { cookies($0) } ?? [],
      documents: BodyFormat.all.compactMap { format in
        keys[format.name].flatMap { document($0, format) }
      },
      image: keys["image"].map { properties($0, .image) } ?? [],
      text: keys["text"].map {
        matcher($0, of: Judged(.text, "the body's text", key: "text"), as: .text)
      },
      bytes: keys["bytes"].map { bytes($0) } ?? [],
      measures: MapGrammar.measures.compactMap { name in
        keys.entry(name).flatMap { isOfHops($0) ? countOfHops($0.value) : measure($0) }
      },
      hops: keys.entry("redirects").flatMap { isOfHops($0) ? hops($0.value) : nil } ?? [],
      certificate: keys["certificate"].map { properties($0, .certificate) } ?? [],
      that: keys["that"].map { responseAssertions($0) } ?? [],
      error: keys["error"].flatMap { node in
        word("error", in: keys).map { Located($0, at: node.range) }
      },
      range: node.range
    )
  }

  private func status(_ node: YAMLNode) -> ValueTemplate {
    switch node.content {
    case .scalar:
      checkStatus(node)
    case .sequence(let items):
      if items.isEmpty { error("no status is acceptable", at: node.range, hint: "status: 201") }
      for item in items { checkStatus(item) }
    case .mapping:
      checkMatcher(node, of: Judged(.number, "status"))
      return value(node)
    }
    return value(node)
  }

  private func checkStatus(_ node: YAMLNode) {
    guard let scalar = node.scalar else {
      mismatch(node, wanted: "a status", example: "status: [200, 404]")
      return
    }
    guard !node.isEmpty, !scalar.isTemplate,
      !TextRule.status.holds(scalar.text)
    else { return }
    error(
      "\"\(scalar.text)\" is no status",
      at: node.range,
      hint: ["any", "all", "*"].contains(scalar.text.lowercased())
        ? "write 100-599 for every status" : "write 201, 2xx, 200-299, or a list of these"
    )
  }

  private func contentType(_ node: YAMLNode) -> ValueTemplate {
    if case .mapping = node.content {
      mismatch(
        node,
        wanted: "a media type or a list for content-type",
        example: "content-type: application/json"
      )
      return value(node, as: .text)
    }
    for node in oneOrMore(node) {
      guard
        let type = text(node, "content-type", example: "content-type: application/json")?.constant
      else { continue }
      if !TextRule.mediaType.holds(type) {
        error(
          "\"\(type)\" is no media type",
          at: node.range,
          hint: "as in application/json, image/*, or any"
        )
      }
    }
    return value(node, as: .text)
  }

  /// `headers`: names with matchers.
  func matchedFields(_ node: YAMLNode, _ noun: String) -> [Expectation.Field] {
    let example = "\(noun): { Location: { starts-with: /orders/ } }"
    if let map = computed(node) {
      let name = TextTemplate(map.range.text, range: map.range)
      return [Expectation.Field(name: name, matcher: map, kind: .texts, isMap: true)]
    }
    return (anyEntries(of: node, noun, example: example) ?? []).map { entry in
      let name = template(entry.key)
      if let constant = name.constant, !TextRule.field.holds(constant) {
        error("\"\(constant)\" is no header name", at: name.range, hint: Self.nameHint(constant))
      }
      let kind = MapGrammar.expectation.kind(of: "headers")
      let matcher = matcher(entry.value, of: Judged(kind, entry.name), as: .text)
      return Expectation.Field(name: name, matcher: matcher, kind: kind)
    }
  }

  private func properties(_ node: YAMLNode, _ grammar: MapGrammar) -> [Expectation.Field] {
    guard let keys = entries(of: node, grammar) else { return [] }
    return grammar.names.compactMap { name in
      keys.entry(name).map { entry in
        let kind = grammar.kind(of: name)
        return Expectation.Field(
          name: template(entry.key),
          matcher: matcher(entry.value, of: Judged(kind, name)),
          kind: kind
        )
      }
    }
  }

  /// Whether it is `redirects` with a map that is none of matchers.
  private func isOfHops(_ entry: YAMLEntry) -> Bool {
    guard entry.isNamed("redirects"), case .mapping(let entries) = entry.value.content else {
      return false
    }
    return entries.contains { $0.name.hasPrefix("$") || $0.isNamed("count") }
  }

  /// `redirects` with JSONPaths into the list of them.
  private func hops(_ node: YAMLNode) -> [Expectation.Field] {
    guard let keys = entries(of: node, .hops) else { return [] }
    return keys.others.filter { !$0.isEmpty }.map { entry in
      let path = template(entry.key)
      checkJSONPath(path)
      return Expectation.Field(
        name: path,
        matcher: matcher(entry.value, of: Judged(.value, entry.name)),
        kind: .value
      )
    }
  }

  /// `count` of `redirects`, which is what a matcher alone judges.
  private func countOfHops(_ node: YAMLNode) -> Expectation.Field? {
    guard case .mapping(let entries) = node.content,
      let count = entries.first(where: { $0.isNamed("count") && !$0.isEmpty })
    else { return nil }
    let kind = MapGrammar.hops.kind(of: "count")
    return Expectation.Field(
      name: TextTemplate("redirects", range: count.key.range),
      matcher: matcher(count.value, of: Judged(kind, "count"), as: .text),
      kind: kind
    )
  }

  private func measure(_ entry: YAMLEntry) -> Expectation.Field {
    let kind = MapGrammar.expectation.kind(of: entry.name)
    if kind == .duration, let text = entry.value.scalar?.text,
      Quantity.duration(text) != nil || JSONNumber(parsing: text) != nil
    {
      warning(
        "no answer takes exactly this time",
        at: entry.value.range,
        hint: "write { lt: \(text)\(Quantity.duration(text) == nil ? "ms" : "") }"
      )
    }
    let matcher = matcher(entry.value, of: Judged(kind, entry.name), as: .text)
    return Expectation.Field(
      name: template(entry.key),
      matcher: entry.name == "http" ? versions(matcher) : matcher,
      kind: kind
    )
  }

  /// A matcher on a version, in which a number counts as spelled: `1.10` is not `1.1`.
  ///
  /// Where versions have an order it stays a number.
  private func versions(_ written: ValueTemplate) -> ValueTemplate {
    switch written.kind {
    case .scalar: return spelled(written)
    case .list(let items): return ValueTemplate(list: items.map(versions), range: written.range)
    case .map(let entries):
      let ordered = ["gt", "gte", "lt", "lte", "between", "approx", "within", "length", "count"]
      return ValueTemplate(
        map: entries.map { entry in
          let isOrdered = entry.key.constant.map(ordered.contains) ?? false
          return .init(key: entry.key, value: isOrdered ? entry.value : versions(entry.value))
        },
        range: written.range
      )
    case .expression, .text: return written
    }
  }

  private func cookies(_ node: YAMLNode) -> [Expectation.Cookie] {
    let example = "cookies: { \(MapGrammar.cookie.example) }"
    return (anyEntries(of: node, "cookies", example: example) ?? []).map { entry in
      let name = template(entry.key)
      let judged = Judged(.text, "a cookie", key: entry.name)
      guard case .mapping(let written) = entry.value.content,
        written.contains(where: { MapGrammar.cookie.table.contains($0.name) })
      else {
        return Expectation.Cookie(
          name: name,
          matcher: matcher(entry.value, of: judged, as: .text),
          attributes: []
        )
      }
      let attributes = written.first { $0.name == "attributes" }
      let deleted = written.first { $0.name == "deleted" && !$0.isEmpty }
      let rest = written.filter { !MapGrammar.cookie.table.contains($0.name) && !$0.isEmpty }
      if !rest.isEmpty { checkMatchers(rest, entry.value, of: judged) }
      return Expectation.Cookie(
        name: name,
        matcher: rest.isEmpty ? nil : map(rest, at: entry.value.range, as: .text),
        deleted: deleted.map { matcher($0.value, of: Judged(.boolean, "deleted")) },
        attributes: attributes.map { properties($0.value, .cookieAttributes) } ?? []
      )
    }
  }

  private func bytes(_ node: YAMLNode) -> [Expectation.Field] {
    guard let keys = entries(of: node, .bytes) else { return [] }
    return MapGrammar.bytes.names.compactMap { name in
      guard let entry = keys.entry(name) else { return nil }
      let key = template(entry.key)
      let kind = MapGrammar.bytes.kind(of: name)
      switch name {
      case "equals":
        guard let equal = entries(of: entry.value, .bytesEqual) else { return nil }
        if equal.known.count != 1, case .mapping(let written) = entry.value.content,
          written.count != 1
        {
          error(
            "equals takes one of file, hex and base64",
            at: firstLine(of: entry.value.range),
            hint: "as in \(MapGrammar.bytesEqual.example)"
          )
        }
        if let file = equal["file"] {
          _ = path(file, "file", example: "equals: { file: logo.png }")
        }
        for name in ["hex", "base64"] {
          if let node = equal[name] {
            _ = text(node, name, example: MapGrammar.bytesEqual.example)
          }
        }
        return Expectation.Field(name: key, matcher: spelled(entry.value), kind: kind)
      case "starts-with":
        _ = text(entry.value, name, example: "starts-with: 89504e47")
        return Expectation.Field(name: key, matcher: spelled(entry.value), kind: kind)
      case _:
        // Digests are text; a length is a number.
        if name != "length", entry.value.scalar != nil {
          return Expectation.Field(name: key, matcher: spelled(entry.value), kind: kind)
        }
        let wanted = name == "length" ? Wanted.value : .text
        return Expectation.Field(
          name: key,
          matcher: matcher(entry.value, of: Judged(kind, name), as: wanted),
          kind: kind
        )
      }
    }
  }
}

extension FileReader {
  /// Whether a text is two tokens with a slash between, parameters and spaces around aside.
  static func isMediaType(_ text: String) -> Bool {
    // Of each half: nothing yet, inside its token, behind it.
    var (halves, hasToken, isBehind) = (1, false, false)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ";"):
        return halves == 2 && hasToken
      case UInt8(ascii: "/"):
        guard halves == 1, hasToken else { return false }
        (halves, hasToken, isBehind) = (2, false, false)
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        isBehind = hasToken
      case _:
        guard !isBehind, byte.isTokenCharacter else { return false }
        hasToken = true
      }
    }
    return halves == 2 && hasToken
  }
}
