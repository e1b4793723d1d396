import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// Where a status that is not acceptable is shown.
@Suite(.timeLimit(.minutes(5))) struct StatusPlaceTests {
  private func line(_ defaults: String, _ step: String) async throws -> (Int?, Int?) {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: "defaults: { \(defaults) }\nsteps:\n  - step: it\n    continue: true\n    \(step)",
      base: server.url
    )
    await server.stop()
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return (nil, nil)
    }
    #expect(outcomes.map(\.subject) == ["status"])
    return (outcomes[0].range?.start.line, outcomes[0].range?.start.column)
  }

  @Test(arguments: [
    ("session: main", "GET: /status/500", 7),
    ("expect: { headers: { B: { exists: false } } }", "GET: /status/500", 7),
    (
      "session: main",
      "request: { method: PURGE, url: /status/500 }", 7
    ),
    (
      "expect: { headers: { B: { exists: false } } }",
      "expect: { headers: { A: { exists: false } } }\n    POST: /status/500", 8
    ),
  ])
  func `the method's line is the place of a status that no file asks for`(
    defaults: String,
    step: String,
    line: Int
  ) async throws {
    #expect(try await self.line(defaults, step).0 == line)
  }

  @Test(arguments: [
    ("GET: /go", " to \"/there?a=1\" (follow-redirects is off)"),
    ("GET: /go\n    expect: { status: 200 }", " to \"/there?a=1\" (follow-redirects is off)"),
    ("GET: /nowhere", ""),
    // A 300 is no redirect that is followed.
    ("GET: /choices\n    options: { follow-redirects: true }", ""),
    (
      "GET: /proxied",
      "; the proxy wants to know who asks: options.proxy takes http://user:password@host:port"
    ),
  ])
  func `a status says what can be done about it`(
    step: String,
    ending: String
  ) async throws {
    let server = try await FixtureServer.start { request in
      let target = [("Location", "/there?a=1")]
      return switch request.path {
      case "/go": FixtureResponse(302, headers: target)
      case "/choices": FixtureResponse(300, headers: target)
      case "/proxied": FixtureResponse(407)
      case _: FixtureResponse(302)
      }
    }
    let run = try await EngineRun(
      scenario: "steps:\n  - step: it\n    \(step)",
      base: server.url
    )
    await server.stop()
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.count == 1 && outcomes[0].message.hasSuffix(")\(ending)"))
    #expect(outcomes[0].actual?.contains("there") == false)
  }

  @Test func `a status that is written is the place`() async throws {
    let own = try await line("session: main", "GET: /status/500\n    expect: { status: 200 }")
    #expect(own.0 == 8)
    let inherited = try await line("expect: { status: 200 }", "GET: /status/500")
    #expect(inherited.0 == 3)
    #expect(inherited.1 == 31)
  }
}
