public import Diagnostics
public import Scenarios

/// Reads `.hurl` files as scenarios: a file is a scenario of its name, an entry a step.
///
/// ```swift
/// ScenarioLoader(vocabulary: .standard, frontEnds: [HurlFrontEnd()]).load(["suite"])
/// ```
public struct HurlFrontEnd: ScenarioFrontEnd {
  /// Makes a front end.
  public init() {}

  public var endings: [String] { [".hurl"] }

  public func read(_ file: SourceFile) -> (root: ScenarioNode?, diagnostics: [Diagnostic]) {
    let (syntax, found) = HurlParser.parse(file)
    guard let syntax else { return (nil, found) }
    var lowering = HurlLowering()
    let root = lowering.scenario(syntax, path: file.path)
    return (root, found + lowering.diagnostics)
  }
}
