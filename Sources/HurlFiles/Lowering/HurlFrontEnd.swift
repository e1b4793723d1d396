public import Diagnostics
public import Scenarios

/// Reads `.hurl` files as scenarios: a file is a scenario of its name, an entry a step.
///
/// ```swift
/// ScenarioLoader(vocabulary: .standard, frontEnds: [HurlFrontEnd()]).load(["suite"])
/// ```
public struct HurlFrontEnd: ScenarioFrontEnd {
  private let writesTitles: Bool

  /// Makes a front end.
  ///
  /// - Parameter writesTitles: whether an entry without a comment above it is named by its method and URL as the file spells
  ///   them; without a name, reports call a step by those of the scenario.
  public init(writesTitles: Bool = true) { self.writesTitles = writesTitles }

  public var endings: [String] { [".hurl"] }

  public func read(_ file: SourceFile) -> (root: ScenarioNode?, diagnostics: [Diagnostic]) {
    let (syntax, found) = HurlParser.parse(file)
    guard let syntax else { return (nil, found) }
    var lowering = HurlLowering(writesTitles: writesTitles)
    let root = lowering.scenario(syntax, path: file.path)
    return (root, found + lowering.diagnostics)
  }
}
