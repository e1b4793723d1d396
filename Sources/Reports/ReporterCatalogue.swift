import Diagnostics

/// All kinds of reports, by name.
///
/// A new kind is a folder with its reporter, the definition beside it, and one line here.
public enum ReporterCatalogue: Sendable {
  /// The kinds in the order in which help shows them.
  public static let all: [ReporterDefinition] = [
    .console,
    .junit,
    .html,
    .json,
    .events,
    .tap,
    .markdown,
    .github,
    .har,
    .coverage,
    .coverageMarkdown,
  ]

  /// The names in the same order.
  public static var names: [String] { all.map(\.name) }

  /// The kind of a name.
  ///
  /// - Throws: for an unknown name, with the one that was probably meant.
  public static func definition(named name: String) throws(ReporterError) -> ReporterDefinition {
    if let definition = all.first(where: { $0.name == name }) { return definition }
    let near = Suggestion.nearest(to: name, in: names)
    throw ReporterError(
      "unknown report \"\(TerminalText.escaped(name))\"",
      hint: near.map { "did you mean \"\($0)\"?" } ?? "there are \(names.joined(separator: ", "))"
    )
  }
}
