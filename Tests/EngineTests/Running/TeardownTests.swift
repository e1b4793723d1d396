import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// When teardown runs, and what of it.
@Suite(.timeLimit(.minutes(5))) struct TeardownTests {
  private static let teardown = """
    teardown:
      - step: first
        DELETE: /status/500
      - step: needs it
        DELETE: /status/204?${id}
      - step: last
        DELETE: /status/204?last
    """

  @Test(arguments: [
    ("- GET: /status/500", ScenarioReport.Outcome.failed),
    ("- GET: /fault/resetBeforeHead", .errored), ("- GET: /json", .failed),
    ("- set: { x: \"${env.NO_SUCH}\" }", .errored),
  ])
  func `all of it runs whatever happened before and within`(
    step: String,
    outcome: ScenarioReport.Outcome
  ) async throws {
    let server = try await FixtureServer.start()
    let text = """
      variables: { id: known }
      steps:
        \(step)
      \(Self.teardown)
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [outcome], "\(run.problems)")
    #expect(
      server.requests.filter { $0.method == "DELETE" }.map(\.target) == [
        "/status/500", "/status/204?known", "/status/204?last",
      ]
    )
    await server.stop()
  }

  @Test func `a step that needs a capture which was never made is skipped`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - GET: /status/500
        - GET: /json
          capture: { id: { json: $.id } }
      \(Self.teardown.replacing("500", with: "204"))
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.step("needs it")?.result.word.contains("id") == true)
    #expect(run.step("needs it")?.result.word.hasPrefix("skipped") == true)
    #expect(run.step("last")?.result.word == "passed")
    await server.stop()
  }

  @Test func `what was captured before another capture found nothing is there to clean up`()
    async throws
  {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - step: create
          GET: /json
          capture: { none: { json: $.none }, id: { json: $.slideshow.title } }
      \(Self.teardown)
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    // The answer came and lacks what was to be in it: that is a verdict.
    #expect(run.step("create")?.result.word.hasPrefix("failed") == true, "\(run.problems)")
    #expect(run.outcomes == [.failed])
    #expect(server.requests.contains { $0.target == "/status/204?Sample" })
    await server.stop()
  }

  @Test func `a scenario's time limit ends its steps, not its teardown`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      timeout: 1s
      variables: { id: known }
      setup:
        - GET: /delay/1200
      steps:
        - step: slow
          GET: /fault/stallBeforeHead
        - step: never
          GET: /json
      teardown:
        - step: clean
          DELETE: /delay/1200
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.errored])
    #expect(run.step("slow")?.result.word == "errored")
    #expect(run.step("never")?.result.word.hasPrefix("skipped") == true)
    #expect(run.step("clean")?.result.word == "passed", "\(run.problems)")
    await server.stop()
  }

  @Test func `a stop ends the steps, keeps others from beginning, and leaves the teardown`()
    async throws
  {
    let server = try await FixtureServer.start()
    let stop = StopSignal()
    async let stopped: Void = {
      _ = try await server.requests(count: 1)
      stop.stop(.interrupt(signal: 2))
    }()
    let text = """
      scenario: s
      base: BASE
      steps:
        - GET: /fault/stallBeforeHead
      teardown:
        - DELETE: /status/204
      """
    let run = try await EngineRun(
      ["a.scenario.yaml": text, "b.scenario.yaml": text],
      base: server.url,
      stop: stop
    ) { $0.jobs = 1 }
    try await stopped
    #expect(run.outcomes == [.errored, .notRun(reason: "the run was interrupted")])
    #expect(server.requests.map(\.method) == ["GET", "DELETE"])
    #expect(run.summary.interrupted)
    await server.stop()
  }

  @Test func `a failed set-up skips the steps and is an error`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      variables: { id: known }
      setup: [{ GET: /status/500 }]
      steps: [{ step: never, GET: /json }]
      \(Self.teardown)
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.errored])
    #expect(run.step("never")?.result.word == "skipped: the set-up did not succeed")
    #expect(run.step("GET /status/500")?.result.word.hasPrefix("errored") == true)
    #expect(run.summary.steps.errored == 1)
    #expect(server.requests.map(\.method) == ["GET", "DELETE", "DELETE", "DELETE"])
    await server.stop()
  }

  @Test(arguments: [
    ("request", "GET: /status/500", "GET: /json"),
    ("use", "use: bad.steps.yaml", "use: good.steps.yaml"),
    ("parallel", "parallel: [{ GET: /status/500 }]", "parallel: [{ GET: /json }]"),
    ("loop", "each: [500, 200]\n    as: s\n    GET: /status/${s}", "repeat: 2\n    GET: /json"),
  ])
  func `a known failure is skipped, and fails once it passes`(
    kind: String,
    bad: String,
    good: String
  ) async throws {
    let server = try await FixtureServer.start()
    let files = [
      "bad.steps.yaml": "steps: [{ GET: /status/500 }]\n",
      "good.steps.yaml": "steps: [{ GET: /json }]\n",
    ]
    for (step, outcome) in [(bad, ScenarioReport.Outcome.passed), (good, .failed)] {
      let text = """
        scenario: s
        base: BASE
        steps:
          - known-failure: issue 7
            \(step)
          - step: next
            GET: /json

        """
      let run = try await EngineRun(
        files.merging(["s.scenario.yaml": text]) { $1 },
        base: server.url
      )
      #expect(run.outcomes == [outcome], "\(kind): \(run.problems)")
      #expect(
        run.step("next")?.result.word.hasPrefix(outcome == .passed ? "passed" : "skip") == true
      )
    }
    await server.stop()
  }

  @Test func `a used file of a teardown goes on after a step that failed`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      [
        "one.scenario.yaml": """
        scenario: one
        base: BASE
        steps:
          - step: makes
            use: make.steps.yaml
            capture: { id: "${id}", other: "${other}" }
        teardown:
          - use: clean.steps.yaml
            with: { id: "${id}" }
          - step: needs other
            DELETE: /status/204?${other}
          - step: each
            DELETE: /status/${item}
            each: [500, 204]
          - step: last
            DELETE: /status/204?last

        """,
        "make.steps.yaml": """
        steps:
          - GET: /json
            capture: { id: { json: $.slideshow.title } }
          - GET: /status/500
            capture: { other: { header: X-Other } }

        """,
        "clean.steps.yaml": """
        parameters: { id: required }
        steps:
          - DELETE: /status/500?${id}
            capture: { token: { header: X-Token } }
          - step: inner
            DELETE: /status/204?inner
          - step: needs token
            DELETE: /status/204?${token}

        """,
      ],
      base: server.url,
      paths: ["one.scenario.yaml"]
    )
    #expect(
      server.requests.filter { $0.method == "DELETE" }.map(\.target) == [
        "/status/500?Sample", "/status/204?inner", "/status/500", "/status/204",
        "/status/204?last",
      ],
      "\(run.problems)"
    )
    #expect(run.steps.last { $0.step.name.hasSuffix("needs token") }?.result.isGood == true)
    #expect(run.step("needs other")?.result.word.hasPrefix("skipped") == true)
    await server.stop()
  }
}
