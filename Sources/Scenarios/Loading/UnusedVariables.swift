import Diagnostics

/// Finds variables that are given a value from outside and stand in no file.
struct UnusedVariables {
  private let files: [SourceFile]
  private let known: [String]

  init(project: Project?, scenarios: [Scenario], shared: [SharedSteps]) {
    files = [project?.file].compactMap(\.self) + scenarios.map(\.file) + shared.map(\.file)
    let own = project?.allVariables ?? []
    known = (own + scenarios.flatMap(\.variables)).map(\.name.value)
  }

  /// What to say about names that no file has.
  ///
  /// - Parameter names: those of `--var`.
  /// - Returns: a warning for each; where bodies are files of their own, which may have it, only for what looks like a slip.
  func warnings(of names: [String]) -> [Diagnostic] {
    guard !files.isEmpty else { return [] }
    let hasTemplates = names.isEmpty ? false : contains("template")
    var told: Set<String> = []
    return names.compactMap { name in
      guard told.insert(name).inserted, !contains(name) else { return nil }
      let suggestion = Suggestion.nearest(to: name, in: Set(known).sorted())
      guard suggestion != nil || !hasTemplates else { return nil }
      return Diagnostic(
        .warning,
        "no file uses the variable \"\(name)\" of --var",
        at: .none,
        suggestion: suggestion
      )
    }
  }

  /// Whether a name stands somewhere as a word.
  private func contains(_ name: String) -> Bool {
    let wanted = Array(name.utf8)
    return files.contains { file in
      let utf8 = file.utf8
      var place = utf8.startIndex
      while let start = utf8[place...].firstIndex(of: wanted[0]) {
        place = start + 1
        let end = start + wanted.count
        guard end <= utf8.count, utf8[start..<end].elementsEqual(wanted) else { continue }
        let isBegun = start > 0 && ExpressionLexer.continuesName(utf8[start - 1])
        let goesOn = end < utf8.count && ExpressionLexer.continuesName(utf8[end])
        if !isBegun, !goesOn { return true }
      }
      return false
    }
  }
}
