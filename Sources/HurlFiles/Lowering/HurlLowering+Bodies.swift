import Diagnostics
import Documents
import Encodings
import Scenarios

extension HurlLowering {
  /// The body of a request.
  ///
  /// - Parameter body: what is sent.
  /// - Returns: its key, and the content type that goes with it unless the entry has its own; `nil` for none at all.
  mutating func sent(_ body: HurlBody) -> (entry: ScenarioNode.Entry, type: String?) {
    let json = "application/json"
    switch body.content {
    case .multiline(let text):
      let type: String? =
        switch text.language?.value {
        case .json, .graphql: json
        case .xml: "application/xml"
        case nil: nil
        }
      return (.init("text", self.text(text)), type)
    case .oneline(let text): return (.init("text", self.text(text)), nil)
    case .json(let value): return (.init("text", text(value)), json)
    case .xml(let text):
      return (.init("text", .text(text.value, at: text.range)), "application/xml")
    case .bytes(let bytes): return (.init(bytes.spelling.rawValue, Self.digits(bytes)), nil)
    case .file(let file): return (.init("file", path(file.name)), nil)
    }
  }

  /// What the body of a response must be.
  mutating func expected(
    _ body: HurlBody,
    _ that: inout HurlAssertionNodes,
    _ expect: inout [ScenarioTree.Entry]
  ) {
    let wanted: ScenarioNode
    switch body.content {
    case .multiline(let text): wanted = self.text(text)
    case .oneline(let text): wanted = strictText(text)
    case .json(let value): wanted = text(value)
    case .xml(let text): wanted = .text(text.value, at: text.range)
    case .bytes(let bytes):
      let equal = ScenarioNode.Entry(bytes.spelling.rawValue, Self.digits(bytes))
      expect.append(tree.add(Self.bytes(equal, at: body.range)))
      return
    case .file(let file):
      expect.append(tree.add(Self.bytes(.init("file", path(file.name)), at: body.range)))
      return
    }
    let keys = [
      tree.entry("value", .expression("response.text", at: body.range)),
      tree.entry("equals", wanted, at: body.range),
    ]
    that.append(tree.map(keys, at: body.range), at: body.range)
  }

  private static func bytes(
    _ equal: ScenarioNode.Entry,
    at range: SourceRange
  ) -> ScenarioNode.Entry {
    .init("bytes", .map([.init("equals", .map([equal], at: range))], at: range))
  }

  /// Bytes as the language spells them.
  private static func digits(_ bytes: HurlBytes) -> ScenarioNode {
    switch bytes.spelling {
    case .base64: .text(Base64.encode(bytes.bytes), at: bytes.range)
    case .hex: .text(Hex.encode(bytes.bytes), at: bytes.range)
    }
  }

  /// The text between three backticks; of GraphQL the JSON that is sent for it.
  mutating func text(_ multiline: HurlMultiline) -> ScenarioNode {
    guard multiline.language?.value == .graphql else {
      var node = strictText(multiline.text)
      node.range = multiline.range
      return node
    }
    var made = HurlTemplateText()
    made.add("{\"query\":\"")
    let parts = Self.trimmed(multiline.text.parts)
    for part in parts {
      switch part {
      case .text(let text): made.add(Self.escapedForJSON(text.value))
      case .placeholder(let placeholder): add(placeholder, to: &made, as: .jsonString)
      }
    }
    made.add("\"")
    if let variables = multiline.variables {
      made.add(",\"variables\":")
      add(variables, to: &made, isCompact: true)
    }
    made.add("}")
    return ScenarioNode(.template(made.finished()), at: multiline.range)
  }

  /// JSON as it is spelled.
  mutating func text(_ json: HurlJSON) -> ScenarioNode {
    let isConstant = json.parts.allSatisfy { if case .spelling = $0 { true } else { false } }
    if isConstant { return .text(json.range.text, at: json.range) }
    var made = HurlTemplateText()
    add(json, to: &made, isCompact: false)
    return ScenarioNode(.template(made.finished()), at: json.range)
  }

  private mutating func add(_ json: HurlJSON, to made: inout HurlTemplateText, isCompact: Bool) {
    var (isInString, isEscaped) = (false, false)
    for part in json.parts {
      switch part {
      case .spelling(let range):
        let text = range.text
        guard isCompact else {
          made.add(text)
          continue
        }
        var kept = ""
        for character in text.unicodeScalars {
          if isInString || !" \t\n\r".unicodeScalars.contains(character) {
            kept.unicodeScalars.append(character)
          }
          if isEscaped {
            isEscaped = false
          } else if isInString, character == "\\" {
            isEscaped = true
          } else if character == "\"" {
            isInString.toggle()
          }
        }
        made.add(kept)
      case .placeholder(let placeholder, isInString: false):
        // It must be JSON, as Hurl wants it, in the spelling that it has.
        made.add(expression: "to_json(from_json(text(\(expression(placeholder)))))")
      case .placeholder(let placeholder, isInString: true):
        add(placeholder, to: &made, as: .jsonString)
      }
    }
  }

  /// The parts of a text without white space at its ends.
  private static func trimmed(_ parts: [HurlTemplate.Part]) -> [HurlTemplate.Part] {
    var parts = parts
    let space = " \t\r\n".unicodeScalars
    if case .text(var first)? = parts.first {
      let text = first.value.unicodeScalars.drop { space.contains($0) }
      first.value = String(text)
      parts[0] = .text(first)
    }
    if case .text(var last)? = parts.last {
      var text = last.value.unicodeScalars
      while let scalar = text.last, space.contains(scalar) { text.removeLast() }
      last.value = String(text)
      parts[parts.count - 1] = .text(last)
    }
    return parts
  }

  private static func escapedForJSON(_ text: String) -> String {
    String(decoding: JSONValue.string(text).serialized().dropFirst().dropLast(), as: UTF8.self)
  }
}
