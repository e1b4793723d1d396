public import Diagnostics
public import Scenarios

/// Reads `.hurl` files as scenarios: a file is a scenario of its name, an entry a step.
///
/// ```swift
/// ScenarioLoader(vocabulary: .standard, frontEnds: [HurlFrontEnd()]).load(["suite"])
/// ```
public struct HurlFrontEnd: ScenarioFrontEnd {
  private let settings: HurlSettings

  /// Makes a front end.
  ///
  /// - Parameter writesTitles: whether an entry without a comment above it is named by its method and URL as the file spells
  ///   them; without a name, reports call a step by those of the scenario.
  public init(writesTitles: Bool = true) {
    var settings = HurlSettings()
    settings.writesTitles = writesTitles
    self.settings = settings
  }

  /// Makes a front end.
  ///
  /// - Parameter settings: what the command says of the files.
  public init(settings: HurlSettings) { self.settings = settings }

  public var endings: [String] { settings.endings }

  public func read(_ file: SourceFile) -> (root: ScenarioNode?, diagnostics: [Diagnostic]) {
    let (syntax, found) = HurlParser.parse(file)
    guard let syntax else { return (nil, found) }
    var lowering = HurlLowering(settings: settings)
    let root = lowering.scenario(syntax, path: file.path)
    return (root, found + lowering.diagnostics)
  }

  public func stepCount(upToLine line: Int, of file: SourceFile) -> Int? {
    guard let syntax = HurlParser.parse(file).file,
      let place = syntax.entries.firstIndex(where: {
        ($0.range.start.line...max($0.range.start.line, $0.range.end.line)).contains(line)
      })
    else { return nil }
    var lowering = HurlLowering(settings: settings)
    return syntax.entries[...place].reduce(0) { count, entry in
      count + lowering.steps(entry, comments: syntax.comments(above: entry)).count
    }
  }
}
