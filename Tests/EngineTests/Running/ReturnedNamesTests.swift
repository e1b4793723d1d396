import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// What steps of another file hand over to the step that uses them.
@Suite(.timeLimit(.minutes(5))) struct ReturnedNamesTests {
  private static let steps = [
    "make.steps.yaml": """
    parameters: { user: ada, fails: false }
    returns: [made, user]
    steps:
      - GET: /echo?${user}
        capture: { made: { json: $.target }, hidden: { json: $.method } }
      - when: ${fails}
        GET: /status/500

    """
  ]

  private func run(_ steps: String, on server: FixtureServer) async throws -> EngineRun {
    let file = "scenario: s\nbase: BASE\n\(steps)\n"
    return try await EngineRun(
      Self.steps.merging(["s.scenario.yaml": file]) { $1 },
      base: server.url
    ) { $0.jobs = 1 }
  }

  @Test(arguments: [
    ("- use: make.steps.yaml", "/echo?ada ada"),
    ("- use: make.steps.yaml\n    capture: { mine: \"${made}\" }", "- - /echo?ada"),
    ("- use: make.steps.yaml\n    capture: {}", "- -"),
    ("- { use: make.steps.yaml, each: [a, b], as: one, with: { user: \"${one}\" } }", "/echo?b b"),
    (
      "- { use: make.steps.yaml, each: [a, b], as: one, together: true, with: { user: \"${one}\" } }",
      "/echo?b b"
    ),
    ("- { use: make.steps.yaml, repeat: 2, with: { user: \"u${loop.index}\" } }", "/echo?u1 u1"),
    ("- parallel: [{ use: make.steps.yaml }, { wait: 1ms }]", "/echo?ada ada"),
    ("- { use: make.steps.yaml, when: false }", "- -"),
    (
      "- { use: make.steps.yaml, repeat: 2, with: { user: \"u${loop.index}\" }, collect: { made: \"${made}\" } }",
      "[\"/echo?u0\",\"/echo?u1\"] u1"
    ),
  ])
  func `returns gives the step names without a capture, and capture takes their place`(
    use: String,
    log: String
  ) async throws {
    let server = try await FixtureServer.start()
    let takesOther = use.contains("mine")
    let isEmpty = use.contains("capture: {}")
    let values =
      takesOther || isEmpty
      ? "\"- -\(takesOther ? " ${mine}" : "")\"" : "\"${made ?? '-'} ${user ?? '-'}\""
    let run = try await run("steps:\n  \(use)\n  - step: it\n    log: \(values)", on: server)
    #expect(run.diagnostics.map(\.message) == [])
    #expect(run.step("it")?.logs == [log], "\(run.problems)")
    await server.stop()
  }

  @Test func `what was captured before a failure is handed over to the teardown`() async throws {
    let server = try await FixtureServer.start()
    let run = try await run(
      """
      steps:
        - use: make.steps.yaml
          with: { fails: true }
      teardown:
        - step: it
          log: ${made}
      """,
      on: server
    )
    #expect(run.outcomes == [.failed])
    #expect(run.step("it")?.logs == ["/echo?ada"], "\(run.problems)")
    await server.stop()
  }

  @Test func `before-all hands what it was handed over to scenarios and to used steps`()
    async throws
  {
    let server = try await FixtureServer.start()
    let files = [
      "curlew.yaml": "base: BASE\nbefore-all: [{ use: make.steps.yaml }]\n",
      "log.steps.yaml": "steps: [{ step: it, log: \"${made}\" }]\n",
      "s.scenario.yaml": "scenario: s\nsteps: [{ GET: \"${made}\" }, { use: log.steps.yaml }]\n",
    ]
    let run = try await EngineRun(Self.steps.merging(files) { $1 }, base: server.url)
    #expect(run.outcomes.last == .passed, "\(run.problems) \(run.diagnostics.map(\.message))")
    #expect(run.step("log › it")?.logs == ["/echo?ada"])
    await server.stop()
  }

  @Test(arguments: [
    "variables: { made: 1 }\nsteps: [{ use: make.steps.yaml }]",
    "cases: [{ made: 1 }]\nsteps: [{ use: make.steps.yaml }]",
    "steps: [{ use: make.steps.yaml }, { use: make.steps.yaml }]",
    "steps: [{ set: { made: 1 } }, { use: make.steps.yaml }]",
    "steps: [{ use: make.steps.yaml, each: [1], as: made }]",
    "steps: [{ parallel: [{ use: make.steps.yaml }], each: [1], as: made }]",
    "steps: [{ parallel: [{ use: make.steps.yaml }, { use: make.steps.yaml }] }]",
    "setup: [{ use: make.steps.yaml }]\nsteps: [{ wait: 1ms }]\nteardown: [{ use: make.steps.yaml }]",
  ])
  func `a name that has a value already is a mistake, and nothing is sent`(
    text: String
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await run(text, on: server)
    #expect(run.diagnostics.contains { $0.message.contains("made") }, "\(run.diagnostics)")
    #expect(run.outcomes.isEmpty)
    #expect(server.counts.requests == 0)
    await server.stop()
  }
}
