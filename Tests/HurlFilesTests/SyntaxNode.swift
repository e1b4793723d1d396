import Diagnostics

@testable import HurlFiles

/// A syntax tree in which all nodes are alike, to print it and to compare it with the file.
struct SyntaxNode {
  /// What the node is, with its meaning when it has no children.
  var label: String
  var range: SourceRange
  var children: [SyntaxNode]

  init(_ label: String, _ range: SourceRange, _ children: [SyntaxNode?] = []) {
    self.label = label
    self.range = range
    self.children = children.compactMap(\.self)
  }

  /// The node in parentheses, the children behind its label.
  var text: String {
    children.isEmpty
      ? "(\(label))" : "(\(label) \(children.map(\.text).joined(separator: " ")))"
  }

  /// The node, and all below it.
  var all: [SyntaxNode] { [self] + children.flatMap(\.all) }
}

extension SyntaxNode {
  init(_ file: HurlFile) {
    self.init("file", file.range, file.entries.map { SyntaxNode($0) })
  }

  init(_ entry: HurlEntry) {
    let request = entry.request
    var parts = [
      SyntaxNode("method \(request.method.value)", request.method.range),
      SyntaxNode("url", request.url),
    ]
    parts += request.headers.map { SyntaxNode("header", $0) }
    parts += request.sections.map { SyntaxNode($0) }
    parts += request.body.map { [SyntaxNode($0)] } ?? []
    self.init(
      "entry",
      entry.range,
      [SyntaxNode("request", request.range, parts), entry.response.map { SyntaxNode($0) }]
    )
  }

  init(_ response: HurlResponse) {
    var parts = [
      SyntaxNode("version \(response.version.value.rawValue)", response.version.range),
      SyntaxNode(
        "status \(response.status.value.map(String.init) ?? "any")",
        response.status.range
      ),
    ]
    parts += response.headers.map { SyntaxNode("header", $0) }
    parts += response.sections.map { SyntaxNode($0) }
    parts += response.body.map { [SyntaxNode($0)] } ?? []
    self.init("response", response.range, parts)
  }

  init(_ label: String, _ template: HurlTemplate) {
    self.init(label, template.range, template.parts.map { SyntaxNode($0) })
  }

  init(_ part: HurlTemplate.Part) {
    switch part {
    case .text(let text): self.init(text.value.debugDescription, text.range)
    case .placeholder(let placeholder): self.init(placeholder)
    }
  }

  init(_ placeholder: HurlPlaceholder) {
    switch placeholder.expression {
    case .variable(let name): self.init("{{\(name.value)}}", placeholder.range)
    case .function(let function, let arguments):
      let words = [function.value.rawValue] + arguments.map { String($0.value) }
      self.init("function \(words.joined(separator: " "))", placeholder.range)
    }
  }

  init(_ label: String, _ field: HurlField) {
    self.init(
      label,
      field.range,
      [SyntaxNode("name", field.name), SyntaxNode("value", field.value)]
    )
  }

  init(_ section: HurlSection) {
    let rows =
      switch section.rows {
      case .fields(let fields): fields.map { SyntaxNode("row", $0) }
      case .parts(let parts): parts.map { SyntaxNode($0) }
      case .options(let options): options.map { SyntaxNode($0) }
      case .captures(let captures): captures.map { SyntaxNode($0) }
      case .assertions(let assertions): assertions.map { SyntaxNode($0) }
      }
    let heading = SyntaxNode("[\(section.name.value.rawValue)]", section.name.range)
    self.init("section", section.range, [heading] + rows)
  }

  init(_ part: HurlPart) {
    let content: [SyntaxNode?] =
      switch part.content {
      case .text(let text): [SyntaxNode("value", text)]
      case .file(let file, let type):
        [SyntaxNode(file), type.map { SyntaxNode("type", $0) }]
      }
    self.init("part", part.range, [SyntaxNode("name", part.name)] + content)
  }

  init(_ file: HurlFileReference) {
    self.init("file", file.range, file.name.parts.map { SyntaxNode($0) })
  }
}

extension SyntaxNode {
  init(_ option: HurlOption) {
    let value =
      switch option.value {
      case .boolean(let value): SyntaxNode("\(value.value)", value.range)
      case .integer(let value): SyntaxNode("\(value.value)", value.range)
      case .duration(let value):
        SyntaxNode("\(value.milliseconds) ms\(value.unit == nil ? ", no unit" : "")", value.range)
      case .text(let text): SyntaxNode("text", text)
      case .file(let text): SyntaxNode("file", text)
      case .placeholder(let placeholder): SyntaxNode(placeholder)
      case .variable(let variable): SyntaxNode(variable)
      }
    let name = SyntaxNode("option \(option.name.value.rawValue)", option.name.range)
    self.init("row", option.range, [name, value])
  }

  init(_ variable: HurlVariable) {
    let range = variable.value.range
    let value =
      switch variable.value.value {
      case .null: SyntaxNode("null", range)
      case .boolean(let value): SyntaxNode("\(value)", range)
      case .number(let number): SyntaxNode(number: number, range)
      case .text(let text): SyntaxNode("text", text)
      }
    let name = SyntaxNode("variable \(variable.name.value)", variable.name.range)
    self.init("set", variable.range, [name, value])
  }

  init(number: String, _ range: SourceRange) {
    self.init("\(number.contains(".") ? "float" : "integer") \(number)", range)
  }

  init(_ capture: HurlCapture) {
    let filters = capture.filters.map { SyntaxNode($0) }
    self.init(
      "capture",
      capture.range,
      [SyntaxNode("name", capture.name), SyntaxNode(capture.query)] + filters
        + [capture.redact.map { SyntaxNode("redact", $0) }]
    )
  }

  init(_ assertion: HurlAssertion) {
    let filters = assertion.filters.map { SyntaxNode($0) }
    self.init(
      "assert",
      assertion.range,
      [SyntaxNode(assertion.query)] + filters + [SyntaxNode(assertion.predicate)]
    )
  }

  init(_ query: HurlQuery) {
    self.init(
      "query",
      query.range,
      [SyntaxNode(query.name.value.rawValue, query.name.range)]
        + query.arguments.map { SyntaxNode($0) }
    )
  }

  init(_ filter: HurlFilter) {
    self.init(
      "filter",
      filter.range,
      [SyntaxNode(filter.name.value.rawValue, filter.name.range)]
        + filter.arguments.map { SyntaxNode($0) }
    )
  }

  init(_ argument: HurlArgument) {
    switch argument {
    case .text(let text): self.init("text", text)
    case .pattern(.literal(let text)):
      self.init("pattern \(text.value.debugDescription)", text.range)
    case .pattern(.quoted(let text)): self.init("quoted pattern", text)
    case .index(.number(let number)): self.init("index \(number.value)", number.range)
    case .index(.placeholder(let placeholder)): self.init(placeholder)
    case .certificate(let attribute):
      self.init("attribute \(attribute.value.rawValue)", attribute.range)
    case .cookie(let path):
      self.init(
        "cookie",
        path.range,
        [
          SyntaxNode("name", path.name),
          path.attribute.map { SyntaxNode("attribute \($0.value.rawValue)", $0.range) },
        ]
      )
    }
  }

  init(_ predicate: HurlPredicate) {
    self.init(
      "predicate",
      predicate.range,
      [
        predicate.negation.map { SyntaxNode("not", $0) },
        SyntaxNode(predicate.name.value.rawValue, predicate.name.range),
        predicate.value.map { SyntaxNode($0) },
      ]
    )
  }

  init(_ value: HurlValue) {
    switch value.content {
    case .null: self.init("null", value.range)
    case .boolean(let boolean): self.init("\(boolean)", value.range)
    case .number(let number): self.init(number: number, value.range)
    case .quoted(let text): self.init("quoted", text)
    case .oneline(let text): self.init("oneline", text)
    case .multiline(let text): self.init(text)
    case .pattern(let text): self.init("pattern \(text.value.debugDescription)", text.range)
    case .bytes(let bytes): self.init(bytes)
    case .file(let file): self.init(file)
    case .placeholder(let placeholder): self.init(placeholder)
    }
  }
}

extension SyntaxNode {
  init(_ body: HurlBody) {
    let content =
      switch body.content {
      case .multiline(let text): SyntaxNode(text)
      case .oneline(let text): SyntaxNode("oneline", text)
      case .json(let json): SyntaxNode(json)
      case .xml(let text): SyntaxNode("xml \(text.value.debugDescription)", text.range)
      case .bytes(let bytes): SyntaxNode(bytes)
      case .file(let file): SyntaxNode(file)
      }
    self.init("body", body.range, [content])
  }

  init(_ bytes: HurlBytes) {
    self.init("\(bytes.spelling.rawValue) \(bytes.bytes)", bytes.range)
  }

  init(_ text: HurlMultiline) {
    let words: [SyntaxNode?] =
      [text.language.map { SyntaxNode($0.value.rawValue, $0.range) }]
      + text.attributes.map { SyntaxNode($0.value.rawValue, $0.range) }
    self.init(
      "multiline",
      text.range,
      words + [SyntaxNode("text", text.text), text.variables.map { SyntaxNode($0) }]
    )
  }

  init(_ json: HurlJSON) {
    let parts = json.parts.map { part in
      switch part {
      case .spelling(let range): SyntaxNode(range.text.debugDescription, range)
      case .placeholder(let placeholder, let isInString):
        SyntaxNode(isInString ? "string" : "value", placeholder.range, [SyntaxNode(placeholder)])
      }
    }
    self.init("json", json.range, parts)
  }
}
