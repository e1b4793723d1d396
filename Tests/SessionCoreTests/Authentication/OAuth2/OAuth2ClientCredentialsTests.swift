import Locks
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OAuth2ClientCredentialsTests {
  private func server(life: Int = 3600, refusals: Gate? = nil) async throws -> FixtureServer {
    let issued = Locked(0)
    let refused = Locked<Set<String>>([])
    return try await FixtureServer.start { request in
      switch request.path {
      case "/token":
        let number = issued.withLock { count in
          count += 1
          return count
        }
        return .json(#"{"access_token": "t\#(number)", "expires_in": \#(life)}"#)
          .after([.wait(milliseconds: 20)])
      case "/revoke":
        refused.withLock { _ = $0.insert(request.query ?? "") }
        return .status(204)
      case _:
        let token = (request.header("Authorization") ?? "").replacing("Bearer ", with: "")
        guard refused.withLock({ $0.contains(token) }) else { return .status(200) }
        return .status(401).after(refusals.map { [.gate($0)] } ?? [])
      }
    }
  }

  private func request(_ server: FixtureServer, _ cache: OAuth2TokenCache) throws -> SessionRequest
  {
    let credentials = OAuth2ClientCredentials(
      tokenURL: try URI(server.url + "/token"),
      clientID: "id:1",
      clientSecret: "s",
      scope: "a b"
    )
    return SessionRequest(
      url: try URI(server.url + "/api"),
      authentication: .oauth2(credentials, cache: cache)
    )
  }

  @Test
  func `a token is fetched once and used by all`() async throws {
    let server = try await server()
    let request = try request(server, OAuth2TokenCache())
    let session = URLSessionManager()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask { try await session.data(for: request).response.status }
      }
      for try await status in group { #expect(status == 200) }
    }
    let tokens = server.requests.filter { $0.path == "/token" }
    #expect(tokens.count == 1)
    #expect(tokens[0].text == "grant_type=client_credentials&scope=a%20b")
    #expect(
      tokens[0].header("Authorization") == Authentication.basicHeader(user: "id%3A1", password: "s")
    )
  }

  @Test
  func `row 101: fifty refusals at once renew the token once`() async throws {
    // No refusal leaves the server before all fifty requests have met one.
    let refusals = Gate()
    let server = try await server(refusals: refusals)
    let request = try request(server, OAuth2TokenCache())
    let session = URLSessionManager()
    _ = try await session.data(for: request)
    _ = try await session.data(for: SessionRequest(url: URI(server.url + "/revoke?t1")))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask { try await session.data(for: request).response.status }
      }
      await refusals.reached(count: 50)
      refusals.open()
      for try await status in group { #expect(status == 200) }
    }
    #expect(server.requests.count { $0.path == "/token" } == 2)
    let calls = server.requests.filter { $0.path == "/api" }
    #expect(calls.count == 1 + 50 + 50)
    #expect(calls.suffix(50).allSatisfy { $0.header("Authorization") == "Bearer t2" })
  }

  @Test
  func `a token near its end is renewed`() async throws {
    let server = try await server(life: 5)
    let request = try request(server, OAuth2TokenCache())
    let session = URLSessionManager()
    _ = try await session.data(for: request)
    _ = try await session.data(for: request)
    #expect(server.requests.count { $0.path == "/token" } == 2)
  }

  @Test
  func `a refused token request is an error that says so`() async throws {
    let server = try await FixtureServer.start { _ in .json(#"{"error": "x"}"#, status: 400) }
    let request = try request(server, OAuth2TokenCache())
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: request)
    }
    #expect(error.code == .userAuthenticationRequired)
    #expect(error.underlying?.code == .badServerResponse)
    #expect(server.counts.requests == 1)
  }
}
