import Diagnostics
import Documents

extension FileReader {
  /// What a plain number or boolean counts as.
  enum Wanted {
    /// A value of JSON: numbers must be such.
    case value
    /// Text: numbers and booleans count as spelled.
    case text
  }

  /// A value in which `${…}` may stand at any depth.
  func value(_ node: YAMLNode, as wanted: Wanted = .value) -> ValueTemplate {
    switch node.content {
    case .scalar(let scalar):
      return scalarTemplate(scalar, node, wanted, at: node.range)
    case .sequence(let nodes):
      let items = nodes.filter { !$0.isEmpty }.map { value($0, as: wanted) }
      return ValueTemplate(list: items, range: node.range)
    case .mapping(let entries):
      return map(entries.filter { !$0.isEmpty }, at: node.range, as: wanted)
    }
  }

  /// A map as a value.
  func map(
    _ entries: [YAMLEntry],
    at range: SourceRange,
    as wanted: Wanted = .value
  ) -> ValueTemplate {
    let templates = entries.map {
      ValueTemplate.Entry(key: template($0.key), value: value($0.value, as: wanted))
    }
    return ValueTemplate(map: templates, range: range)
  }

  /// A scalar that is one `${…}`, which may stand for a map or a list; `nil` for all else.
  func computed(_ node: YAMLNode) -> ValueTemplate? {
    guard let scalar = node.scalar, scalar.isTemplate,
      scalar.text.hasPrefix("${"), scalar.text.hasSuffix("}")
    else { return nil }
    let value = value(node, as: .text)
    guard case .expression = value.kind else { return nil }
    return value
  }

  /// A scalar without expressions.
  ///
  /// - Parameters:
  ///   - node: what stands there.
  ///   - range: the place to show for it.
  /// - Returns: `nil` for all else.
  func constant(_ node: YAMLNode, at range: SourceRange) -> ValueTemplate? {
    guard let scalar = node.scalar, !scalar.isTemplate else { return nil }
    return scalarTemplate(scalar, node, .value, at: range)
  }

  private func scalarTemplate(
    _ scalar: YAMLScalar,
    _ node: YAMLNode,
    _ wanted: Wanted,
    at range: SourceRange
  ) -> ValueTemplate {
    func constant(_ value: JSONValue, spelling: String? = nil) -> ValueTemplate {
      ValueTemplate(value, spelling: spelling, range: range)
    }
    switch scalar.resolved {
    case .null, .empty:
      return constant(.null)
    case .bool(let value):
      return constant(.bool(value), spelling: scalar.text)
    case .number(let number):
      return constant(.number(number), spelling: scalar.text)
    case .unfitNumber(let hint):
      if wanted == .value {
        error("\(scalar.text) is no number of JSON", at: node.range, hint: hint)
      }
      return constant(.string(scalar.text), spelling: scalar.text)
    case .text:
      if scalar.style == .plain, !scalar.isTaggedText, scalar.text == "~" {
        error("~ is not null here", at: node.range, hint: "write null, or quote it")
        return constant(.null)
      }
      guard scalar.isTemplate else {
        noteForeignVariable(scalar, node)
        noteTypographicQuotes(scalar, node)
        return constant(.string(scalar.text))
      }
      let template = template(node)
      if template.segments.count == 1, case .expression(let expression) = template.segments[0] {
        return ValueTemplate(kind: .expression(expression), range: range)
      }
      if let text = template.constant { return constant(.string(text)) }
      return ValueTemplate(kind: .text(template), range: range)
    }
  }

  /// The value of a node where text is wanted: a number or boolean is the text that it is spelled as.
  func spelled(_ node: YAMLNode) -> ValueTemplate {
    spelled(value(node, as: .text))
  }

  func spelled(_ value: ValueTemplate) -> ValueTemplate {
    if case .map(let entries) = value.kind {
      return ValueTemplate(
        map: entries.map { .init(key: $0.key, value: spelled($0.value)) },
        range: value.range
      )
    }
    guard case .scalar = value.kind, let spelling = value.spelling else { return value }
    return ValueTemplate(.string(spelling), spelling: spelling, range: value.range)
  }

  /// The text of a scalar with its expressions; a bad one is reported and left out.
  func template(_ node: YAMLNode) -> TextTemplate {
    guard let scalar = node.scalar else { return TextTemplate("", range: node.range) }
    guard scalar.isTemplate else {
      noteForeignVariable(scalar, node)
      noteTypographicQuotes(scalar, node)
      return TextTemplate(scalar.text, range: node.range)
    }
    nameUses += 1
    var segments: [TextTemplate.Segment] = []
    let bytes = Array(scalar.text.utf8)
    let map = node.sourceMap
    for piece in TemplateScanner.pieces(of: bytes) {
      switch piece {
      case .literal(let text):
        segments.append(.literal(text))
      case .open(let open):
        error(
          "${ is never closed",
          at: map.range(open),
          hint: "close it with }, or write $${ for a plain ${"
        )
      case .expression(let inner):
        do throws(Diagnostic) {
          let syntax = try ExpressionSyntax(
            parsing: bytes[inner],
            map: map.part(from: inner.lowerBound)
          )
          let range = map.range((inner.lowerBound - 2)..<(inner.upperBound + 1))
          segments.append(.expression(Expression(syntax, range: range)))
        } catch {
          report(error)
          segments.append(.literal(""))
        }
      }
    }
    return TextTemplate(segments: segments, source: scalar.text, range: node.range)
  }

  /// Warns of `{{name}}` inside a text, which is how other tools write variables.
  private func noteForeignVariable(_ scalar: YAMLScalar, _ node: YAMLNode) {
    guard scalar.hasBrace, scalar.style != .literal, scalar.style != .folded,
      scalar.text.contains("{{"),
      let match = scalar.text.firstMatch(of: #/\{\{\s*(\$?[A-Za-z_][A-Za-z0-9_.]*)\s*\}\}/#)
    else { return }
    let name = match.output.1
    warning(
      "{{\(name)}} stays as it is: other tools write variables so",
      at: node.range,
      hint: name.hasPrefix("$") ? "write a function, as in ${uuid()}" : "write ${\(name)}"
    )
  }

  /// Warns of quotes that a word processor has made of plain ones.
  private func noteTypographicQuotes(_ scalar: YAMLScalar, _ node: YAMLNode) {
    guard scalar.style == .plain, scalar.text.utf8.first == 0xE2, let first = scalar.text.first,
      "\u{201C}\u{201D}\u{201E}\u{2018}\u{2019}".contains(first), scalar.text.count > 1
    else { return }
    warning(
      "\(first) is no quote of YAML, but a part of the text",
      at: node.range,
      hint: "write \" or ', or quote the whole text if it is meant so"
    )
  }

  /// A text in which `${…}` may stand; numbers and booleans count as spelled.
  func text(
    _ node: YAMLNode,
    _ noun: String,
    example: @autoclosure () -> String
  ) -> TextTemplate? {
    guard let scalar = node.scalar else {
      mismatch(node, wanted: "a text for \(noun)", example: example())
      return nil
    }
    switch scalar.resolved {
    case .null, .empty:
      mismatch(node, wanted: "a text for \(noun)", example: example())
      return nil
    case .bool, .number, .unfitNumber, .text:
      return template(node)
    }
  }

  /// A text without expressions.
  func plainText(
    _ node: YAMLNode,
    _ noun: String,
    example: @autoclosure () -> String
  ) -> Located<String>? {
    guard let template = text(node, noun, example: example()) else { return nil }
    guard let constant = template.constant else {
      error(
        "\(noun) cannot hold ${…}",
        at: node.range,
        hint: "it is read before anything runs, as in \(example())"
      )
      return nil
    }
    return Located(constant, at: node.range)
  }

  /// One `${…}`, or `true` or `false`.
  func expression(_ node: YAMLNode, _ noun: String) -> Expression? {
    if let scalar = node.scalar {
      switch scalar.resolved {
      case .bool:
        return try? Expression(
          ExpressionSyntax(
            parsing: Array(scalar.text.utf8)[...],
            map: SourceMap(unknownIn: node.range)
          ),
          range: node.range
        )
      case .text:
        let count = diagnostics.count
        let template = template(node)
        if template.segments.count == 1, case .expression(let found) = template.segments[0] {
          return found
        }
        guard diagnostics.count == count else { return nil }
        error(
          "expected one ${…} for \(noun), got a text",
          at: node.range,
          hint: "write \"${\(scalar.text.isEmpty ? "…" : expressionText(scalar.text))}\""
        )
        return nil
      case .null, .number, .unfitNumber, .empty:
        break
      }
    }
    mismatch(node, wanted: "one ${…} for \(noun)", example: "\"${count > 0}\"")
    return nil
  }

  /// A text with its `${…}` opened: `${a} == 1` is meant as `${a == 1}`.
  private func expressionText(_ text: String) -> String {
    text.replacing(#/\$\{([^{}]*)\}/#) { $0.output.1 }
  }
}
