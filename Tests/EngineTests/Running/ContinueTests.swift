import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `continue: true`, at whatever depth it is said.
@Suite(.timeLimit(.minutes(5))) struct ContinueTests {
  private func run(_ text: String, used: String = "") async throws -> (EngineRun, [String]) {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      ["one.scenario.yaml": "scenario: one\nbase: BASE\n\(text)\n", "a.steps.yaml": used],
      base: server.url,
      paths: ["one.scenario.yaml"]
    )
    await server.stop()
    return (run, server.requests.map(\.target))
  }

  @Test(arguments: ["", "    continue: true\n"])
  func `a failure of a used step stops those behind it unless it goes on`(
    more: String
  ) async throws {
    let (run, targets) = try await run(
      "steps:\n  - use: a.steps.yaml\n  - GET: /json?after",
      used: "steps:\n  - GET: /status/500\n\(more)  - GET: /json?inside\n"
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    #expect(
      targets == ["/status/500"] + (more.isEmpty ? [] : ["/json?inside", "/json?after"])
    )
  }

  @Test(arguments: ["", "        continue: true\n"])
  func `a failure among parallel steps stops those behind unless it goes on`(
    more: String
  ) async throws {
    let (run, targets) = try await run(
      "steps:\n  - parallel:\n      - GET: /status/500\n\(more)      - GET: /json\n  - GET: /json?after"
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    #expect(targets.contains("/json?after") == !more.isEmpty)
  }

  @Test func `one that goes on does not take another along`() async throws {
    let (run, targets) = try await run(
      """
      steps:
        - parallel:
            - GET: /status/500
              continue: true
            - GET: /status/501
        - GET: /json?after
      """
    )
    #expect(run.outcomes == [.failed])
    #expect(!targets.contains("/json?after"))
  }

  @Test func `it reaches out of use inside parallel inside use, and out of a loop`() async throws {
    let (run, targets) = try await run(
      """
      steps:
        - each: [1, 2]
          as: turn
          use: a.steps.yaml
        - GET: /json?after
      """,
      used: """
        steps:
          - parallel:
              - GET: /fault/resetBeforeHead
                continue: true
          - GET: /json?inside

        """
    )
    #expect(run.outcomes == [.errored], "\(run.problems)")
    #expect(targets.filter { $0 == "/json?inside" }.count == 2)
    #expect(targets.last == "/json?after")
  }

  @Test func `the whole of use goes on when it says so itself`() async throws {
    let (run, targets) = try await run(
      "steps:\n  - use: a.steps.yaml\n    continue: true\n  - GET: /json?after",
      used: "steps:\n  - GET: /status/500\n  - GET: /json?inside\n"
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    #expect(targets == ["/status/500", "/json?after"])
  }

  @Test(arguments: ["", "    continue: true\n"])
  func `a failure of the set-up is an error, and its steps are skipped unless it goes on`(
    more: String
  ) async throws {
    let (run, targets) = try await run(
      "setup:\n  - GET: /status/500\n\(more)  - GET: /json?before\nsteps:\n  - GET: /json?after"
    )
    #expect(run.outcomes == [.errored], "\(run.problems)")
    #expect(
      targets == ["/status/500"] + (more.isEmpty ? [] : ["/json?before", "/json?after"])
    )
  }

  @Test func `what fails behind such a set-up does not make it another verdict`() async throws {
    let (run, targets) = try await run(
      """
      setup: [{ GET: /status/500, continue: true }]
      steps: [{ GET: /status/404 }, { GET: /json?never }]
      """
    )
    #expect(run.outcomes == [.errored])
    #expect(targets == ["/status/500", "/status/404"])
  }

  @Test(arguments: ["", ", continue: true"])
  func `a failure of before-all keeps scenarios from running unless it goes on`(
    more: String
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      [
        "curlew.yaml": "base: BASE\nbefore-all: [{ GET: /status/500\(more) }]\n",
        "one.scenario.yaml": "scenario: one\nsteps: [{ GET: /json }]\n",
      ],
      base: server.url
    )
    await server.stop()
    let reason = "before-all did not succeed"
    #expect(run.outcomes == [.errored, more.isEmpty ? .notRun(reason: reason) : .passed])
    if more.isEmpty { #expect(run.reports.last?.duration == 0) }
    #expect(server.requests.map(\.target) == ["/status/500"] + (more.isEmpty ? [] : ["/json"]))
  }
}
