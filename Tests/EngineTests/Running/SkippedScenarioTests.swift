import RunEvents
import TestSupport
import Testing

/// A scenario none of whose steps ran says nothing about the service.
@Suite(.timeLimit(.minutes(5))) struct SkippedScenarioTests {
  private static let never = "when: \"${1 > 2}\""
  private static let reason = "its condition 1 > 2 is not true"

  @Test(arguments: [
    ("steps: [{ GET: /json, \(never) }]", ScenarioReport.Outcome.skipped(reason: reason)),
    (
      "steps: [{ GET: /json, \(never) }, { GET: /json, each: '${[]}' }]",
      .skipped(reason: reason)
    ),
    ("steps: [{ GET: /json, each: '${[]}' }]", .skipped(reason: "there are no turns")),
    (
      "setup: [{ GET: /json }]\nsteps: [{ GET: /json, \(never) }]\nteardown: [{ GET: /json }]",
      .skipped(reason: reason)
    ),
    (
      "steps: [{ GET: /status/500, known-failure: issue 7 }]",
      .skipped(reason: "known failure: issue 7")
    ),
    ("known-failure: a\nsteps: [{ GET: /json, \(never) }]", .skipped(reason: reason)),
    ("steps: [{ GET: /json, \(never) }, { GET: /json }]", .passed),
    ("setup: [{ GET: /json }]", .passed),
    ("steps: [{ GET: /json, \(never) }]\nteardown: [{ GET: /status/500 }]", .failed),
    ("setup: [{ GET: /status/500 }]\nsteps: [{ GET: /json, \(never) }]", .errored),
  ])
  func `a scenario whose steps were all skipped is skipped with the reason`(
    text: String,
    outcome: ScenarioReport.Outcome
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [outcome], "\(run.problems)")
    await server.stop()
  }

  @Test func `before-all whose steps were all skipped keeps nothing from running`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      [
        "curlew.yaml": "base: BASE\nbefore-all: [{ GET: /json, \(Self.never) }]\n",
        "a.scenario.yaml": "scenario: a\nsteps: [{ GET: /json }]\n",
      ],
      base: server.url,
      paths: ["a.scenario.yaml"]
    )
    #expect(run.summary.scenarios.passed == 1)
    #expect(run.summary.scenarios.total == 1)
    #expect(run.summary.failedOutsideCount == 0)
    await server.stop()
  }
}
