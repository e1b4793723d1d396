import Glibc
import TestSupport
import Testing

/// Runs that are interrupted.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(5))) struct SignalTests {
  private func project(base: String, teardown: String) throws -> CommandProject {
    try CommandProject([
      "a.scenario.yaml": """
      scenario: a
      base: \(base)
      steps:
        - step: quick
          GET: /json
        - step: slow
          GET: /fault/stallBeforeHead
          options: { timeout: 10m }
        - step: never
          GET: /json
      teardown:
        - step: clean
          DELETE: \(teardown)
          options: { timeout: 10m }

      """,
      "b.scenario.yaml": "scenario: b\nbase: \(base)\nsteps:\n  - GET: /json?later\n",
    ])
  }

  @Test(arguments: [(2, 130), (15, 143), (1, 129)] as [(Int32, Int32)])
  func `teardown runs, and the report is complete`(signal: Int32, status: Int32) async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url, teardown: "/status/204")
    // The command inherits a signal that is ignored, as SIGHUP is for tests that run under nohup.
    let earlier = Glibc.signal(signal, SIG_DFL)
    let command = try project.start("run", ".", "--jobs", "1", "--report", "junit=junit.xml")
    _ = Glibc.signal(signal, earlier)
    _ = try await server.requests(count: 2)
    command.send(signal)
    let result = try await command.result()
    #expect(result.status == status, "\(result.outputText)\(result.errorText)")
    #expect(
      server.requests.map { "\($0.method) \($0.target)" } == [
        "GET /json", "GET /fault/stallBeforeHead", "DELETE /status/204",
      ]
    )
    let report = try project.junit()
    #expect(try report.countsAreRight())
    #expect(
      report.cases.map { "\($0.name) \($0.verdict ?? "passed")" } == [
        "quick passed", "slow error", "never skipped", "clean passed", "GET /json?later skipped",
        "interrupted error",
      ]
    )
    await server.stop()
  }

  @Test func `a signal sent to the command and to its group is one`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url, teardown: "/status/204")
    let command = try project.start("run", ".", "--jobs", "1", "--report", "junit=junit.xml")
    _ = try await server.requests(count: 2)
    command.send(15)
    command.send(15)
    #expect(try await command.result().status == 143)
    #expect(server.requests.map(\.method) == ["GET", "GET", "DELETE"])
    #expect(try project.junit().cases(named: "clean").map(\.verdict) == [nil])
    await server.stop()
  }

  @Test func `a second signal ends the run at once`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url, teardown: "/fault/stallBeforeHead")
    let command = try project.start("run", ".", "--jobs", "1", "--grace", "10m")
    _ = try await server.requests(count: 2)
    command.send(2)
    _ = try await server.requests(count: 3)
    command.send(15)
    #expect(try await command.result().status == 143)
    await server.stop()
  }

  @Test func `a teardown that does not end is cut off after the grace time`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url, teardown: "/fault/stallBeforeHead")
    let command = try project.start(
      "run",
      ".",
      "--jobs",
      "1",
      "--grace",
      "1s",
      "--report",
      "junit=junit.xml"
    )
    _ = try await server.requests(count: 2)
    command.send(2)
    #expect(try await command.result().status == 130)
    let report = try project.junit()
    #expect(report.cases(named: "clean").map(\.verdict) == ["error"])
    await server.stop()
  }
}
