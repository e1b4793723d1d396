extension MapGrammar {
  /// The large maps of a file, whose keys are easily written into another of them, and what hints call them.
  private static let large: [(grammar: MapGrammar, name: String)] = [
    (.step, "a step"), (.expectation, "expect"), (.defaults, "defaults"),
    (.scenario, "a scenario"), (.sharedSteps, "a file of steps"), (.project, "curlew.yaml"),
  ]

  /// Says which of the large maps have a key that another of them does not know.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - noun: What the map is called in which it stands.
  /// - Returns: A hint, `status is a key of expect` for instance; nil when the map is none of these, or no other has the key.
  static func owners(of key: String, writtenIn noun: String) -> String? {
    if noun == requestLine.noun {
      return step.table.contains(key) ? "write \(key) beside request" : nil
    }
    guard large.contains(where: { $0.grammar.noun == noun }) else { return nil }
    let owners = large.filter { $0.grammar.table.contains(key) && $0.grammar.noun != noun }
    guard let last = owners.last else { return nil }
    let others = owners.dropLast().map { "of \($0.name)" }.joined(separator: ", ")
    return others.isEmpty
      ? "\(key) is a key of \(last.name)" : "\(key) is a key \(others) or of \(last.name)"
  }
}
