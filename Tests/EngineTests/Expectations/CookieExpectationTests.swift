import RunEvents
import TestSupport
import Testing

/// What is asserted of the cookies that a response sets.
@Suite(.timeLimit(.minutes(5))) struct CookieExpectationTests {
  @Test func `Max-Age counts from the moment the response came`() async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, headers: [("Set-Cookie", "a=1; Max-Age=3600")])
    }
    let text = """
      steps:
        - GET: /
          expect:
            cookies:
              a:
                attributes:
                  expires: { after: "${now('59m')}", before: "${now('61m')}" }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }
}
