import Diagnostics
import Documents

extension FileReader {
  /// A matcher: a scalar or a list stands for `equals`, a map names matchers.
  ///
  /// - Parameters:
  ///   - node: what stands there.
  ///   - judged: what is matched.
  ///   - wanted: whether what is matched is text, such as a header.
  /// - Returns: the matcher as a value.
  func matcher(
    _ node: YAMLNode,
    of judged: Judged,
    as wanted: Wanted = .value
  ) -> ValueTemplate {
    checkMatcher(node, of: judged)
    return value(node, as: wanted)
  }

  /// Checks a matcher's names and arguments.
  func checkMatcher(_ node: YAMLNode, of judged: Judged) {
    switch node.content {
    case .scalar:
      if let complaint = complaint(aboutLiteral: node, of: judged) { report(complaint) }
    case .sequence(let items):
      if judged.kind.isAlwaysOne {
        error(
          "\(judged.name) is one value, not a list",
          at: node.range,
          hint: "write in: \(flowText(of: node)) for any of them"
        )
      }
      for item in items { checkLiteral(item) }
    case .mapping(let entries):
      checkMatchers(Array(entries), node, of: judged)
    }
  }

  /// Checks the matchers of a map; a cookie's `attributes` are checked where they belong.
  func checkMatchers(_ entries: [YAMLEntry], _ node: YAMLNode, of judged: Judged) {
    guard !entries.isEmpty else {
      error(
        "an empty map is no matcher",
        at: node.range,
        hint: "write equals: {} for an empty object, or exists: true"
      )
      return
    }
    if let pipe = entries.first(where: { $0.isNamed("pipe") }) {
      return checkMatchers(entries, turnedBy: pipe, node, of: judged)
    }
    if entries.allSatisfy({ matcherNames.contains($0.name) }) {
      for entry in entries { check(entry, of: judged) }
      return
    }
    let found = entries.compactMap { matcher(named: $0.name) }
    let companions = found.reduce(into: [String: ArgumentShape]()) {
      $0.merge($1.companions) { first, _ in first }
    }
    let names = vocabulary.matchers.map(\.name)
    if found.isEmpty {
      let near = entries.contains {
        ForeignWords.advice(on: $0.name, .matcher) != nil
          || ForeignWords.meant(by: $0.name, .matcher, among: names) != nil
      }
      if !near {
        if let owner = entries.lazy.compactMap({ self.owner(ofCompanion: $0.name) }).first {
          error(
            "\"\(entries[0].name)\" belongs to \(owner)",
            at: entries[0].key.range,
            hint: "write \(owner) beside it"
          )
          return
        }
        error(
          "\"\(entries[0].name)\" is no matcher",
          at: entries[0].key.range,
          hint: "for an object write equals: {…} or partial: {…}"
        )
        return
      }
    }
    for entry in entries {
      if matcherNames.contains(entry.name) {
        check(entry, of: judged)
      } else if let shape = companions[entry.name] {
        check(entry.value, fits: shape, entry.name, example: "")
      } else if let owner = owner(ofCompanion: entry.name) {
        error(
          "\"\(entry.name)\" belongs to \(owner)",
          at: entry.key.range,
          hint: "write \(owner) beside it"
        )
      } else {
        let suggestion = ForeignWords.meant(
          by: entry.name,
          .matcher,
          among: names + companions.keys.sorted()
        )
        let advice = ForeignWords.advice(on: entry.name, .matcher)
        error(
          "unknown matcher \"\(entry.name)\"",
          at: entry.key.range,
          hint: suggestion == nil
            ? advice ?? "for an object write equals: {…} or partial: {…}" : nil,
          suggestion: suggestion
        )
      }
    }
  }

  /// Checks a pipe and the matchers beside it, which may be any: what it gives is a value of its own.
  private func checkMatchers(
    _ entries: [YAMLEntry],
    turnedBy pipe: YAMLEntry,
    _ node: YAMLNode,
    of judged: Judged
  ) {
    if !pipe.isEmpty { checkPipe(pipe.value) }
    let others = entries.filter { !$0.isNamed("pipe") }
    guard others.isEmpty else {
      return checkMatchers(others, node, of: Judged(.value, "what the pipe gives", key: judged.key))
    }
    error(
      "a pipe needs a matcher beside it",
      at: pipe.key.range,
      hint: "write exists: true if any value will do"
    )
  }

  /// Checks the functions of a pipe, and those of their arguments that hold no expressions.
  func checkPipe(_ node: YAMLNode) {
    // Numbers that are invalid are reported when the values are read.
    let written = node.value { _, _, _ in .null }
    do throws(Mistake) {
      _ = try ValuePipe(from: written) { TemplateScanner.hasExpression($0) }
    } catch {
      var (part, range) = (node, node.range)
      for (place, element) in error.path.enumerated() {
        switch (element, part.content) {
        case (.index(let index), .sequence(let items)) where items.indices.contains(index):
          part = items[index]
          range = part.range
        case (.key(let key), .mapping(let entries)):
          guard let entry = entries.first(where: { $0.isNamed(key) }) else { break }
          part = entry.value
          range =
            error.aboutKey && place == error.path.count - 1 ? entry.key.range : part.range
        case _: break
        }
      }
      self.error(error.message, at: range, hint: error.hint, suggestion: error.suggestion)
    }
  }

  /// Checks what stands behind the name of a matcher.
  private func check(_ entry: YAMLEntry, of judged: Judged) {
    guard let matcher = matcher(named: entry.name) else { return }
    guard matcher.judges(judged.kind) else {
      error(
        "\(matcher.name) cannot hold of \(judged.name), which is \(judged.kind.noun)",
        at: entry.key.range,
        hint: spelling(meantBy: entry, of: judged)
      )
      return
    }
    check(
      entry.value,
      fits: matcher.argument,
      of: judged.inside(matcher),
      matcher.name,
      example: matcher.example
    )
  }

  private func owner(ofCompanion name: String) -> String? {
    let owners = vocabulary.matchers.filter { $0.companions[name] != nil }.map(\.name)
    return owners.isEmpty ? nil : owners.joined(separator: " or ")
  }

  /// Checks the `$is` and `$unordered` inside a literal.
  func checkLiteral(_ node: YAMLNode) {
    switch node.content {
    case .scalar:
      return
    case .sequence(let items):
      for item in items { checkLiteral(item) }
    case .mapping(let entries):
      let special = entries.first { $0.name == "$is" || $0.name == "$unordered" }
      guard let special else {
        for entry in entries { checkLiteral(entry.value) }
        return
      }
      guard entries.count == 1 else {
        error(
          "\(special.name) stands alone in its map",
          at: special.key.range,
          hint: "write the other keys inside partial: {…} or beside the map"
        )
        return
      }
      if special.name == "$is" {
        checkMatcher(special.value, of: Judged(.value, "a value"))
      } else if case .sequence(let items) = special.value.content {
        for item in items { checkLiteral(item) }
      } else if !special.value.isEmpty {
        mismatch(special.value, wanted: "a list for $unordered", example: "$unordered: [1, 2]")
      }
    }
  }

  /// A list as it could be written in one line.
  func flowText(of node: YAMLNode) -> String {
    guard case .sequence(let items) = node.content else { return node.range.text }
    if node.isFlow { return node.range.text }
    return "[\(items.map { $0.range.text }.joined(separator: ", "))]"
  }
}
