import Assertions
import Diagnostics
import RunEvents
import TestSupport
import Testing

/// What `known-failure` excuses: failures, and errors only where it says so.
@Suite(.timeLimit(.minutes(5))) struct KnownFailureTests {
  private static let refused = "GET: 'http://127.0.0.1:1/'"
  private static let plain = "known-failure: issue 7"
  private static let whole = "known-failure: { reason: issue 7, errors: true }"

  @Test(arguments: [
    ("GET: /status/500", plain, "skipped: known failure: issue 7"),
    ("GET: /status/500", whole, "skipped: known failure: issue 7"),
    (refused, plain, "errored"), (refused, whole, "skipped: known failure: issue 7"),
    ("set: { x: \"${1 / 0}\" }", plain, "errored"),
    ("set: { x: \"${1 / 0}\" }", whole, "skipped: known failure: issue 7"),
    ("GET: '${1 / 0}'", plain, "errored"), ("GET: /json", whole, "failed"),
    (refused + "\n    repeat: 2", plain, "errored"),
    (refused + "\n    repeat: 2", whole, "skipped: known failure: issue 7"),
    ("parallel: [{ \(refused) }, { GET: /status/500 }]", plain, "errored"),
    ("use: refused.steps.yaml", plain, "errored"),
    ("use: refused.steps.yaml", whole, "skipped: known failure: issue 7"),
  ])
  func `an error of a step is no known failure unless errors are`(
    step: String,
    known: String,
    result: String
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      [
        "one.scenario.yaml":
          "scenario: one\nbase: BASE\nsteps:\n  - \(step)\n    \(known)\n  - GET: /json\n",
        "refused.steps.yaml": "steps: [{ \(Self.refused) }]\n",
      ],
      base: server.url
    )
    #expect(run.steps.first?.result.word == result, "\(run.problems)")
    let outcome: ScenarioReport.Outcome =
      switch result {
      case "errored": .errored
      case "failed": .failed
      case _: .passed
      }
    #expect(run.outcomes == [outcome], "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: [
    (refused, plain, ScenarioReport.Outcome.errored),
    (refused, whole, .skipped(reason: "known failure: issue 7")),
    ("GET: /status/500", plain, .skipped(reason: "known failure: issue 7")),
    ("set: { x: \"${1 / 0}\" }", plain, .errored),
    ("set: { x: \"${1 / 0}\" }", whole, .skipped(reason: "known failure: issue 7")),
    ("GET: /json", whole, .failed),
  ])
  func `an error of a scenario is no known failure unless errors are`(
    step: String,
    known: String,
    outcome: ScenarioReport.Outcome
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(scenario: "\(known)\nsteps:\n  - \(step)", base: server.url)
    #expect(run.outcomes == [outcome], "\(run.problems)")
    #expect(run.steps.count == 1)
    let isGood = if case .skipped = outcome { true } else { false }
    #expect(run.steps.allSatisfy(\.result.isGood) == isGood)
    await server.stop()
  }

  @Test func `a set-up that does not succeed is no known failure`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: "known-failure: no\nsetup: [{ GET: /status/500 }]\nsteps: [{ GET: /json }]",
      base: server.url
    )
    #expect(run.outcomes == [.errored], "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: [
    "known-failure: {}", "known-failure: { errors: true }", "known-failure: { reason: true }",
    "known-failure: { reason: a, errors: maybe }", "known-failure: { reason: a, error: true }",
  ])
  func `a map without a reason, or with something else, is a mistake`(known: String) async throws {
    let run = try await EngineRun(scenario: "\(known)\nsteps: [{ log: a }]", base: "http://a")
    #expect(run.diagnostics.contains { $0.severity == .error && $0.range != nil })
    #expect(run.outcomes.isEmpty)
  }

  @Test func `of a scenario that passes its last step is what failed`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: """
        known-failure: issue 7
        steps: [{ step: a, GET: /json }, { step: b, GET: /json }, { step: c, log: x, when: "${1 > 2}" }]
        teardown: [{ step: d, GET: /json }]
        """,
      base: server.url
    )
    #expect(run.outcomes == [.failed])
    #expect(run.steps.map(\.step.name) == ["a", "b", "c", "d"])
    #expect(run.step("a")?.result.word == "passed")
    guard case .failed(let outcomes)? = run.step("b")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.first?.message == "expected to fail (issue 7), but it passed")
    #expect(outcomes.first?.range?.start.line == 3)
    #expect(run.summary.steps.failed == 1)
    await server.stop()
  }
}
