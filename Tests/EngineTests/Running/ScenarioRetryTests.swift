import Engine
import Locks
import RunEvents
import TestSupport
import Testing

/// `--retries`: whole scenarios again.
@Suite(.timeLimit(.minutes(5))) struct ScenarioRetryTests {
  /// A server that fails the first so many requests of each path below `/flaky`.
  private func server(failing count: Int) async throws -> FixtureServer {
    let seen = Locked<[String: Int]>([:])
    return try await FixtureServer.start { request in
      guard request.pathParts.first == "flaky" else {
        return .json("{}").adding("Set-Cookie", "once=1; Path=/")
      }
      let number = seen.withLock { seen in
        seen[request.path, default: 0] += 1
        return seen[request.path] ?? 0
      }
      return .status(number <= count ? 500 : 200)
    }
  }

  private let text = """
    variables: { id: "${uuid()}" }
    steps:
      - GET: /set?${id}
      - GET: /flaky/a
    """

  @Test(
    arguments: [
      (0, 2, ["passed"]), (1, 2, ["failed", "flaky"]), (2, 2, ["failed", "failed", "flaky"]),
      (9, 2, ["failed", "failed", "failed"]), (9, 0, ["failed"]),
    ] as [(Int, Int, [String])]
  )
  func `a scenario is run again until it passes`(
    failing: Int,
    retries: Int,
    outcomes: [String]
  ) async throws {
    let server = try await server(failing: failing)
    let run = try await EngineRun(scenario: text, base: server.url) { $0.retries = retries }
    #expect(run.reports.map(\.outcome.name) == outcomes)
    #expect(run.reports.map(\.scenario.id.attempt) == Array(1...outcomes.count))
    #expect(run.reports.map(\.isFinal) == outcomes.indices.map { $0 == outcomes.count - 1 })
    // Only the last attempt is counted.
    #expect(run.summary.scenarios.total == 1)
    #expect(run.summary.steps.total == 2)
    #expect(run.summary.requestCount == 2 * outcomes.count)
    // Each with values and cookies of its own.
    let sets = server.requests.filter { $0.pathParts.first == "set" }
    #expect(Set(sets.map(\.target)).count == outcomes.count)
    #expect(sets.allSatisfy { $0.header("Cookie") == nil })
    await server.stop()
  }

  @Test func `a failed set-up is an error that is tried again, its teardown each time`()
    async throws
  {
    let server = try await server(failing: 1)
    let text = """
      setup: [{ GET: /flaky/a }]
      steps: [{ GET: /json }]
      teardown: [{ DELETE: /json }]
      """
    let run = try await EngineRun(scenario: text, base: server.url) { $0.retries = 1 }
    #expect(run.reports.map(\.outcome.name) == ["errored", "flaky"])
    #expect(server.requests.map(\.method) == ["GET", "DELETE", "GET", "GET", "DELETE"])
    await server.stop()
  }

  @Test(arguments: [
    ("skip: no\nsteps: [{ GET: /flaky/a }]", "skipped"),
    ("known-failure: no\nsteps: [{ GET: /flaky/a }]", "skipped"),
    ("known-failure: no\nsteps: [{ GET: /json }]", "failed"),
    ("when: \"${1 == 2}\"\nsteps: [{ GET: /flaky/a }]", "skipped"),
  ])
  func `what is skipped or known is not tried again`(text: String, outcome: String) async throws {
    let server = try await server(failing: 1)
    let run = try await EngineRun(scenario: text, base: server.url) { $0.retries = 3 }
    #expect(run.reports.map(\.outcome.name) == [outcome])
    await server.stop()
  }

  @Test func `before-all is not tried again, and what it keeps from running neither`() async throws
  {
    let server = try await server(failing: 1)
    let run = try await EngineRun(
      [
        "curlew.yaml": "base: BASE\nbefore-all: [{ GET: /flaky/a }]\n",
        "a.scenario.yaml": "scenario: a\nsteps: [{ GET: /json }]\n",
      ],
      base: server.url
    ) { $0.retries = 3 }
    #expect(run.reports.map(\.outcome.name) == ["errored", "not run"])
    #expect(server.requests.count == 1)
    await server.stop()
  }

  @Test func `an interrupt during an attempt ends the scenario`() async throws {
    let server = try await FixtureServer.start { request in
      request.number == 0 ? .status(500) : .fault(.stallBeforeHead)
    }
    let stop = StopSignal()
    async let stopped: Void = {
      _ = try await server.requests(count: 2)
      stop.stop(.interrupt(signal: 2))
    }()
    let run = try await EngineRun(
      ["a.scenario.yaml": "scenario: a\nbase: BASE\nsteps: [{ GET: /json }]\n"],
      base: server.url,
      stop: stop
    ) { $0.retries = 5 }
    try await stopped
    #expect(run.reports.map(\.outcome.name) == ["failed", "errored"])
    #expect(run.reports.map(\.isFinal) == [false, true])
    await server.stop()
  }

  @Test func `fail-fast counts scenarios, not attempts, and cuts off without a verdict`()
    async throws
  {
    let begun = Gate()
    begun.open()
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/slow": return .fault(.stallBeforeHead).after([.gate(begun)])
      case "/bad":
        // What is to be cut off has begun.
        await begun.reached()
        return .status(500)
      case _: return .status(500)
      }
    }
    let slow =
      "scenario: slow\nbase: BASE\nsteps: [{ GET: /slow }, { GET: /never }]\nteardown: [{ DELETE: /x }]\n"
    let run = try await EngineRun(
      [
        "a.scenario.yaml": slow,
        "b.scenario.yaml": "scenario: bad\nbase: BASE\nsteps: [{ GET: /bad }]\n",
        "c.scenario.yaml": slow.replacing("slow\n", with: "later\n"),
      ],
      base: server.url
    ) {
      $0.retries = 2
      $0.failFast = 1
      $0.jobs = 2
    }
    let last = run.reports.filter(\.isFinal).sorted { $0.scenario.id < $1.scenario.id }
    // The teardown of the one that is cut off still runs, and says what it finds.
    #expect(last.map(\.outcome.name) == ["failed", "failed", "not run"])
    #expect(server.requests.count { $0.path == "/bad" } == 3)
    #expect(
      run.steps.first { $0.step.name == "GET /slow" }?.result.word
        == "skipped: --fail-fast ended the run"
    )
    #expect(
      run.steps.first { $0.step.name == "GET /never" }?.result.word
        == "skipped: --fail-fast ended the run"
    )
    #expect(server.requests.contains { $0.method == "DELETE" })
    await server.stop()
  }

  @Test(arguments: [
    "- GET: /slow", "- wait: 60s",
    "- GET: /json\n    retry: { for: 60s, every: 20s }\n    expect: { status: 201 }",
    "- repeat: 100000\n    GET: /json", "- parallel: [{ GET: /slow }, { wait: 60s }]",
  ])
  func `what fail-fast cuts off is not run, whatever it was doing`(step: String) async throws {
    let begun = Gate()
    begun.open()
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/slow": return .fault(.stallBeforeHead)
      case "/first": return .status(200).after([.gate(begun)])
      case "/bad":
        await begun.reached()
        return .status(500).after([.wait(milliseconds: 100)])
      case _: return .status(200)
      }
    }
    let run = try await EngineRun(
      [
        "a.scenario.yaml":
          "scenario: a\nbase: BASE\nsteps:\n  - GET: /first\n  \(step)\nteardown: [{ DELETE: /x }]\n",
        "b.scenario.yaml": "scenario: b\nbase: BASE\nsteps: [{ GET: /bad }]\n",
      ],
      base: server.url
    ) { $0.failFast = 1 }
    #expect(
      run.outcomes == [.notRun(reason: "--fail-fast ended the run"), .failed],
      "\(run.problems)"
    )
    #expect(server.requests.contains { $0.method == "DELETE" })
    #expect(run.summary.steps.errored == 0)
    await server.stop()
  }
}
