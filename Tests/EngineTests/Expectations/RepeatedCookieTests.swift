import RunEvents
import TestSupport
import Testing

/// A response may set a cookie more than once: the last one is the one that a client keeps.
@Suite(.timeLimit(.minutes(5))) struct RepeatedCookieTests {
  private func server() async throws -> FixtureServer {
    try await FixtureServer.start { _ in
      FixtureResponse(
        200,
        headers: [
          ("Set-Cookie", "a=first; HttpOnly"), ("Set-Cookie", "b=other"), ("Set-Cookie", "a=last"),
        ]
      )
    }
  }

  @Test func `of two cookies of one name the last one is asserted, captured and read`() async throws
  {
    let server = try await server()
    let text = """
      steps:
        - step: it
          GET: /
          expect:
            cookies:
              a: { equals: last, attributes: { http-only: false } }
            that: ["${response.cookies.a == 'last'}"]
          capture: { seen: { cookie: a } }
        - step: captured
          GET: /?a=${seen}
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.last?.query == "a=last")
    #expect(server.requests.last?.header("Cookie")?.contains("first") == false)
    await server.stop()
  }

  @Test func `an earlier one of the same name is not what is asserted`() async throws {
    let server = try await server()
    let text = """
      steps:
        - GET: /
          expect: { cookies: { a: first } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.failed], "\(run.problems)")
    await server.stop()
  }
}
