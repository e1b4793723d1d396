import Diagnostics
import Documents
import Scenarios

extension HurlLowering {
  private typealias Entry = ScenarioTree.Entry

  /// `[Captures]`.
  mutating func captures(_ rows: [HurlCapture]) -> [ScenarioTree.Entry] {
    var seen: Set<String> = []
    return rows.compactMap { row in
      guard let spelled = self.name(row.name) else { return nil }
      let name = target(spelled)
      guard seen.insert(name).inserted else {
        let message = "\"\(spelled.value)\" is captured twice"
        error(message, at: row.name.range, hint: "choose another name")
        return nil
      }
      guard var query = lower(row.query, row.filters) else { return nil }
      if query.value.kind == .flag { query = raised(query, at: row.query.range) }
      captured[name] = query.value
      knownTexts[name] = nil
      var entries = query.entries
      if let redact = row.redact { entries.append(tree.entry("secret", .bool(true, at: redact))) }
      return tree.entry(name, tree.map(entries, at: row.range), at: row.name.range)
    }
  }

  /// A flag of a cookie as a capture: a value where it is raised, else none.
  private mutating func raised(_ query: LoweredQuery, at range: SourceRange) -> LoweredQuery {
    let isTrue = ScenarioNode.Entry("regex", .text("^(true)$", at: range))
    let pipe: [ScenarioNode] = [.text("text", at: range), .map([isTrue], at: range)]
    let entries = query.entries + [tree.entry("pipe", .list(pipe, at: range))]
    return LoweredQuery(entries: entries, value: .init(kind: .optional))
  }

  /// A row of `[Asserts]`.
  ///
  /// - Parameter row: what must hold.
  /// - Returns: a query with matchers; `nil` for what cannot be run, which is reported.
  mutating func assertion(_ row: HurlAssertion) -> ScenarioTree.Node? {
    let isNegated = row.predicate.negation != nil
    guard var query = lower(row.query, row.filters, failsOnNothing: isNegated),
      let (guards, matcher) = matchers(row.predicate, of: query)
    else { return nil }
    query.entries += guards
    query.entries.append(matcher)
    return tree.map(query.entries, at: row.range)
  }
}
