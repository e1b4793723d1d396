import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// Time limits of steps, scenarios and runs, and interrupts: nothing hangs, and teardowns run.
@Suite(.timeLimit(.minutes(5))) struct TimeLimitTests {
  /// Steps that would take an hour.
  private static let endless = [
    "wait: 1h", "GET: /fault/stallBeforeHead\n    options: { timeout: 1h }",
    "GET: /status/503\n    retry: { for: 2h, every: 1h }",
    "GET: /status/503\n    retry: { for: 1h, every: 10ms }",
    "wait: 10ms\n    repeat: 100000",
    "wait: 10ms\n    repeat: { while: \"${true}\", at-most: 100000 }",
    "parallel: [{ wait: 1h }, { GET: /fault/stallBeforeHead, options: { timeout: 1h } }]",
    "GET: /fault/stallBeforeHead\n    options: { timeout: 1h }\n    repeat: 20\n    together: true",
    "use: slow.steps.yaml",
  ]

  private static let slow = "steps: [{ step: inner, wait: 1h }]\n"

  private func run(
    _ text: String,
    base: String,
    stop: StopSignal = StopSignal(),
    _ change: (inout RunOptions) -> Void = { _ in },
    hears: (Event) -> Void = { _ in }
  ) async throws -> (run: EngineRun, time: Duration) {
    let clock = ContinuousClock()
    let start = clock.now
    let run = try await EngineRun(
      ["one.scenario.yaml": "scenario: one\nbase: BASE\n\(text)\n", "slow.steps.yaml": Self.slow],
      base: base,
      paths: ["one.scenario.yaml"],
      stop: stop,
      change,
      hears: hears
    )
    return (run, start.duration(to: clock.now))
  }

  private static let teardown = "teardown: [{ step: clean, DELETE: /status/204 }]"

  @Test(arguments: endless)
  func `a step's own time limit ends it, and the scenario goes on to its teardown`(
    step: String
  ) async throws {
    let server = try await FixtureServer.start()
    let (run, time) = try await run(
      """
      steps:
        - timeout: 200ms
          \(step)
        - step: never
          log: reached
      \(Self.teardown)
      """,
      base: server.url
    )
    #expect(time < .soon)
    #expect(run.outcomes == [.errored] || run.outcomes == [.failed], "\(run.problems)")
    #expect(run.step("never")?.result.word == "skipped: a step before it did not succeed")
    #expect(run.step("clean")?.result.word == "passed", "\(run.problems)")
    if !step.contains("503") {
      #expect(run.problems.contains("timeout of 200ms passed"), "\(run.problems)")
    }
    await server.stop()
  }

  @Test func `a step that is in time passes, and one that may fail lets others go on`()
    async throws
  {
    let server = try await FixtureServer.start()
    let (run, _) = try await run(
      """
      variables: { limit: 20s }
      steps:
        - timeout: ${limit}
          GET: /json
          capture: { title: { json: $.slideshow.title } }
        - step: slow
          timeout: 100ms
          wait: 1h
          continue: true
        - step: known
          timeout: 100ms
          wait: 1h
          known-failure: { reason: too slow, errors: true }
        - step: after
          log: ${title}
      """,
      base: server.url
    )
    #expect(run.step("slow")?.result.word == "errored")
    #expect(run.step("known")?.result.word == "skipped: known failure: too slow")
    #expect(run.step("after")?.logs == ["Sample"], "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: endless)
  func `an interrupt ends whatever runs and leaves the teardown`(step: String) async throws {
    let server = try await FixtureServer.start()
    let stop = StopSignal()
    let (run, time) = try await run(
      "steps:\n  - { step: first, log: begun }\n  - \(step)\n\(Self.teardown)",
      base: server.url,
      stop: stop,
      hears: { event in
        guard case .stepFinished(let report) = event, report.step.name == "first" else { return }
        Task {
          try await Task.sleep(for: .milliseconds(200))
          stop.stop(.interrupt(signal: 2))
        }
      }
    )
    #expect(time < .soon)
    #expect(run.outcomes == [.errored] || run.outcomes == [.failed], "\(run.problems)")
    #expect(run.step("clean")?.result.word == "passed", "\(run.problems)")
    #expect(run.summary.interrupted)
    await server.stop()
  }

  @Test(arguments: endless)
  func `a scenario's time limit and the run's do the same`(step: String) async throws {
    let server = try await FixtureServer.start()
    async let limitedByScenario = self.run(
      "timeout: 1s\nsteps:\n  - \(step)\n\(Self.teardown)",
      base: server.url
    )
    async let limitedByRun = self.run(
      "steps:\n  - \(step)\n\(Self.teardown)",
      base: server.url
    ) { $0.timeout = 1 }
    let (run, time) = try await limitedByScenario
    let (other, otherTime) = try await limitedByRun
    #expect(time < .soon)
    #expect(run.outcomes == [.errored], "\(run.problems)")
    #expect(run.step("clean")?.result.word == "passed", "\(run.problems)")
    #expect(otherTime < .soon)
    #expect(other.outcomes == [.errored], "\(other.problems)")
    #expect(other.step("clean")?.result.word == "passed", "\(other.problems)")
    if !step.contains("503") {
      #expect(run.problems.contains("timeout of 1s passed"), "\(run.problems)")
      #expect(other.problems.contains("time limit passed"), "\(other.problems)")
    }
    await server.stop()
  }

  @Test func `a teardown and what comes after all have the time of grace once the run ends`()
    async throws
  {
    let server = try await FixtureServer.start()
    let stop = StopSignal()
    stop.stop(.interrupt(signal: 2))
    let clock = ContinuousClock()
    let start = clock.now
    let run = try await EngineRun(
      [
        "curlew.yaml": "base: BASE\nafter-all:\n  - { step: first, GET: /status/500 }\n"
          + "  - { step: second, GET: /json }\n  - { step: third, wait: 1h }\n",
        "a.scenario.yaml": "scenario: a\nsteps: [{ GET: /json }]\n",
      ],
      base: server.url,
      stop: stop
    ) { $0.grace = 3 }
    #expect(start.duration(to: clock.now) < .soon)
    #expect(run.step("first")?.result.word == "failed")
    #expect(run.step("second")?.result.word == "passed", "\(run.problems)")
    #expect(run.step("third")?.result.word == "errored")
    #expect(
      run.problems.contains("the 3s passed that teardowns have once the run ends"),
      "\(run.problems)"
    )
    await server.stop()
  }

  @Test func `a retry that a time limit keeps from going on says so beside the last failure`()
    async throws
  {
    let server = try await FixtureServer.start()
    let (run, _) = try await run(
      """
      steps:
        - step: tried
          timeout: 3s
          GET: /status/503
          retry: { for: 2h, every: 1h }
          expect: { status: 200 }
      """,
      base: server.url
    )
    #expect(run.step("tried")?.result.word == "failed", "\(run.problems)")
    #expect(run.step("tried")?.logs == ["not tried again: the step's timeout of 3s passed"])
    await server.stop()
  }

  @Test(arguments: [
    ("timeout: 5\n    wait: 1s", "a duration needs a unit"),
    ("timeout: soon\n    wait: 1s", "soon"),
    ("timeout: ${1 + 1}\n    wait: 1s", "expected a duration"),
  ])
  func `a limit that is no duration is a mistake with its place`(
    step: String,
    part: String
  ) async throws {
    let (run, _) = try await run("steps:\n  - \(step)", base: "http://127.0.0.1:1")
    #expect(run.problems.contains(part), "\(run.problems)")
    #expect(run.outcomes.isEmpty || run.outcomes == [.errored])
  }
}
