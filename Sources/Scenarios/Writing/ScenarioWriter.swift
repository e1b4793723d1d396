import Documents

/// Writes scenarios as YAML, the way a person writes them.
///
/// ```swift
/// let text = ScenarioWriter().text(of: root)
/// ```
/// Reading the text gives the same tree. Maps and lists that fit into a line stand in braces and brackets; steps stand below each other.
public struct ScenarioWriter: Sendable {
  /// How long a line may be that holds a list or map in brackets, in characters.
  private static let widest = 100
  /// The longest key that YAML reads without a `?` before it (YAML 1.2.2, section 7.4.2), with room for quotes.
  private static let longestKey = 800
  /// The keys that hold steps, each of which starts on a line of its own.
  private static let keysOfSteps = Set(
    [MapGrammar.scenario, .project, .step].flatMap(\.keys).compactMap { key in
      switch key.shape {
      case .listOf(.map("step", _)), .someOf(.map("step", _)): key.name
      case _: nil
      }
    }
  )

  /// Makes a writer.
  public init() {}

  /// The text of a file.
  ///
  /// - Parameter root: the map of a scenario, a file of steps or a project; its depth is bounded.
  /// - Returns: YAML that ends with a line feed.
  public func text(of root: ScenarioNode) -> String {
    var text = comments(root.comments, indentation: 0)
    switch root.content {
    case .map(let entries) where !entries.isEmpty:
      for entry in entries { text += block(entry, indentation: 0) }
    case .list(let items) where !items.isEmpty:
      for item in items { text += self.item(item, indentation: 0, isStep: false) }
    case _:
      text += flow(root) + "\n"
    }
    return text
  }

  // MARK: - One line

  /// A node in one line; texts of several lines are escaped.
  private func flow(_ node: ScenarioNode, isInFlow: Bool = false) -> String {
    switch Self.opened(node).content {
    case .value(.string(let text)):
      YAMLSpelling(isInFlow: isInFlow).spelling(of: Self.escaped(text))
    case .value(let value): value.writtenOut
    case .spelled(let text): text
    case .template(let text): YAMLSpelling(isInFlow: isInFlow).spelling(of: text)
    case .list(let items):
      "[\(items.map { flow($0, isInFlow: true) }.joined(separator: ", "))]"
    case .map(let entries):
      Self.braces(
        entries.map { "\(key($0.key, isInFlow: true)): \(flow($0.value, isInFlow: true))" }
      )
    }
  }

  private func key(_ node: ScenarioNode, isInFlow: Bool) -> String {
    let text =
      switch node.content {
      case .value(.string(let text)): Self.escaped(text)
      case .template(let text), .spelled(let text): text
      case .value, .list, .map: flow(node, isInFlow: isInFlow)
      }
    return YAMLSpelling(isInFlow: isInFlow, isKey: true).spelling(of: text)
  }

  private static func braces(_ entries: [String]) -> String {
    entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
  }

  /// A text in which `${` is nothing special.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), result.last == UInt8(ascii: "$") {
        result.append(UInt8(ascii: "$"))
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: - Several lines

  /// A key with its value, and a line feed.
  private func block(_ entry: ScenarioNode.Entry, indentation: Int) -> String {
    let spaces = String(repeating: " ", count: indentation)
    let key = key(entry.key, isInFlow: false)
    let isLong = key.unicodeScalars.count > Self.longestKey
    let start = isLong ? "\(spaces)? \(key)\n\(spaces):" : "\(spaces)\(key):"
    let holdsSteps = Self.keysOfSteps.contains(key)
    return comments(entry.key.comments + entry.value.comments, indentation: indentation)
      + value(entry.value, behind: start, indentation: indentation, holdsSteps: holdsSteps)
  }

  /// What stands behind a key or a dash.
  private func value(
    _ node: ScenarioNode,
    behind start: String,
    indentation: Int,
    holdsSteps: Bool
  ) -> String {
    let node = Self.opened(node)
    if !hasComments(node), !holdsSteps || isEmpty(node) {
      let line = "\(start) \(flow(node))"
      if isScalar(node) {
        return literal(node, behind: start, indentation: indentation) ?? line + "\n"
      }
      if line.count <= Self.widest, !holdsLines(node) || isEmpty(node) { return line + "\n" }
    }
    switch node.content {
    case .map(let entries):
      return entries.reduce(into: start + "\n") { $0 += block($1, indentation: indentation + 2) }
    case .list(let items):
      return items.reduce(into: start + "\n") {
        $0 += item($1, indentation: indentation + 2, isStep: holdsSteps)
      }
    case .value, .spelled, .template:
      return "\(start) \(flow(node))\n"
    }
  }

  /// An item of a list: what a map holds stands behind the dash.
  private func item(_ node: ScenarioNode, indentation: Int, isStep: Bool) -> String {
    let spaces = String(repeating: " ", count: indentation)
    let comments = comments(node.comments, indentation: indentation)
    var node = Self.opened(node)
    node.comments = []
    let line = "\(spaces)- \(flow(node))"
    let fits = !isStep && !hasComments(node) && !holdsLines(node) && line.count <= Self.widest
    guard case .map(let entries) = node.content, !entries.isEmpty, !fits else {
      return comments
        + value(node, behind: "\(spaces)-", indentation: indentation, holdsSteps: false)
    }
    let body = entries.reduce(into: "") { $0 += block($1, indentation: indentation + 2) }
    // The first line behind the dash; a comment cannot stand there.
    let isPlain = entries[0].key.comments.isEmpty && entries[0].value.comments.isEmpty
    let dash = "\(spaces)- "
    return comments
      + (isPlain ? dash + body.dropFirst(indentation + 2) : "\(spaces)-\n" + body)
  }

  /// A text of several lines as it stands; `nil` when it must be escaped.
  private func literal(
    _ node: ScenarioNode,
    behind start: String,
    indentation: Int
  ) -> String? {
    let text: String
    switch node.content {
    case .value(.string(let value)): text = Self.escaped(value)
    case .template(let template): text = template
    case .value, .spelled, .list, .map: return nil
    }
    guard text.contains("\n"), let first = text.unicodeScalars.first, first != " ", first != "\n"
    else { return nil }
    guard first != "\t",
      text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || YAMLSpelling.isPrintable($0) })
    else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var mark = "|-"
    if lines.last == "" {
      lines.removeLast()
      mark = lines.last == "" ? "|+" : "|"
    }
    let spaces = String(repeating: " ", count: indentation + 2)
    let body = lines.map { $0.isEmpty ? "\n" : "\(spaces)\($0)\n" }.joined()
    return "\(start) \(mark)\n\(body)"
  }

  /// A node whose lists and maps are nodes of their own.
  private static func opened(_ node: ScenarioNode) -> ScenarioNode {
    guard case .value(let value) = node.content else { return node }
    var opened = node
    switch value {
    case .array(let elements):
      opened.content = .list(elements.map { ScenarioNode(.value($0), at: node.range) })
    case .object(let members):
      opened.content = .map(
        members.map { name, value in
          .init(
            ScenarioNode(.value(.string(name)), at: node.range),
            ScenarioNode(.value(value), at: node.range)
          )
        }
      )
    case .null, .bool, .number, .string: break
    }
    return opened
  }

  private func isScalar(_ node: ScenarioNode) -> Bool {
    switch node.content {
    case .list, .map, .value(.array), .value(.object): false
    case .value, .spelled, .template: true
    }
  }

  private func isEmpty(_ node: ScenarioNode) -> Bool {
    switch node.content {
    case .list(let items): items.isEmpty
    case .map(let entries): entries.isEmpty
    case .value, .spelled, .template: false
    }
  }

  /// Whether a comment stands somewhere inside, so that it needs lines of its own.
  private func hasComments(_ node: ScenarioNode) -> Bool {
    switch node.content {
    case .list(let items): items.contains { !$0.comments.isEmpty || hasComments($0) }
    case .map(let entries):
      entries.contains {
        !$0.key.comments.isEmpty || !$0.value.comments.isEmpty || hasComments($0.value)
      }
    case .value, .spelled, .template: false
    }
  }

  /// Whether a text of several lines stands somewhere inside.
  private func holdsLines(_ node: ScenarioNode) -> Bool {
    switch Self.opened(node).content {
    case .value(.string(let text)), .template(let text): text.utf8.contains(0x0A)
    case .list(let items): items.contains { holdsLines($0) }
    case .map(let entries): entries.contains { holdsLines($0.value) }
    case .value, .spelled: false
    }
  }

  private func comments(_ lines: [String], indentation: Int) -> String {
    let spaces = String(repeating: " ", count: indentation)
    let all = lines.flatMap { $0.split(omittingEmptySubsequences: false) { $0.isNewline } }
    return all.map { line in
      var kept = String.UnicodeScalarView()
      for scalar in line.unicodeScalars {
        kept.append(YAMLSpelling.isPrintable(scalar) ? scalar : " ")
      }
      return kept.isEmpty ? "\(spaces)#\n" : "\(spaces)# \(String(kept))\n"
    }
    .joined()
  }
}
