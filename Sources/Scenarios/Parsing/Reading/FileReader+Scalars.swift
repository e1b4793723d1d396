import Diagnostics
import Documents
import Encodings

extension FileReader {
  /// `true` or `false`.
  func boolean(_ node: YAMLNode, _ noun: String) -> Bool? {
    if case .bool(let value)? = node.scalar?.resolved { return value }
    let word = node.scalar?.text.lowercased() ?? ""
    if ["yes", "on", "y"].contains(word) || ["no", "off", "n"].contains(word) {
      error(
        "expected true or false for \(noun), got the text \"\(node.scalar?.text ?? "")\"",
        at: node.range,
        hint: "only true and false are booleans"
      )
    } else {
      mismatch(node, wanted: "true or false for \(noun)", example: "\(noun): true")
    }
    return nil
  }

  /// Why something is as it is: `true` and `false` say nothing, and look as if they switched it on and off.
  func reason(
    _ node: YAMLNode,
    _ noun: String,
    example: @autoclosure () -> String
  ) -> Located<String>? {
    guard case .bool? = node.scalar?.resolved else {
      return plainText(node, noun, example: example())
    }
    error(
      "\(noun) takes a reason, got \(node.range.text)",
      at: node.range,
      hint: "write one, as in \(example()), or remove the key"
    )
    return nil
  }

  /// Why something is expected to fail, and whether errors are expected too.
  func knownFailure(_ node: YAMLNode) -> KnownFailure? {
    let example = "known-failure: see SHOP-12"
    guard case .mapping = node.content else {
      return reason(node, "known-failure", example: example)
        .map { KnownFailure(reason: $0, excusesErrors: false) }
    }
    guard let keys = entries(of: node, .knownFailure) else { return nil }
    let reason = self.reason("reason", in: keys)
    let errors = flag("errors", in: keys) ?? false
    return reason.map { KnownFailure(reason: $0, excusesErrors: errors) }
  }

  /// A list of names, or a lone one.
  func names(
    _ node: YAMLNode,
    _ noun: String,
    example: @autoclosure () -> String
  ) -> [Located<String>] {
    oneOrMore(node).compactMap { plainText($0, noun, example: example()) }
  }

  /// One of the words of a rule.
  func word(_ node: YAMLNode, _ noun: String, _ rule: TextRule?) -> String? {
    let words = rule?.words ?? []
    let example = "\(noun): \(words.first ?? "")"
    guard let word = plainText(node, noun, example: example) else { return nil }
    guard words.contains(word.value) else {
      let suggestion = Suggestion.nearest(to: word.value, in: words)
      error(
        "\(noun) knows no \"\(word.value)\"",
        at: node.range,
        hint: suggestion == nil ? "write one of \(words.joined(separator: ", "))" : nil,
        suggestion: suggestion
      )
      return nil
    }
    return word.value
  }

  /// A name that can stand in an expression.
  func variableName(_ node: YAMLNode) -> Located<String>? {
    guard let scalar = node.scalar else { return nil }
    let name = scalar.text
    guard Self.isName(name) else {
      error(
        "\"\(name)\" is no name",
        at: node.range,
        hint: "names are letters, digits and _, and start with no digit"
      )
      return nil
    }
    guard !VariableDefinition.reservedNames.contains(name) else {
      error(
        "the name \"\(name)\" is reserved",
        at: node.range,
        hint: "choose another: expressions give it a meaning of its own"
      )
      return nil
    }
    return Located(name, at: node.range)
  }

  /// Whether a text is `[A-Za-z_][A-Za-z0-9_]*`.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, ExpressionLexer.startsName(first) else { return false }
    return text.utf8.allSatisfy(ExpressionLexer.continuesName)
  }

  /// Names with values.
  func variables(_ node: YAMLNode, _ noun: String) -> [VariableDefinition] {
    let entries = anyEntries(of: node, noun, example: "\(noun): { name: value }") ?? []
    return entries.compactMap { entry in
      let value = value(entry.value)
      return variableName(entry.key).map { VariableDefinition(name: $0, value: value) }
    }
  }

  /// A duration, which may be an expression.
  func duration(_ node: YAMLNode, _ noun: String) -> TextTemplate? {
    guard let text = text(node, noun, example: "\(noun): 5s") else { return nil }
    guard let constant = text.constant, Quantity.duration(constant) == nil else { return text }
    if let complaint = durationComplaint(constant, node) { report(complaint) }
    return nil
  }

  /// What is wrong with a text that is to be a duration, or `nil`.
  func durationComplaint(_ text: String, _ node: YAMLNode) -> Diagnostic? {
    if Quantity.duration(text) != nil { return nil }
    let isNumber = if case .number? = node.scalar?.resolved { true } else { false }
    return Diagnostic(
      .error,
      isNumber ? "a duration needs a unit" : "not a duration: \"\(text)\"",
      at: node.range,
      hint: isNumber
        ? "write \(text)ms or \(text)s" : "write a number with ms, s, m or h, as in 500ms"
    )
  }

  /// How long a scenario may take.
  func timeLimit(_ node: YAMLNode) -> Located<Duration>? {
    guard let text = duration(node, "timeout") else { return nil }
    guard let limit = text.constant.flatMap(Quantity.duration) else {
      error("timeout cannot hold ${…}", at: node.range, hint: "it is read before anything runs")
      return nil
    }
    if limit <= .zero {
      error("timeout takes a duration above 0", at: node.range, hint: "for example timeout: 30s")
    }
    return Located(limit, at: node.range)
  }

  /// Prefixes with their URIs.
  func namespaces(_ node: YAMLNode) -> [String: String] {
    let example = "namespaces: { s: http://www.w3.org/2003/05/soap-envelope }"
    var result: [String: String] = [:]
    for entry in anyEntries(of: node, "namespaces", example: example) ?? [] {
      if let uri = plainText(entry.value, "the namespace of \(entry.name)", example: example) {
        result[entry.name] = uri.value
      }
    }
    return result
  }

  /// A path of a file; without expressions it must exist.
  func path(
    _ node: YAMLNode,
    _ noun: String,
    example: @autoclosure () -> String
  ) -> TextTemplate? {
    guard let path = text(node, noun, example: example()) else { return nil }
    if let constant = path.constant {
      guard TextRule.path.holds(constant) else {
        error("an empty path for \(noun)", at: node.range, hint: "as in \(example())")
        return nil
      }
      noteFile(constant, at: node.range)
    }
    return path
  }
}
