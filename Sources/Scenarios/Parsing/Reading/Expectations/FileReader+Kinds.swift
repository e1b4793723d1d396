import Diagnostics
import Documents
import Encodings

/// What a matcher is about: the kind of value, and what messages call it.
struct Judged {
  /// The kind of value.
  var kind: ValueKind
  /// What a message calls it: `redirects`, `a cookie`.
  var name: String
  /// The key under which its matcher stands.
  var key: String

  /// Something of which every matcher can hold.
  static let anything = Judged(.value, "a value")

  init(_ kind: ValueKind, _ name: String, key: String? = nil) {
    self.kind = kind
    self.name = name
    self.key = key ?? name
  }

  /// What a matcher inside the argument of another is about.
  func inside(_ matcher: Vocabulary.Entry) -> Judged {
    switch matcher.inner {
    case .same: self
    case .element:
      kind == kind.element ? self : Judged(kind.element, "an element of \(name)", key: matcher.name)
    case .number: Judged(.number, "the \(matcher.name)", key: matcher.name)
    }
  }
}

extension ValueKind {
  /// What a message calls such a value, with its article.
  var noun: String {
    switch self {
    case .value: "any value"
    case .markup: "text, a number or a boolean"
    case .texts: "a list of texts"
    case .text: "one text"
    case .number: "a number"
    case .duration: "a duration"
    case .size: "a size in bytes"
    case .boolean: "true or false"
    case .date: "a date"
    }
  }

  /// Whether such a value is a number.
  var isNumeric: Bool { self == .number || self == .duration || self == .size }
}

extension FileReader {
  /// What is wrong with a literal that a kind of value is compared with; `nil` for one that can be
  /// equal, and for what is only known when it is evaluated.
  func complaint(aboutLiteral node: YAMLNode, of judged: Judged) -> Diagnostic? {
    guard judged.kind != .value, !node.isEmpty else { return nil }
    guard let scalar = node.scalar else {
      // Lists are looked at where the matcher is made.
      guard case .mapping(let entries) = node.content,
        !entries.contains(where: { $0.name.hasPrefix("$") })
      else { return nil }
      return Diagnostic(.error, "\(judged.name) never equals an object", at: node.range)
    }
    guard !(scalar.isTemplate && TemplateScanner.hasExpression(scalar.text)) else { return nil }
    if case .null = scalar.resolved {
      return Diagnostic(
        .error,
        "\(judged.name) is never null",
        at: node.range,
        hint: "write exists: false if there should be none"
      )
    }
    let text = scalar.text
    let example: String
    switch judged.kind {
    case .value, .markup, .texts, .text, .date:
      return nil
    case .number:
      if Self.isNumber(text) { return nil }
      example = "\(judged.key): 2"
    case .duration:
      if Self.isNumber(text) || Quantity.duration(text) != nil { return nil }
      example = "\(judged.key): { lt: 500ms }"
    case .size:
      if Self.isNumber(text) || Quantity.size(text) != nil { return nil }
      example = "\(judged.key): { lte: 64KiB }"
    case .boolean:
      if text == "true" || text == "false" { return nil }
      example = "\(judged.key): true"
    }
    return Diagnostic(
      .error,
      "\(judged.name) is \(judged.kind.noun), got \"\(text)\"",
      at: node.range,
      hint: comparison(in: text, of: judged).map { "write \(judged.key): { \($0) }" }
        ?? "as in \(example)"
    )
  }

  /// The matcher that a text such as `< 900ms` is meant as; `nil` for any other text.
  private func comparison(in text: String, of judged: Judged) -> String? {
    guard judged.kind.isNumeric,
      let match = text.wholeMatch(of: #/\s*(<=|>=|<|>|≤|≥)\s*(\S.*?)\s*/#)
    else { return nil }
    let limit = String(match.output.2)
    let name =
      switch match.output.1 {
      case "<": "lt"
      case ">": "gt"
      case "<=", "≤": "lte"
      case _: "gte"
      }
    switch judged.kind {
    case .duration where Quantity.duration(limit) != nil, .size where Quantity.size(limit) != nil:
      return "\(name): \(limit)"
    case _ where Self.isNumber(limit):
      return "\(name): \(limit)\(judged.kind == .duration ? "ms" : "")"
    case _: return nil
    }
  }

  /// Whether a text is a number, spaces around it aside.
  private static func isNumber(_ text: String) -> Bool {
    JSONNumber(parsing: text.trimmed) != nil
  }

  /// What was probably meant by a matcher that cannot hold of a kind of value.
  func spelling(meantBy entry: YAMLEntry, of judged: Judged) -> String? {
    let argument = flowText(of: entry.value)
    let isMap = if case .mapping = entry.value.content { true } else { false }
    // Text of several lines is no piece of a hint.
    let short = argument.utf8.count <= 60 && !argument.contains("\n")
    let key = judged.key
    switch (entry.name, judged.kind) {
    case ("count", .text) where short, ("count", .date) where short:
      return "write length: \(argument) for its characters"
    case (_, _) where judged.key == "status" && judged.kind == .number:
      return "write 201, 2xx, 200-299, or a list of these"
    case ("count", _) where judged.kind.isNumeric && short,
      ("length", _) where judged.kind.isNumeric && short:
      return "write \(key): \(argument)"
    case ("each", _) where short, ("any", _) where short:
      return "it is one value: write \(key): \(argument)"
    case ("unordered", _) where short: return "write in: \(argument) for any of them"
    case ("partial", _) where short && !isMap: return "write \(key): \(argument)"
    case ("empty", _) where judged.kind.isNumeric:
      return entry.value.scalar?.text == "false" ? "write \(key): { gt: 0 }" : "write \(key): 0"
    case ("before", _) where judged.kind.isNumeric && short: return "write lt: \(argument)"
    case ("after", _) where judged.kind.isNumeric && short: return "write gt: \(argument)"
    case (_, .boolean): return "write \(key): true or \(key): false"
    case (_, _):
      let names = vocabulary.matchers.filter { $0.kinds.contains(judged.kind) }.map(\.name)
      return "of \(judged.kind.noun) these can hold: \(names.joined(separator: ", "))"
    }
  }
}
