import Diagnostics
import Scenarios

/// Finds the path that a scenario without a base cannot request, before anything is sent.
enum MissingBase {
  /// What is wrong with the first step whose URL is a path alone.
  ///
  /// - Parameter scenario: one that neither itself nor its project gives a base.
  /// - Returns: `nil` when every URL is whole, as far as that can be known.
  static func diagnostic(for scenario: PlannedScenario) -> Diagnostic? {
    guard scenario.source?.skip == nil else { return nil }
    let steps = scenario.setup + scenario.steps + scenario.teardown
    guard let url = path(in: steps) else { return nil }
    return Diagnostic(
      .error,
      "\"\(url.source)\" is a path, and the scenario has no base",
      at: url.range,
      hint: "write base: https://… in the scenario or in curlew.yaml, or the whole URL here"
    )
  }

  /// The first URL that starts with `/`; steps are nested no deeper than files are read.
  private static func path(in steps: [PlannedStep]) -> TextTemplate? {
    for step in steps {
      if let url = path(in: step.children) { return url }
      if let url = step.request?.request.url, case .literal(let start)? = url.segments.first,
        start.hasPrefix("/")
      {
        return url
      }
    }
    return nil
  }
}
