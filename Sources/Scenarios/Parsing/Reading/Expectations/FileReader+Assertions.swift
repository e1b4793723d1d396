import Diagnostics
import Documents

extension FileReader {
  /// `assert`: a condition, a value with matchers, or a list of these; what has a mistake is left out.
  func assertions(_ node: YAMLNode) -> [StepAssertion] {
    if case .sequence(let items) = node.content, items.isEmpty {
      error(
        "nothing is asserted",
        at: node.range,
        hint: "as in assert: [\"${length(ids) == 12}\"], or remove the step"
      )
    }
    return oneOrMore(node).compactMap { assertion($0) }
  }

  private func assertion(_ node: YAMLNode) -> StepAssertion? {
    guard case .mapping(let entries) = node.content else {
      return expression(node, "assert").map { .condition($0) }
    }
    let matchers = entries.filter { $0.name != "value" && !$0.isEmpty }
    let value = entries.first { $0.isNamed("value") }
    if value == nil {
      error(
        "assert needs the key \"value\"",
        at: firstLine(of: node.range),
        hint: "as in \(MapGrammar.assertion.example)"
      )
    }
    if let first = matchers.first, let last = matchers.last {
      let range = first.range(through: last)
      checkMatchers(matchers, node, of: Judged(.value, "the value", key: "value"))
      guard let value, !value.isEmpty else { return nil }
      return .value(self.value(value.value), matcher: map(matchers, at: range))
    }
    if let value, !entries.contains(where: { $0.name != "value" }) {
      error(
        "nothing is asserted of the value",
        at: value.key.range,
        hint: "write a matcher beside it, as in \(MapGrammar.assertion.example)"
      )
    }
    return nil
  }

  /// `that`: a condition, a query with matchers, or a list of these; what has a mistake is left out.
  func responseAssertions(_ node: YAMLNode) -> [ResponseAssertion] {
    oneOrMore(node).compactMap { responseAssertion($0) }
  }

  private func responseAssertion(_ node: YAMLNode) -> ResponseAssertion? {
    guard case .mapping = node.content else {
      return expression(node, "that").map { .condition($0) }
    }
    guard let keys = entries(of: node, .responseQuery) else { return nil }
    let query = query(keys, node, "that", grammar: .responseQuery)
    var matchers = keys.others
    if matchers.contains(where: \.isEmpty) { matchers.removeAll(where: \.isEmpty) }
    guard let range = matchers.last.flatMap({ matchers.first?.range(through: $0) }) else {
      if query != nil, keys.others.isEmpty {
        error(
          "nothing is expected of what the query finds",
          at: firstLine(of: node.range),
          hint: "write a matcher beside it, as in \(MapGrammar.responseQuery.example)"
        )
      }
      return nil
    }
    checkMatchers(matchers, node, of: Judged(.value, "what is found", key: "that"))
    guard let query else { return nil }
    if case .body(let format, _, let path) = query.source, format.queries == .xPath {
      noteVacuousExists(path, matchers)
    }
    return .query(query, matcher: matcher(matchers, at: range))
  }

  /// Matchers as a value; `equals` alone, with a constant that stands for `equals` by itself, is that constant.
  private func matcher(_ entries: [YAMLEntry], at range: SourceRange) -> ValueTemplate {
    guard entries.count == 1, entries[0].isNamed("equals"),
      let constant = self.constant(entries[0].value, at: range)
    else { return map(entries, at: range) }
    return constant
  }
}
