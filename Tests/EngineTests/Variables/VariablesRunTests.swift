import Diagnostics
import Documents
import Engine
import RunEvents
import TestSupport
import Testing

/// Which of several definitions of a name stands.
@Suite(.timeLimit(.minutes(5))) struct VariablesRunTests {
  /// From weakest to strongest, how each layer defines `x`.
  static let layers = [
    "project", "environment", "scenario", "option", "before-all", "row", "as", "set",
  ]

  @Test(arguments: layers.indices)
  func `the strongest layer that defines a name stands`(last: Int) async throws {
    let server = try await FixtureServer.start()
    let has = { (layer: String) in Self.layers[...last].contains(layer) }
    let project = """
      base: BASE
      variables: { x: project }
      environments: { there: { variables: { \(has("environment") ? "x: environment" : "y: 1") } } }
      \(has("before-all") ? "before-all: [{ set: { x: before-all } }]" : "")

      """
    let scenario = """
      scenario: s
      \(has("scenario") ? "variables: { x: scenario }" : "")
      \(has("row") ? "cases: [{ x: row }]" : "")
      steps:
        \(has("set") ? "- set: { x: set }" : "- set: { z: 1 }")
        - GET: /json?${x}
          \(last == 6 ? "each: [as]\n    as: x" : "")

      """
    let run = try await EngineRun(
      ["curlew.yaml": project, "s.scenario.yaml": scenario],
      base: server.url
    ) { options in
      options.environment = "there"
      if has("option") { options.overrides["x"] = .string("option") }
    }
    #expect(run.diagnostics.isEmpty, "\(run.problems)")
    #expect(server.requests.map(\.query) == [Self.layers[last]])
    await server.stop()
  }

  @Test func `a variable that is overridden is not evaluated, the others may use it`() async throws
  {
    let server = try await FixtureServer.start()
    let text = """
      variables: { a: "${env.NO_SUCH_NAME}", b: "${a + 1}" }
      steps: [{ GET: "/json?${b}" }]
      """
    let run = try await EngineRun(scenario: text, base: server.url) { $0.overrides["a"] = 41 }
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(server.requests.map(\.query) == ["42"])
    await server.stop()
  }

  @Test func `a variable that needs one without a value errors its scenario alone`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      [
        "a.scenario.yaml":
          "scenario: a\nvariables: { x: \"${env.NO_SUCH_NAME}\" }\nsteps: [{ GET: BASE/json }]\n",
        "b.scenario.yaml": "scenario: b\nsteps: [{ GET: BASE/json }]\n",
      ],
      base: server.url
    )
    #expect(run.outcomes == [.errored, .passed], "\(run.problems)")
    #expect(server.counts.requests == 1)
    await server.stop()
  }

  @Test func `overriding one variable changes no other's random value`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      variables: { a: "${uuid()}", b: "${uuid()}" }
      steps: [{ GET: "/json?${b}" }]
      """
    let folder = try TemporaryFolder("engine")
    for overrides in [[:], ["a": "fixed"]] as [[String: JSONValue]] {
      _ = try await EngineRun(scenario: text, base: server.url, in: folder) {
        $0.overrides = overrides
      }
    }
    let queries = server.requests.map(\.query)
    #expect(queries.count == 2 && queries[0] == queries[1])
    await server.stop()
  }
}
