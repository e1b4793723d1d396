import Locks
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OAuth2CredentialsTests {
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
    let credentials = OAuth2Credentials(
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

  @Test(arguments: [
    (
      OAuth2Credentials.Grant.clientCredentials, OAuth2Credentials.ClientAuthentication.post,
      Optional("s&"),
      "grant_type=client_credentials&client_id=id%3A1&client_secret=s%26"
    ),
    (
      .password(user: "ada", password: "a b"), .basic, "s&",
      "grant_type=password&username=ada&password=a%20b"
    ),
    (
      .password(user: "ada", password: "a b"), .basic, nil,
      "grant_type=password&username=ada&password=a%20b&client_id=id%3A1"
    ),
    (.refreshToken("r1"), .basic, "s&", "grant_type=refresh_token&refresh_token=r1"),
  ])
  func `the body says the grant, and the client where no header does`(
    grant: OAuth2Credentials.Grant,
    client: OAuth2Credentials.ClientAuthentication,
    secret: String?,
    body: String
  ) async throws {
    let server = try await server()
    let credentials = OAuth2Credentials(
      tokenURL: try URI(server.url + "/token"),
      clientID: "id:1",
      clientSecret: secret,
      grant: grant,
      clientAuthentication: client,
      scope: "a b",
      audience: "https://api",
      parameters: [.init("resource", "x"), .init("resource", "y")]
    )
    let request = SessionRequest(
      url: try URI(server.url + "/api"),
      authentication: .oauth2(credentials, cache: OAuth2TokenCache())
    )
    #expect(try await URLSessionManager().data(for: request).response.status == 200)
    let token = try #require(server.requests.first)
    let rest = "&scope=a%20b&audience=https%3A//api&resource=x&resource=y"
    #expect(token.text == body + rest)
    let header = Authentication.basicHeader(user: "id%3A1", password: "s%26")
    #expect(token.header("Authorization") == (client == .basic && secret != nil ? header : nil))
  }

  @Test
  func `a new refresh token takes the place of the one before`() async throws {
    let issued = Locked(0)
    let server = try await FixtureServer.start { request in
      guard request.path == "/token" else { return .status(200) }
      let number = issued.withLock { count in
        count += 1
        return count
      }
      return .json(
        #"{"access_token": "t\#(number)", "refresh_token": "r\#(number)", "expires_in": 5}"#
      )
    }
    let credentials = OAuth2Credentials(
      tokenURL: try URI(server.url + "/token"),
      clientID: "id",
      clientSecret: nil,
      grant: .refreshToken("r0")
    )
    let request = SessionRequest(
      url: try URI(server.url + "/api"),
      authentication: .oauth2(credentials, cache: OAuth2TokenCache())
    )
    for _ in 0..<3 { _ = try await URLSessionManager().data(for: request) }
    let bodies = server.requests.filter { $0.path == "/token" }.map(\.text)
    #expect(
      bodies
        == ["r0", "r1", "r2"].map { "grant_type=refresh_token&refresh_token=\($0)&client_id=id" }
    )
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
