import Documents

extension ScenarioReference {
  /// What stands behind a key, in words.
  static func takes(_ shape: KeyShape) -> String {
    switch shape {
    case .argument(let shape): takes(shape)
    case .ruled(let rule): rule.noun
    case .expression, .computed: "one `${…}`"
    case .flag: "`true` or `false`"
    case .names: "a name, or a list of names"
    case .matched(let kind):
      takes(ArgumentShape.matcher) + (kind == .value || kind == .markup ? "" : " of \(kind.noun)")
    case .map(let grammar, _): title(of: grammar).map { link(to: $0) } ?? "a map"
    case .mapOf(let inner, _): "a map of names to \(plural(inner))"
    case .listOf(let inner), .someOf(let inner): "a list of \(plural(inner))"
    case .fieldValue: "a text, a list of texts, or null"
    case .fields: "a map, or a list of `[name, value]`"
    case .anyOf(let shapes): shapes.map { takes($0) }.joined(separator: ", or ")
    case .vocabulary(.authSchemes): link(to: "Authentication") + ", `none`, or one `${…}`"
    case .vocabulary(.options): link(to: "Options")
    case .vocabulary(.runOptions): "defaults of the command's options"
    }
  }

  /// What stands behind a name of the vocabulary, in words.
  static func takes(_ shape: ArgumentShape) -> String {
    switch shape {
    case .literal: "any value"
    case .text: "text"
    case .number: "a number"
    case .wholeNumber: shape.noun
    case .boolean: "`true` or `false`"
    case .duration: "a duration"
    case .size: "a size"
    case .pattern: "a regular expression"
    case .pipe: "a list of " + link(to: "Functions", "functions")
    case .matcher: "a " + link(to: "Matchers", "matcher")
    case .list, .someOf(.literal): "a list"
    case .someOf(.matcher): "a list of " + link(to: "Matchers", "matchers")
    case .someOf(let shape): "a list of \(shape.isScalar ? "these" : takes(shape))"
    case .oneOf(let words): words.map { "`\($0)`" }.joined(separator: " ")
    case .textBeginning(let start): "text that begins with `\(start)`"
    case .file: "the path of a file"
    case .schema: "the path of a file, or a JSON Schema"
    case .oneOrMore(let shape): "\(takes(shape)), or a list of these"
    case .tuple(let count, let shape): "a list of \(count): \(takes(shape))"
    case .map(let keys, let required): takes(keys, required)
    case .mapOf(let inner): "a map of names to \(takes(inner))"
    case .anyOf(let shapes): shapes.map { takes($0) }.joined(separator: ", ")
    }
  }

  private static func takes(_ keys: [String: ArgumentShape], _ required: Set<String>) -> String {
    let names = keys.keys.sorted {
      (required.contains($0) ? 0 : 1, $0) < (required.contains($1) ? 0 : 1, $1)
    }
    return names.map { name in
      let optional = required.isEmpty || required.contains(name) ? "" : " (may be left out)"
      return "`\(name)`: \(keys[name].map { takes($0) } ?? "")\(optional)"
    }
    .joined(separator: "; ")
  }

  private static func plural(_ shape: KeyShape) -> String {
    switch shape {
    case .argument(.matcher): link(to: "Matchers", "matchers")
    case .matched(let kind):
      link(to: "Matchers", "matchers")
        + (kind == .value || kind == .markup ? "" : " of \(kind.noun)")
    case .argument(.literal): "any values"
    case .argument(.text), .ruled: "texts"
    case .fieldValue: "texts, lists of texts, or null"
    case .map(let grammar, _): title(of: grammar).map { link(to: $0) } ?? "maps"
    case .argument, .expression, .computed, .flag, .names, .mapOf, .listOf, .someOf, .fields,
      .anyOf,
      .vocabulary:
      takes(shape)
    }
  }

  /// A link to a heading, whose name GitHub and others make of its words.
  static func link(to title: String, _ text: String? = nil) -> String {
    let anchor = title.lowercased().compactMap { character -> Character? in
      if character == " " { return "-" }
      return character.isLetter || character.isNumber ? character : nil
    }
    return "[\(text ?? title.lowercased())](#\(String(anchor)))"
  }
}
