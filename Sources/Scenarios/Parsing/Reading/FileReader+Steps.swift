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
    guard let kind = kind(of: written, at: node.range) else {
      for entry in entries where ["capture", "collect", "as"].contains(entry.name) {
        noteStray(entry, meantAs: entry.name == "as" ? "each" : nil)
      }
      return nil
    }
    let allowed = MapGrammar.keyNames(ofKind: kind.name)
    for entry in written where entry.name != kind.name && !allowed.contains(entry.name) {
      if MapGrammar.step.table.contains(entry.name), !MapGrammar.kindTable.contains(entry.name) {
        error(
          "\(Self.noun(ofKind: kind.name)) takes no \"\(entry.name)\"",
          at: entry.key.range,
          hint: hint(to: kind, with: entry.name)
        )
      } else if !MapGrammar.kindTable.contains(entry.name) {
        unknownKey(entry, among: allowed.names, in: "a step")
      }
    }
    let keys = KnownEntries(range: node.range, known: entries, others: [])
    let common = commonKeys(keys, isLoopMisspelled: isLoopMisspelled(written, allowed))
    guard let stepKind = stepKind(kind, keys) else {
      for name in ["capture", "collect"] {
        if let entry = keys.entry(name) { noteStray(entry, meantAs: nil) }
      }
      return nil
    }
    let condition = keys["when"].flatMap { expression($0, "when") }
    let collect = keys["collect"].map { self.captures($0, "collect", of: kind.name) } ?? []
    let captures = keys["capture"].map { self.captures($0, "capture", of: kind.name) } ?? []
    let timeout = keys["timeout"].flatMap { duration($0, "timeout") }
    return Step(
      kind: stepKind,
      name: common.name,
      when: condition,
      knownFailure: keys["known-failure"].flatMap { knownFailure($0) },
      continues: keys["continue"].flatMap { boolean($0, "continue") } ?? false,
      loop: common.loop,
      collect: collect,
      captures: captures,
      timeout: timeout,
      range: firstLine(of: node.range),
      usesNames: nameUses > earlierUses
    )
  }

  /// What messages call a step of a kind, with its article.
  private static func noun(ofKind kind: String) -> String {
    if MapGrammar.methods.contains(kind) { return "a request" }
    if kind == "steps" { return "a group" }
    return (kind.first.map("aeio".contains) ?? false ? "an " : "a ") + "\(kind) step"
  }

  /// What to write instead of a key that a kind of step does not take.
  private func hint(to kind: YAMLEntry, with key: String) -> String? {
    if key == "retry" {
      return "put the step into a group: steps: [{ \(kind.name): … }] with retry beside it"
    }
    guard kind.name == "use" else { return nil }
    return "the requests of \(kind.value.scalar?.text ?? "the used file") have their own"
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
    let name = keys["step"].flatMap { text($0, "step", example: "step: create an order") }
    if isLoopMisspelled {
      if let entry = keys.entry("as") { noteStray(entry, meantAs: "each") }
      if let entry = keys.entry("collect") { noteStray(entry, meantAs: nil) }
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

  private func kind(of entries: YAMLEntries, at range: SourceRange) -> YAMLEntry? {
    let kinds = entries.filter { MapGrammar.kindTable.contains($0.name) }
    if kinds.count > 1 {
      let names = kinds.map { "\"\($0.name)\"" }.joined(separator: " and ")
      let hint = "make a step of its own for it, with - before it"
      let isRequest = kinds.contains { MapGrammar.methods.contains($0.name) }
      error(
        "a step does one thing, not \(names)",
        at: kinds[1].key.range,
        hint: isRequest && kinds.contains { $0.name == "assert" }
          ? "write expect for the response, or \(hint)" : hint
      )
    }
    if let kind = kinds.first { return kind.isEmpty ? nil : kind }
    tellOfMissingKind(entries.filter { !MapGrammar.step.table.contains($0.name) }, at: range)
    return nil
  }

  /// Reports a step without a kind: as the unknown key that was meant for it, when there is one.
  private func tellOfMissingKind(_ strange: [YAMLEntry], at range: SourceRange) {
    if let upper = strange.first(where: { MapGrammar.methods.contains($0.name.uppercased()) }) {
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
    let hint =
      "write a method with a URL, as in GET: /orders, or use, set, assert, wait, log, parallel, steps"
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
      isKindMeant = isKindMeant || meant.map(MapGrammar.kinds.contains) ?? true
    }
    guard !isKindMeant else { return }
    error("the step does not say what it does", at: firstLine(of: range), hint: hint)
  }

  /// Whether a key looks like a method that has no key of its own, such as `PROPFIND`, and not like a
  /// slip in one that has.
  private static func isOtherMethod(_ name: String) -> Bool {
    name.utf8.count > 2 && name.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }
      && ForeignWords.meant(by: name, among: MapGrammar.methods) == nil
  }

  private func stepKind(_ kind: YAMLEntry, _ keys: KnownEntries) -> Step.Kind? {
    switch kind.name {
    case "use":
      return useStep(kind.value, keys).map { .use($0) }
    case "parallel":
      let steps = steps(kind.value, "parallel")
      checkCapturedOnce(steps)
      return .parallel(steps)
    case "steps":
      return group(kind.value, keys)
    case "assert":
      let assertions = assertions(kind.value)
      return assertions.isEmpty ? nil : .assert(assertions)
    case "set":
      return .set(variables(kind.value, "set"))
    case "wait":
      return duration(kind.value, "wait").map { .wait($0) }
    case "log":
      return text(kind.value, "log", example: "log: order ${id}").map { .log($0) }
    case "exec":
      let example = "exec: [sh, -c, \"date\"]"
      let words = items(of: kind.value, "exec", example: example)
      guard let words else { return nil }
      if words.isEmpty { error("exec needs a command", at: kind.value.range, hint: example) }
      return .exec(words.compactMap { text($0, "exec", example: example) })
    case _:
      return request(kind, keys).map { .request($0) }
    }
  }

  private func checkCapturedOnce(_ steps: [Step]) {
    var seen: [String: SourceRange] = [:]
    for step in steps {
      // One after the other, as in a group, a name may be captured again.
      var own: Set<String> = []
      for name in CapturedNames.captured(by: step) where own.insert(name.value).inserted {
        if let first = seen[name.value] {
          error(
            "\"\(name.value)\" is captured twice in one parallel",
            at: name.range,
            hint: "first on line \(first.start.line)"
          )
        } else {
          seen[name.value] = name.range
        }
      }
    }
  }

  /// `steps`: a group, and how it is tried again.
  private func group(_ node: YAMLNode, _ keys: KnownEntries) -> Step.Kind? {
    if case .sequence(let items) = node.content, items.isEmpty {
      error(
        "a group needs a step",
        at: node.range,
        hint: "as in steps: [{ GET: /orders }], or remove it"
      )
    }
    let retry = keys["retry"].flatMap { self.retry($0, .groupRetry) }
    return .group(steps(node, "steps"), retry: retry)
  }

  private func useStep(_ node: YAMLNode, _ keys: KnownEntries) -> UseStep? {
    let with = keys["with"].map { variables($0, "with") } ?? []
    guard let file = text(node, "use", example: "use: login.steps.yaml") else { return nil }
    guard let path = file.constant else {
      error("use cannot hold ${…}", at: node.range, hint: "it is read before anything runs")
      return nil
    }
    let shared = sharedSteps(Located(path, at: node.range))
    if let shared {
      let names = MapGrammar.keyNames(ofKind: "use")
      let isMisspelled = keys.known.contains {
        !names.contains($0.name) && ForeignWords.meant(by: $0.name, among: names.names) == "with"
      }
      // Under another key the parameters are given, too.
      if !isMisspelled { checkParameters(with, of: shared.steps, at: node.range) }
    }
    return UseStep(
      file: file,
      with: with,
      shared: shared,
      takesReturns: keys.entry("capture") == nil
    )
  }

  private func checkParameters(
    _ with: [VariableDefinition],
    of shared: SharedSteps,
    at range: SourceRange
  ) {
    let names = shared.parameters.map(\.name.value)
    let known = Set(names)
    let list = names.isEmpty ? "none" : names.joined(separator: ", ")
    var meant: Set<String> = []
    let unknown = with.filter { !known.contains($0.name.value) }
    for (number, given) in unknown.enumerated() {
      let isAdvised = number < Suggestion.most
      let suggestion = isAdvised ? Suggestion.nearest(to: given.name.value, in: names) : nil
      if let suggestion { meant.insert(suggestion) }
      error(
        "\(shared.file.path) has no parameter \"\(given.name.value)\"",
        at: given.name.range,
        hint: suggestion == nil && isAdvised ? "its parameters: \(list)" : nil,
        suggestion: suggestion
      )
    }
    let given = Set(with.map(\.name.value))
    for parameter in shared.parameters
    where parameter.defaultValue == nil && !given.contains(parameter.name.value)
      && !meant.contains(parameter.name.value)
    {
      error(
        "the parameter \"\(parameter.name.value)\" is missing",
        at: range,
        hint: "write with: { \(parameter.name.value): … }"
      )
    }
  }

  private func loop(_ keys: KnownEntries) -> Loop? {
    let together = keys["together"].flatMap { boolean($0, "together") } ?? false
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
    return repeated(repetition, together: together)
  }

  private func repeated(_ entry: YAMLEntry, together: Bool) -> Loop? {
    guard case .mapping = entry.value.content else {
      check(entry.value, fits: .turnsOrEndless, "repeat", example: "repeat: 3")
      if together, entry.value.scalar?.text == Loop.endless {
        error(
          "turns without an end cannot run together",
          at: entry.value.range,
          hint: "remove together, or write repeat: n"
        )
      }
      return Loop(kind: .count(value(entry.value)), together: together, range: entry.key.range)
    }
    guard let keys = entries(of: entry.value, .repetition) else { return nil }
    guard let condition = keys["while"].flatMap({ expression($0, "while") }),
      let most = keys["at-most"]
    else { return nil }
    let example = MapGrammar.repetition.example
    check(most, fits: .turns, "at-most", example: example)
    if together {
      error(
        "turns that depend on each other cannot run together",
        at: entry.key.range,
        hint: "remove together, or write repeat: n"
      )
    }
    return Loop(
      kind: .condition(condition, atMost: value(most)),
      together: false,
      range: entry.key.range
    )
  }
}
