public import Diagnostics

/// Reads scenario files into syntax, with every mistake of a file as a diagnostic.
///
/// ```swift
/// let parser = ScenarioParser(vocabulary: .standard)
/// let (scenario, diagnostics) = parser.parse(file)
/// ```
public struct ScenarioParser: Sendable {
  /// The matchers, schemes and options that files may use.
  public let vocabulary: Vocabulary
  private let matcherNames: NameTable
  /// Those who read files that are not YAML.
  let frontEnds: [any ScenarioFrontEnd]
  private let commonDefaults = CommonDefaults()

  /// Makes a parser for a vocabulary.
  ///
  /// - Parameters:
  ///   - vocabulary: the matchers, schemes and options that files may use.
  ///   - frontEnds: who reads files that are not YAML; their endings differ.
  public init(vocabulary: Vocabulary, frontEnds: [any ScenarioFrontEnd] = []) {
    self.vocabulary = vocabulary
    self.frontEnds = frontEnds
    matcherNames = NameTable(vocabulary.matchers.map(\.name))
  }

  /// Reads a scenario, but not the files that it uses: ``ScenarioLoader`` does that.
  ///
  /// - Parameter file: its text.
  /// - Returns: what could be understood, and the diagnostics in the order of their places. A scenario beside errors is good
  ///   for further checks, not for running.
  public func parse(_ file: SourceFile) -> (scenario: Scenario?, diagnostics: [Diagnostic]) {
    let reader = reader(of: file)
    let scenario = reader.scenario()
    return (scenario, reader.sortedDiagnostics)
  }

  /// Who reads a file that is not YAML.
  func frontEnd(of path: String) -> (any ScenarioFrontEnd)? {
    frontEnds.first { $0.endings.contains { path.hasSuffix($0) } }
  }

  func reader(
    of file: SourceFile,
    sharedSteps: @escaping (Located<String>) -> SharedStepsReference? = { _ in nil }
  ) -> FileReader {
    FileReader(
      file,
      vocabulary: vocabulary,
      matcherNames: matcherNames,
      frontEnd: frontEnd(of: file.path),
      commonDefaults: commonDefaults,
      sharedSteps: sharedSteps
    )
  }
}
