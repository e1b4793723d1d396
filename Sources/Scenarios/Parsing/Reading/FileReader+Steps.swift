import Diagnostics
import Documents

extension FileReader {
  /// A list of steps; a step that cannot be understood is left out.
  func steps(_ node: YAMLNode, _ noun: String) -> [Step] {
    (items(of: node, noun, example: "\(noun): [{ GET: /orders }]") ?? []).compactMap { step($0) }
  }

  /// One step.
  private func step(_ node: YAMLNode) -> Step? {
    let earlierUses = nameUses
    guard case .mapping(let written) = node.content else {
      mismatch(node, wanted: "a map for a step", example: "- GET: /orders")
      return nil
    }
    let entries = written.filter { !$0.isEmpty }
    guard let entry = kindEntry(of: written, at: node.range),
      let kind = StepKindCatalogue.entry(named: entry.name)
    else {
      for entry in entries where ["capture", "collect", "as"].contains(entry.name) {
        strayNames.note(entry, meantAs: entry.name == "as" ? "each" : nil)
      }
      return nil
    }
    for other in written where other.name != entry.name && !kind.allowed.contains(other.name) {
      // Of a second kind that has been said.
      if StepKindCatalogue.table.contains(other.name) { continue }
      if MapGrammar.step.table.contains(other.name) {
        error(
          "\(kind.kind.noun) takes no \"\(other.name)\"",
          at: other.key.range,
          hint: hint(to: entry, of: kind.kind, with: other.name)
        )
      } else {
        unknownKey(other, among: kind.allowed.names, in: "a step")
      }
    }
    let keys = KnownEntries(grammar: .step, range: node.range, known: entries, others: [])
    let common = commonKeys(keys, isLoopMisspelled: isLoopMisspelled(written, kind.allowed))
    guard let stepKind = kind.kind.read(entry, keys, by: self) else {
      for name in ["capture", "collect"] {
        if let entry = keys.entry(name) { strayNames.note(entry, meantAs: nil) }
      }
      return nil
    }
    return Step(stepKind, of: kind, common, keys, earlierUses: earlierUses, by: self)
  }

  /// What to write instead of a key that a kind of step does not take.
  private func hint(
    to entry: YAMLEntry,
    of kind: any StepKind.Type,
    with key: String
  ) -> String? {
    if key == "retry" {
      return "put the step into a group: steps: [{ \(entry.name): … }] with retry beside it"
    }
    guard kind == UseStep.self else { return nil }
    return "the requests of \(entry.value.scalar?.text ?? "the used file") have their own"
  }

  /// Whether a step has an unknown key that is meant for a loop: what needs one beside it is no second mistake.
  private func isLoopMisspelled(_ written: YAMLEntries, _ allowed: NameTable) -> Bool {
    written.contains { entry in
      guard !MapGrammar.step.table.contains(entry.name) else { return false }
      let meant = ForeignWords.meant(by: entry.name, among: allowed.names)
      return meant == "each" || meant == "repeat"
    }
  }

  private func commonKeys(
    _ keys: KnownEntries,
    isLoopMisspelled: Bool
  ) -> (name: TextTemplate?, loop: Loop?) {
    let name = text("step", in: keys)
    if isLoopMisspelled {
      if let entry = keys.entry("as") { strayNames.note(entry, meantAs: "each") }
      if let entry = keys.entry("collect") { strayNames.note(entry, meantAs: nil) }
      return (name, nil)
    }
    let loop = loop(keys)
    if loop == nil, let collect = keys.entry("collect"), keys.entry("each") == nil,
      keys.entry("repeat") == nil
    {
      error(
        "collect gathers from the turns of a loop",
        at: collect.key.range,
        hint: "write each or repeat beside it, or capture"
      )
    }
    return (name, loop)
  }

  /// The entry of the key that says what a step does.
  private func kindEntry(of entries: YAMLEntries, at range: SourceRange) -> YAMLEntry? {
    let kinds = entries.filter { StepKindCatalogue.table.contains($0.name) }
    if kinds.count > 1 {
      let names = kinds.map { "\"\($0.name)\"" }.joined(separator: " and ")
      let hint = "make a step of its own for it, with - before it"
      let found = kinds.compactMap { StepKindCatalogue.entry(named: $0.name)?.kind }
      let expects =
        found.contains { $0 == RequestStep.self } && found.contains { $0 == AssertStep.self }
      error(
        "a step does one thing, not \(names)",
        at: kinds[1].key.range,
        hint: expects ? "write expect for the response, or \(hint)" : hint
      )
    }
    if let kind = kinds.first { return kind.isEmpty ? nil : kind }
    tellOfMissingKind(entries.filter { !MapGrammar.step.table.contains($0.name) }, at: range)
    return nil
  }

  /// Reports a step without a kind: as the unknown key that was meant for it, when there is one.
  private func tellOfMissingKind(_ strange: [YAMLEntry], at range: SourceRange) {
    if let upper = strange.first(where: { RequestStep.methods.contains($0.name.uppercased()) }) {
      error(
        "unknown key \"\(upper.name)\"",
        at: upper.key.range,
        suggestion: upper.name.uppercased()
      )
      return
    }
    if let method = strange.first(where: { Self.isOtherMethod($0.name) }) {
      error(
        "unknown key \"\(method.name)\"",
        at: method.key.range,
        hint: "another method is written as request: { method: \(method.name), url: /orders }"
      )
      return
    }
    let names = MapGrammar.step.names
    let others = StepKindCatalogue.entries.filter { $0.kind != RequestStep.self }.map(\.name)
    let hint =
      "write a method with a URL, as in GET: /orders, or \(others.joined(separator: ", "))"
    var told: Set<String> = []
    var isKindMeant = false
    for entry in strange {
      // `method` and `url` are one mistake.
      let advice = ForeignWords.advice(on: entry.name, in: "a step")
      if let advice, !told.insert(advice).inserted { continue }
      let meant = advice == nil ? ForeignWords.meant(by: entry.name, among: names) : nil
      if advice == nil, meant == nil, !isKindMeant {
        error("unknown key \"\(entry.name)\"", at: entry.key.range, hint: hint)
      } else {
        unknownKey(entry, among: names, in: "a step")
      }
      isKindMeant = isKindMeant || meant.map(StepKindCatalogue.table.contains) ?? true
    }
    guard !isKindMeant else { return }
    error("the step does not say what it does", at: firstLine(of: range), hint: hint)
  }

  /// Whether a key looks like a method that has no key of its own, such as `PROPFIND`, and not like a
  /// slip in one that has.
  private static func isOtherMethod(_ name: String) -> Bool {
    name.utf8.count > 2 && name.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }
      && ForeignWords.meant(by: name, among: RequestStep.methods) == nil
  }

  private func loop(_ keys: KnownEntries) -> Loop? {
    let together = flag("together", in: keys) ?? false
    if let each = keys.entry("each"), let repetition = keys.entry("repeat") {
      error(
        "a step has each or repeat, not both",
        at: repetition.key.range,
        hint: "each is on line \(each.key.range.start.line)"
      )
    }
    if let each = keys.entry("each") {
      let list = value(each.value)
      switch list.kind {
      case .list, .expression: break
      case .scalar, .text, .map:
        mismatch(each.value, wanted: "a list for each", example: "each: ${orders}")
      }
      if let node = keys["as"], node.scalar == nil {
        mismatch(node, wanted: "a name for as", example: "as: item")
      }
      let name = keys["as"].flatMap { variableName($0) } ?? Located("item", at: each.key.range)
      return Loop(kind: .each(list, as: name), together: together, range: each.key.range)
    }
    if let name = keys.entry("as") {
      error("as needs each beside it", at: name.key.range, hint: "as in each: ${orders}")
    }
    guard let repetition = keys.entry("repeat") else {
      if let entry = keys.entry("together") {
        error("together needs each or repeat beside it", at: entry.key.range)
      }
      return nil
    }
    return repeated(repetition, keys, together: together)
  }

  private func repeated(
    _ entry: YAMLEntry,
    _ step: KnownEntries,
    together: Bool
  ) -> Loop? {
    guard case .mapping = entry.value.content else {
      guard let count = checked("repeat", in: step) else { return nil }
      if together, entry.value.scalar?.text == Loop.endless {
        error(
          "turns without an end cannot run together",
          at: entry.value.range,
          hint: "remove together, or write repeat: n"
        )
      }
      return Loop(kind: .count(count), together: together, range: entry.key.range)
    }
    guard let keys = entries(of: entry.value, .repetition) else { return nil }
    guard let condition = expression("while", in: keys), let most = checked("at-most", in: keys)
    else { return nil }
    if together {
      error(
        "turns that depend on each other cannot run together",
        at: entry.key.range,
        hint: "remove together, or write repeat: n"
      )
    }
    return Loop(
      kind: .condition(condition, atMost: most),
      together: false,
      range: entry.key.range
    )
  }
}
