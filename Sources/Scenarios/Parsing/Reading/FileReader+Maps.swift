import Diagnostics

/// The entries of a map whose keys are known.
struct KnownEntries {
  /// The keys that the map may have.
  let grammar: MapGrammar
  /// Where the map stands.
  var range: SourceRange
  /// The known entries in order; few enough to be searched one after the other.
  var known: [YAMLEntry]
  /// Entries of other keys, where the grammar allows them, in order.
  var others: [YAMLEntry]

  /// The value behind a key.
  subscript(key: String) -> YAMLNode? { place(of: key).map { known[$0].value } }

  /// The entry of a key.
  func entry(_ key: String) -> YAMLEntry? { place(of: key).map { known[$0] } }

  /// Whether a key is there.
  func has(_ key: String) -> Bool { place(of: key) != nil }

  /// The example of a key, for messages: without what stands beside it.
  func example(of key: String) -> String {
    let lines = grammar.example(of: key).split(separator: "\n")
    return String(lines.first { $0.hasPrefix("\(key):") } ?? lines.first ?? "")
  }

  private func place(of key: String) -> Int? {
    for place in known.indices where known[place].isNamed(key) { return place }
    return nil
  }
}

extension FileReader {
  /// The entries of a node that must be a map of a grammar.
  ///
  /// - Parameters:
  ///   - node: what stands in the file.
  ///   - grammar: the keys it may have.
  /// - Returns: `nil` when it is no map; unknown keys are reported and left out.
  func entries(of node: YAMLNode, _ grammar: MapGrammar) -> KnownEntries? {
    guard case .mapping(let entries) = node.content else {
      mismatch(node, wanted: "a map for \(grammar.noun)", example: grammar.example)
      return nil
    }
    var result = KnownEntries(grammar: grammar, range: node.range, known: [], others: [])
    let takesOthers = grammar.others != nil
    result.known.reserveCapacity(entries.count)
    for entry in entries {
      if grammar.table.contains(entry.name) {
        if !entry.isEmpty { result.known.append(entry) }
      } else if takesOthers {
        result.others.append(entry)
      } else {
        unknownKey(entry, among: grammar.names, in: grammar.noun)
      }
    }
    checkChoice(of: entries, at: node.range, grammar)
    guard !grammar.required.isEmpty else { return result }
    let missing = grammar.required.filter { name in !entries.contains { $0.name == name } }
    guard !missing.isEmpty else { return result }
    // A key that was meant for a missing one is one mistake, not two.
    let strange = entries.filter { !grammar.table.contains($0.name) }
    if strange.contains(where: { ForeignWords.advice(on: $0.name, in: grammar.noun) != nil }) {
      return result
    }
    let meant = Set(strange.compactMap { ForeignWords.meant(by: $0.name, among: grammar.names) })
    for name in missing.sorted() where !meant.contains(name) {
      error(
        "\(grammar.noun) needs the key \"\(name)\"",
        at: firstLine(of: node.range),
        hint: "as in \(grammar.example)"
      )
    }
    return result
  }

  /// Reports a map that has none of the keys of which it needs one, unless an unknown one may be meant for it.
  private func checkChoice(of entries: YAMLEntries, at range: SourceRange, _ grammar: MapGrammar) {
    guard case .atLeastOne(let names, let reason)? = grammar.choice,
      entries.allSatisfy({ grammar.table.contains($0.name) && !names.contains($0.name) })
    else { return }
    error(
      "\(grammar.noun) needs \(names.joined(separator: " or ")), \(reason)",
      at: firstLine(of: range),
      hint: "as in \(grammar.example)"
    )
  }

  /// Whether a map has a key that its grammar does not know, which has been reported.
  func hasUnknownKey(_ node: YAMLNode, _ grammar: MapGrammar) -> Bool {
    guard case .mapping(let entries) = node.content else { return false }
    return entries.contains { !grammar.table.contains($0.name) }
  }

  /// Reports a key that means nothing where it stands.
  func unknownKey(_ entry: YAMLEntry, among names: [String], in noun: String) {
    if let space = entry.name.unicodeScalars.first, space.value > 0x7F,
      space.properties.isWhitespace
    {
      error(
        "a space that is none of YAML's stands before a key: U+\(String(space.value, radix: 16, uppercase: true))",
        at: entry.key.range,
        hint: "type the spaces anew; they were copied from a page or a document"
      )
      return
    }
    var hint = ForeignWords.advice(on: entry.name, in: noun)
    if hint == nil, names.contains("options"),
      ForeignWords.known(entry.name, among: names) == nil,
      let name = ForeignWords.known(entry.name, among: vocabulary.options.map(\.name)),
      let option = vocabulary.options.first(where: { $0.name == name })
    {
      hint = "write options: { \(option.example) }"
    }
    let suggestion = hint == nil ? ForeignWords.meant(by: entry.name, among: names) : nil
    strayNames.note(entry, meantAs: suggestion)
    if hint == nil, suggestion == nil {
      hint =
        MapGrammar.owners(of: entry.name, writtenIn: noun)
        ?? (names.count <= 12
          ? "\(noun) takes \(names.joined(separator: ", "))" : "\(noun) has no such key")
    }
    error("unknown key \"\(entry.name)\"", at: entry.key.range, hint: hint, suggestion: suggestion)
  }

  /// The entries of a node that must be a map, whatever its keys.
  func anyEntries(of node: YAMLNode, _ noun: String, example: String) -> [YAMLEntry]? {
    guard case .mapping(let entries) = node.content else {
      mismatch(node, wanted: "a map for \(noun)", example: example)
      return nil
    }
    return entries.filter { !$0.isEmpty }
  }

  /// The items of a node that must be a list.
  func items(of node: YAMLNode, _ noun: String, example: String) -> [YAMLNode]? {
    guard case .sequence(let items) = node.content else {
      mismatch(node, wanted: "a list for \(noun)", example: example)
      return nil
    }
    return items.filter { !$0.isEmpty }
  }

  /// The items of a list, or what stands there alone; without what is empty.
  func oneOrMore(_ node: YAMLNode) -> [YAMLNode] {
    guard case .sequence(let items) = node.content else { return node.isEmpty ? [] : [node] }
    return items.filter { !$0.isEmpty }
  }

  /// The part of a range that stands on its first line.
  func firstLine(of range: SourceRange) -> SourceRange {
    let bytes = range.file.utf8[range.utf8]
    guard let end = bytes.firstIndex(of: 0x0A) else { return range }
    return SourceRange(file: range.file, utf8: range.utf8.lowerBound..<end)
  }
}

/// What stands behind a key of a map, `nil` where the key is missing or has something else; the grammar has its example
/// for messages.
extension FileReader {
  /// A text in which `${…}` may stand.
  func text(_ key: String, in keys: KnownEntries) -> TextTemplate? {
    keys[key].flatMap { text($0, key, example: keys.example(of: key)) }
  }

  /// A text without expressions.
  func plainText(_ key: String, in keys: KnownEntries) -> Located<String>? {
    keys[key].flatMap { plainText($0, key, example: keys.example(of: key)) }
  }

  /// Why something is as it is.
  func reason(_ key: String, in keys: KnownEntries) -> Located<String>? {
    keys[key].flatMap { reason($0, key, example: keys.example(of: key)) }
  }

  /// The path of a file, which must exist unless it holds expressions.
  func path(_ key: String, in keys: KnownEntries) -> TextTemplate? {
    keys[key].flatMap { path($0, key, example: keys.example(of: key)) }
  }

  /// A list of names, or a lone one.
  func names(_ key: String, in keys: KnownEntries) -> [Located<String>]? {
    keys[key].map { names($0, key, example: keys.example(of: key)) }
  }

  /// `true` or `false`.
  func flag(_ key: String, in keys: KnownEntries) -> Bool? {
    keys[key].flatMap { boolean($0, key) }
  }

  /// A duration, which may be an expression.
  func duration(_ key: String, in keys: KnownEntries) -> TextTemplate? {
    keys[key].flatMap { duration($0, key) }
  }

  /// One `${…}`, or `true` or `false`.
  func expression(_ key: String, in keys: KnownEntries) -> Expression? {
    keys[key].flatMap { expression($0, key) }
  }

  /// One of the words of the rule that the grammar gives the key.
  func word(_ key: String, in keys: KnownEntries) -> String? {
    keys[key].flatMap { word($0, key, keys.grammar.rule(of: key)) }
  }

  /// A value, checked against the shape that the grammar gives the key.
  func checked(_ key: String, in keys: KnownEntries) -> ValueTemplate? {
    keys[key].map { node in
      let shape = keys.grammar.argument(of: key)
      check(node, fits: shape, key, example: keys.example(of: key))
      return value(node)
    }
  }
}
