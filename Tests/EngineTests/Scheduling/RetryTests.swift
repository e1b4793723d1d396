import Diagnostics
import Engine
import Locks
import RunEvents
import TestSupport
import Testing

/// `retry` of a step, seen from the server.
@Suite(.timeLimit(.minutes(5))) struct RetryTests {
  /// A server that fails so often with a status and then answers.
  private func server(
    failing count: Int,
    status: Int = 503,
    headers: [(name: String, value: String)] = []
  ) async throws -> FixtureServer {
    let number = Locked(0)
    return try await FixtureServer.start { _ in
      let own = number.withLock { number in
        number += 1
        return number
      }
      return own <= count
        ? .status(status, headers: headers) : .json("{\"number\": \(own), \"done\": \(own > 2)}")
    }
  }

  private func run(
    _ retry: String,
    _ server: FixtureServer,
    more: String = ""
  ) async throws
    -> EngineRun
  {
    try await EngineRun(
      scenario: "steps:\n  - step: it\n    GET: /\n    retry: \(retry)\n\(more)",
      base: server.url
    )
  }

  @Test(arguments: [
    // The policy, failures of the server, requests sent, whether the step passes.
    ("{ attempts: 3, every: 1ms }", 2, 3, true),
    ("{ attempts: 3, every: 1ms }", 3, 3, false),
    ("{ attempts: 1 }", 1, 1, false),
    ("{ for: 10s, every: 1ms }", 5, 6, true),
    ("{ for: 9s, every: 10s }", 1, 1, false),
    ("{ for: 10s, attempts: 2, every: 1ms }", 9, 2, false),
    ("{ attempts: 5, every: 1ms, if: [503] }", 2, 3, true),
    ("{ attempts: 5, every: 1ms, if: [500-502, error] }", 2, 1, false),
    ("{ attempts: 9, every: 1ms, until: \"${response.status == 200}\" }", 4, 5, true),
    ("{ attempts: 2, every: 1ms, until: \"${response.status == 200}\" }", 4, 2, false),
    ("{ attempts: 3, every: 1ms, until: \"${response.status == 201}\" }", 0, 3, false),
  ])
  func `a request is sent again as the policy says`(
    retry: String,
    failures: Int,
    sent: Int,
    passes: Bool
  ) async throws {
    let server = try await server(failing: failures)
    let run = try await run(retry, server)
    #expect(run.outcomes == [passes ? .passed : .failed], "\(run.problems)")
    #expect(server.counts.requests == sent)
    #expect(run.step("it")?.attemptCount == sent)
    await server.stop()
  }

  @Test func `expectations count once until is true`() async throws {
    let server = try await server(failing: 0)
    let run = try await run(
      "{ attempts: 9, every: 1ms, until: \"${response.json.done}\" }",
      server,
      more: "    expect: { json: { $.number: 99 } }\n"
    )
    #expect(run.outcomes == [.failed])
    #expect(server.counts.requests == 3)
    await server.stop()
  }

  @Test func `the wait grows by the factor and at least to what the server asks for`() async throws
  {
    let growing = try await server(failing: 3)
    let clock = ContinuousClock.now
    #expect(try await run("{ attempts: 4, every: 20ms, backoff: 2 }", growing).hasPassed)
    #expect(ContinuousClock.now - clock >= .milliseconds(140))
    await growing.stop()
    let asking = try await server(failing: 1, headers: [("Retry-After", "1")])
    let second = ContinuousClock.now
    #expect(try await run("{ attempts: 2, every: 1ms }", asking).hasPassed)
    #expect(ContinuousClock.now - second >= .seconds(1))
    await asking.stop()
  }

  @Test func `a step may ignore the time that the server asks for`() async throws {
    let server = try await server(failing: 1, headers: [("Retry-After", "3600")])
    let text = "{ attempts: endless, every: 1ms, retry-after: false }"
    #expect(try await run(text, server).hasPassed)
    await server.stop()
  }

  @Test func `a server that asks for more time than is left ends the attempts`() async throws {
    let server = try await server(failing: 2, headers: [("Retry-After", "3600")])
    let run = try await run("{ for: 30s, attempts: 5, every: 1ms }", server)
    #expect(run.outcomes == [.failed])
    #expect(server.counts.requests == 1)
    let log = "not tried again: Retry-After asks for 3600s, more than is left of retry.for (30s)"
    #expect(run.step("it")?.logs == [log])
    let last = try await self.run("{ for: 2h, attempts: 1 }", server)
    #expect(last.outcomes == [.failed])
    #expect(last.step("it")?.logs == [])
    await server.stop()
  }

  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:03 GMT", 2...60), ("Thu, 01 Jan 1970 00:00:01 GMT", 0...60),
    ("soon", 0...60), ("-5", 0...60), ("inf", 0...60),
  ])
  func `the server may name the time at which to ask again`(
    field: String,
    seconds: ClosedRange<Int>
  ) async throws {
    let server = try await server(failing: 1, headers: [("Retry-After", field)])
    let start = ContinuousClock.now
    let text = """
      steps:
        - step: it
          GET: /
          retry: { attempts: 2, every: 1ms }
      """
    // A clock that stands still one second after its beginning.
    let run = try await EngineRun(scenario: text, base: server.url) { $0.now = { 1 } }
    #expect(run.hasPassed, "\(run.problems)")
    let took = ContinuousClock.now - start
    #expect(took >= .seconds(seconds.lowerBound) && took <= .seconds(seconds.upperBound))
    await server.stop()
  }

  @Test func `a running attempt is cut where the time ends`() async throws {
    let server = try await FixtureServer.start()
    let clock = ContinuousClock.now
    let run = try await EngineRun(
      scenario:
        "steps:\n  - step: it\n    GET: /fault/stallBeforeHead\n    options: { timeout: 1h }\n    retry: { for: 500ms }\n",
      base: server.url
    )
    #expect(ContinuousClock.now - clock < .soon)
    #expect(run.outcomes == [.errored])
    #expect(server.counts.requests <= 1)
    await server.stop()
  }

  @Test func `expressions are evaluated anew for each attempt`() async throws {
    let server = try await server(failing: 2)
    let text = """
      steps:
        - step: it
          GET: /?id=${uuid()}
          retry: { attempts: 3, every: 1ms }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(Set(server.requests.map(\.target)).count == 3)
    await server.stop()
  }

  @Test func `a transfer that fails is tried again`() async throws {
    let number = Locked(0)
    let server = try await FixtureServer.start { _ in
      let own = number.withLock { number in
        number += 1
        return number
      }
      return own < 3 ? .fault(.resetBeforeHead) : .json("{}")
    }
    let run = try await run("{ attempts: 3, every: 1ms, if: [error] }", server)
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }

  @Test func `an attempt that is cut by the time of retry says which limit it was`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - step: it
          GET: /fault/stallBeforeHead
          retry: { for: 50ms, every: 1ms }
        - step: own
          GET: /fault/stallBeforeHead
          options: { timeout: 50ms }
          retry: { for: 60s, attempts: 1 }
      """
    let run = try await EngineRun(
      scenario: text.replacing("every: 1ms }", with: "every: 1ms }\n    continue: true"),
      base: server.url
    )
    func hint(_ name: String) -> String? {
      guard case .errored(let fault)? = run.step(name)?.result else { return nil }
      return fault.hint
    }
    #expect(hint("it")?.contains("retry") == true, "\(run.problems)")
    #expect(hint("own")?.contains("options.timeout") == true, "\(run.problems)")
    await server.stop()
  }
}
