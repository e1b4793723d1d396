import Diagnostics
public import Documents
import Encodings

extension FileReader {
  /// Checks what stands behind a name of the vocabulary.
  ///
  /// - Parameters:
  ///   - node: what stands there; a scalar that holds `${…}` fits everything.
  ///   - shape: what may stand there.
  ///   - judged: what a matcher or literal inside is about.
  ///   - name: what messages call it.
  ///   - example: an example of the whole.
  func check(
    _ node: YAMLNode,
    fits shape: ArgumentShape,
    of judged: Judged = .anything,
    _ name: String,
    example: String
  ) {
    if isTemplate(node) || node.isEmpty { return }
    if let complaint = complaint(about: node, shape, of: judged, name, example: example) {
      report(complaint)
    }
  }

  private func isTemplate(_ node: YAMLNode) -> Bool {
    node.scalar.map { $0.isTemplate && TemplateScanner.hasExpression($0.text) } ?? false
  }

  private func wrong(
    _ node: YAMLNode,
    _ name: String,
    _ wanted: String,
    _ example: String
  ) -> Diagnostic {
    wrong(node, "\(name) takes \(wanted), got \(node.kindName)", example)
  }

  private func wrong(_ node: YAMLNode, _ message: String, _ example: String) -> Diagnostic {
    let hint = example.isEmpty ? nil : "for example \(example)"
    return Diagnostic(.error, message, at: node.range, hint: hint)
  }

  /// What is wrong with a node, or `nil`; matchers and maps inside report for themselves.
  private func complaint(
    about node: YAMLNode,
    _ shape: ArgumentShape,
    of judged: Judged,
    _ name: String,
    example: String
  ) -> Diagnostic? {
    if isTemplate(node) { return nil }
    let resolved = node.scalar?.resolved
    switch shape {
    case .literal:
      checkLiteral(node)
      return complaint(aboutLiteral: node, of: judged)
    case .text:
      return node.scalar?.isNull == false ? nil : wrong(node, name, "a text", example)
    case .number:
      if case .number? = resolved { return nil }
      return wrong(node, name, "a number", example)
    case .wholeNumber(let bounds):
      guard case .number(let number)? = resolved else {
        return wrong(node, name, shape.noun, example)
      }
      if let int = number.int, bounds.contains(int) { return nil }
      return wrong(node, "\(name): expected \(shape.noun), got \(number.literal)", example)
    case .boolean:
      if case .bool? = resolved { return nil }
      return wrong(node, name, "true or false", example)
    case .duration:
      guard let scalar = node.scalar else { return wrong(node, name, "a duration", example) }
      return durationComplaint(scalar.text, node)
    case .size:
      guard let scalar = node.scalar else { return wrong(node, name, "a size", example) }
      if Quantity.size(scalar.text) != nil { return nil }
      return Diagnostic(
        .error,
        "not a size: \"\(scalar.text)\"",
        at: node.range,
        hint: "write a number with B, kB, MB, KiB or MiB, as in 64KiB"
      )
    case .pattern:
      guard let scalar = node.scalar else {
        return wrong(node, name, "a regular expression", example)
      }
      if case .bool? = resolved { return wrong(node, name, "a regular expression", example) }
      return patternComplaint(scalar.text, at: node.range)
    case .pipe:
      checkPipe(node)
      return nil
    case .matcher:
      checkMatcher(node, of: judged)
      return nil
    case .list:
      if case .sequence(let items) = node.content {
        for item in items { checkLiteral(item) }
        return nil
      }
      return wrong(node, name, "a list", example)
    case .someOf(let inner):
      // What takes a list says itself, and better, why it may not be empty.
      guard case .sequence(let items) = node.content else {
        return wrong(node, name, "a list", example)
      }
      for item in items { check(item, fits: inner, of: judged, name, example: example) }
      return nil
    case .oneOf(let words):
      guard let scalar = node.scalar else { return wrong(node, name, "a word", example) }
      if words.contains(scalar.text) { return nil }
      // Of versions each is near to every other.
      let isWord = scalar.text.utf8.contains(where: ExpressionLexer.startsName)
      let suggestion = isWord ? ForeignWords.meant(by: scalar.text, .matcher, among: words) : nil
      return Diagnostic(
        .error,
        "\(name) knows no \"\(scalar.text)\"",
        at: node.range,
        hint: suggestion == nil ? "write one of \(words.joined(separator: ", "))" : nil,
        suggestion: suggestion
      )
    case .textBeginning(let start):
      if node.scalar?.text.hasPrefix(start) == true { return nil }
      return wrong(node, name, shape.noun, example)
    case .schema:
      // What is wrong inside a schema is found when it is compiled.
      guard case .mapping = node.content else {
        return complaint(about: node, .file, of: judged, name, example: example)
      }
      return nil
    case .file:
      guard let scalar = node.scalar, !scalar.isNull, TextRule.path.holds(scalar.text) else {
        return wrong(node, name, "a path", example)
      }
      // `file#/pointer` of a schema leads into a file; what stands at a URL is mapped by `schemas`.
      let path = scalar.text.prefix { $0 != "#" }
      if !path.isEmpty, !path.contains("://") { noteFile(String(path), at: node.range) }
      return nil
    case .oneOrMore(let inner):
      guard case .sequence(let items) = node.content else {
        return complaint(about: node, inner, of: judged, name, example: example)
      }
      for item in items { check(item, fits: inner, of: judged, name, example: example) }
      return nil
    case .tuple(let count, let inner):
      guard case .sequence(let items) = node.content else {
        return wrong(node, name, "a list of \(count)", example)
      }
      guard items.count == count else {
        return wrong(node, "\(name) takes a list of \(count), got one of \(items.count)", example)
      }
      for item in items { check(item, fits: inner, of: judged, name, example: example) }
      return nil
    case .map(let keys, let required):
      return mapComplaint(node, keys, required, name, example: example)
    case .mapOf(let inner):
      guard case .mapping(let entries) = node.content else {
        return wrong(node, name, "a map", example)
      }
      for entry in entries { check(entry.value, fits: inner, entry.name, example: "") }
      return nil
    case .anyOf(let shapes):
      return anyComplaint(node, shapes, of: judged, name, example: example)
    }
  }

  private func anyComplaint(
    _ node: YAMLNode,
    _ shapes: [ArgumentShape],
    of judged: Judged,
    _ name: String,
    example: String
  ) -> Diagnostic? {
    // Most are a scalar that fits one of the shapes for scalars.
    if node.scalar != nil {
      for shape in shapes where shape.isScalar {
        if complaint(about: node, shape, of: judged, name, example: example) == nil { return nil }
      }
    }
    // The kind of node decides which shape is meant; only that one complains of what is inside.
    var candidates = shapes.filter { $0.mayFit(node) }
    if node.scalar != nil, candidates.contains(where: \.isScalar) {
      // A matcher takes any scalar; beside a shape for scalars only its maps are meant.
      candidates.removeAll { if case .matcher = $0 { true } else { false } }
    }
    if candidates.count > 1, case .number? = node.scalar?.resolved {
      candidates.removeAll { if case .boolean = $0 { true } else { false } }
    }
    guard let last = candidates.last else {
      return wrong(node, name, shapes.map(\.noun).joined(separator: " or "), example)
    }
    if let first = candidates.first, !first.isScalar {
      return complaint(about: node, first, of: judged, name, example: example)
    }
    guard let complaint = complaint(about: node, last, of: judged, name, example: example) else {
      return nil
    }
    guard candidates.count > 1 else { return complaint }
    return wrong(node, name, shapes.map(\.noun).joined(separator: " or "), example)
  }

  private func mapComplaint(
    _ node: YAMLNode,
    _ keys: [String: ArgumentShape],
    _ required: Set<String>,
    _ name: String,
    example: String
  ) -> Diagnostic? {
    guard case .mapping(let entries) = node.content else {
      return wrong(node, name, "a map", example)
    }
    for entry in entries {
      guard let shape = keys[entry.name] else {
        unknownKey(entry, among: keys.keys.sorted(), in: name)
        continue
      }
      check(entry.value, fits: shape, entry.name, example: "")
    }
    let present = Set(entries.map(\.name))
    guard !required.isSubset(of: present) else { return nil }
    let names = keys.keys.sorted()
    let meant = Set(present.compactMap { ForeignWords.meant(by: $0, among: names) })
    for key in required.sorted() where !present.contains(key) && !meant.contains(key) {
      error(
        "\(name) needs the key \"\(key)\"",
        at: firstLine(of: node.range),
        hint: example.isEmpty ? nil : "as in \(example)"
      )
    }
    return nil
  }

  /// What is wrong with a regular expression, or `nil`.
  func patternComplaint(_ pattern: String, at range: SourceRange) -> Diagnostic? {
    do throws(RegularExpression.ParsingError) {
      _ = try RegularExpression(pattern)
      if RegularExpression.hasIntersection(pattern) {
        return Diagnostic(
          .warning,
          "&& is no intersection in this regular expression, but a character of the class",
          at: range,
          hint: "write a lookahead: (?![aeiou])[a-z] is what others write as [a-z&&[^aeiou]]"
        )
      }
      if pattern.hasPrefix("/^"), let last = pattern.lastIndex(of: "/"),
        pattern[..<last].hasSuffix("$")
      {
        return Diagnostic(
          .warning,
          "the slashes are a part of this regular expression",
          at: range,
          hint: "write \(pattern[..<last].dropFirst())"
        )
      }
      return nil
    } catch {
      let (message, hint) = error.told("not a regular expression: \(pattern)")
      return Diagnostic(.error, message, at: range, hint: hint)
    }
  }
}

extension ArgumentShape {
  /// What a message calls it.
  public var noun: String {
    switch self {
    case .literal: "any value"
    case .text: "a text"
    case .number: "a number"
    case .wholeNumber(let bounds) where bounds.upperBound == Int.max:
      "a whole number from \(bounds.lowerBound)"
    case .wholeNumber(let bounds):
      "a number from \(bounds.lowerBound) to \(bounds.upperBound)"
    case .boolean: "true or false"
    case .duration: "a duration"
    case .size: "a size"
    case .pattern: "a regular expression"
    case .pipe: "a list of functions"
    case .matcher: "a matcher"
    case .list, .someOf: "a list"
    case .oneOf(let words): "one of \(words.joined(separator: ", "))"
    case .textBeginning(let start): "a text that begins with \(start)"
    case .file: "a path"
    case .schema: "a path or a JSON Schema"
    case .oneOrMore(let inner): "\(inner.noun) or a list of them"
    case .tuple(let count, _): "a list of \(count)"
    case .map, .mapOf: "a map"
    case .anyOf(let shapes): shapes.map(\.noun).joined(separator: " or ")
    }
  }

  /// Whether a scalar alone fits or does not.
  var isScalar: Bool {
    switch self {
    case .text, .number, .wholeNumber, .boolean, .duration: true
    case .size, .pattern, .oneOf, .textBeginning, .file: true
    case .literal, .pipe, .matcher, .list, .someOf, .oneOrMore, .tuple, .map, .mapOf, .anyOf,
      .schema:
      false
    }
  }

  /// Whether a node is of the kind that this shape wants.
  func mayFit(_ node: YAMLNode) -> Bool {
    switch (self, node.content) {
    case (.literal, _), (.matcher, _), (.oneOrMore, .sequence): true
    case (.schema, .sequence): false
    case (.schema, _): true
    case (.list, .sequence), (.pipe, .sequence), (.someOf, .sequence), (.tuple, .sequence),
      (.map, .mapping), (.mapOf, .mapping):
      true
    case (.list, _), (.pipe, _), (.someOf, _), (.tuple, _), (.map, _), (.mapOf, _): false
    case (.oneOrMore(let inner), _): inner.mayFit(node)
    case (.anyOf(let shapes), _): shapes.contains { $0.mayFit(node) }
    case (_, .scalar): true
    case _: false
    }
  }
}
