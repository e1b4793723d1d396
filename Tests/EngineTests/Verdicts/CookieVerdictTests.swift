import Diagnostics
import TestSupport
import Testing

/// Cookies: what deletes one sets none, and only the last response counts.
@Suite(.timeLimit(.minutes(5))) struct CookieVerdictTests {
  @Test(arguments: ["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
  func `a Set-Cookie that deletes is no cookie`(end: String) async throws {
    let response = FixtureResponse(
      200,
      headers: [("Set-Cookie", "a=x; Path=/p; \(end)"), ("Set-Cookie", "b=y")]
    )
    let differences = try await VerdictTable(response: response).differences([
      ("cookies: { a: { exists: false } }", "passed"),
      ("cookies: { a: { exists: true } }", "failed"),
      ("cookies: { a: x }", "failed"), ("cookies: { a: { not: z } }", "failed"),
      ("cookies: { a: { deleted: true } }", "passed"),
      ("cookies: { a: { deleted: false } }", "failed"),
      ("cookies: { a: { deleted: true, exists: false } }", "passed"),
      ("cookies: { a: { deleted: true, attributes: { path: /p } } }", "passed"),
      ("cookies: { a: { deleted: true, attributes: { path: / } } }", "failed"),
      ("cookies: { a: { attributes: { path: /p } } }", "failed"),
      ("cookies: { b: { deleted: true } }", "failed"),
      ("cookies: { b: { deleted: false, equals: y } }", "passed"),
      ("cookies: { c: { deleted: true } }", "failed"),
      ("cookies: { b: y }", "passed"),
      ("cookies: { a: { deleted: \"${response.status == 200}\" } }", "passed"),
      ("cookies: { a: { deleted: \"${contains(response.text, 'x')}\" } }", "failed"),
      ("that: \"${(response.cookies['a'] ?? 'none') == 'none'}\"", "passed"),
    ])
    #expect(differences == [])
  }

  @Test func `the last Set-Cookie of a name decides`() async throws {
    let response = FixtureResponse(
      200,
      headers: [
        ("Set-Cookie", "a=1"), ("Set-Cookie", "a=; Max-Age=0"), ("Set-Cookie", "b=; Max-Age=0"),
        ("Set-Cookie", "b=2"),
      ]
    )
    let differences = try await VerdictTable(response: response).differences([
      ("cookies: { a: { deleted: true } }", "passed"), ("cookies: { a: 1 }", "failed"),
      ("cookies: { b: { deleted: false } }", "passed"), ("cookies: { b: 2 }", "passed"),
    ])
    #expect(differences == [])
  }

  @Test func `the message says that it is deleted`() async throws {
    let table = VerdictTable(
      response: FixtureResponse(200, headers: [("Set-Cookie", "a=; Max-Age=0")])
    )
    let message = try await table.message("cookies: { a: { exists: true } }")
    #expect(message.contains("the response deletes it: write `deleted: true`"), "\(message)")
  }

  @Test func `a redirect's cookies are not those of the last response`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/end"
        ? FixtureResponse(200, headers: [("Set-Cookie", "b=2")])
        : FixtureResponse.redirect("/end").adding("Set-Cookie", "a=1")
    }
    let text = """
      steps:
        - GET: /
          options: { follow-redirects: true }
          expect: { redirects: 1, cookies: { a: { exists: false }, b: 2 } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }

  @Test func `a challenge's cookies are not those of the last response`() async throws {
    let server = try await FixtureServer.start { request in
      let challenge = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""
      return request.header("Authorization") == nil
        ? FixtureResponse(
          401,
          headers: [("WWW-Authenticate", challenge), ("Set-Cookie", "a=1")]
        )
        : FixtureResponse(200, headers: [("Set-Cookie", "b=2")])
    }
    let text = """
      steps:
        - GET: /
          auth: { digest: { user: ada, password: lovelace } }
          expect: { cookies: { a: { exists: false }, b: 2 } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.count == 2)
    await server.stop()
  }
}
