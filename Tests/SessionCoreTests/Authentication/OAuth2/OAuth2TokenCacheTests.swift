import CurlTransport
import Locks
import SessionCore
import TestSupport
import Testing

/// Many that need one token: who waits, who stops waiting, and how it is fetched.
@Suite(.timeLimit(.minutes(1)))
struct OAuth2TokenCacheTests {
  /// Gives out tokens, each behind a gate.
  private func server(_ gate: Gate) async throws -> FixtureServer {
    try await FixtureServer.start { request in
      guard request.path == "/token" else { return .status(200) }
      return .json(#"{"access_token": "t1"}"#).after([.gate(gate)])
    }
  }

  private func request(
    _ server: FixtureServer,
    _ cache: OAuth2TokenCache,
    _ change: (inout TransferOptions) -> Void = { _ in }
  ) throws -> SessionRequest {
    var options = TransferOptions()
    change(&options)
    let credentials = OAuth2Credentials(
      tokenURL: try URI(server.url + "/token"),
      clientID: "id",
      clientSecret: "s"
    )
    return SessionRequest(
      url: try URI(server.url + "/api"),
      authentication: .oauth2(credentials, cache: cache),
      transport: options
    )
  }

  private func start(_ request: SessionRequest) -> Task<Int, Never> {
    Task {
      do throws(SessionError) {
        return try await URLSessionManager().data(for: request).response.status
      } catch {
        return error.code.rawValue
      }
    }
  }

  private func tokens(_ server: FixtureServer) -> Int {
    server.requests.count { $0.path == "/token" }
  }

  @Test
  func `one that waits is cancelled at once, and the token still comes for the others`()
    async throws
  {
    let gate = Gate()
    let server = try await server(gate)
    let request = try request(server, OAuth2TokenCache())
    let first = start(request)
    await gate.reached()
    let (second, third) = (start(request), start(request))
    second.cancel()
    #expect(await second.value == -999)
    gate.open()
    #expect(await first.value == 200)
    #expect(await third.value == 200)
    #expect(tokens(server) == 1)
  }

  @Test
  func `the one that fetches is cancelled at once, and the others get its token`() async throws {
    let gate = Gate()
    let server = try await server(gate)
    let cache = OAuth2TokenCache()
    let first = start(try request(server, cache))
    await gate.reached()
    // The time of this one is up once it has joined, so that the third knows the fetch is shared.
    let second = start(try request(server, cache) { $0.timeout = .seconds(1) })
    let third = start(try request(server, cache))
    #expect(await second.value == -1001)
    first.cancel()
    #expect(await first.value == -999)
    gate.open()
    #expect(await third.value == 200)
    #expect(tokens(server) <= 2)
  }

  @Test
  func `a token that nobody waits for any more is not fetched to the end`() async throws {
    let gate = Gate()
    let server = try await server(gate)
    let request = try request(server, OAuth2TokenCache())
    let first = start(request)
    await gate.reached()
    first.cancel()
    #expect(await first.value == -999)
    try await server.wait { $0.connectionsOpen == 0 }
    gate.open()
    #expect(await start(request).value == 200)
    #expect(tokens(server) == 2)
  }

  @Test
  func `one that waits has its own limit of time, and its request the rest of it`() async throws {
    let gate = Gate()
    let server = try await server(gate)
    let cache = OAuth2TokenCache()
    let first = start(try request(server, cache))
    await gate.reached()
    let late = try request(server, cache) { $0.timeout = .seconds(1) }
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: late)
    }
    #expect(error.code == .timedOut && error.isOfTokenRequest)
    #expect(error.message.contains("\(server.url)/token"), "\(error)")
    gate.open()
    #expect(await first.value == 200)
  }

  @Test
  func `what keeps one from the token's server does not keep others from it`() async throws {
    let gate = Gate()
    let server = try await server(gate)
    let cache = OAuth2TokenCache()
    let first = start(try request(server, cache) { $0.timeout = .seconds(3) })
    await gate.reached()
    let second = start(try request(server, cache))
    #expect(await first.value == -1001)
    gate.open()
    #expect(await second.value == 200)
  }

  @Test(arguments: [true, false])
  func `one that trusts other certificates fetches its own token`(isOther: Bool) async throws {
    let gate = Gate()
    let server = try await server(gate)
    let cache = OAuth2TokenCache()
    let first = start(try request(server, cache) { $0.idleTimeout = .seconds(1) })
    await gate.reached()
    let second = start(
      try request(server, cache) {
        $0.idleTimeout = .seconds(1)
        $0.tls.insecure = isOther
      }
    )
    #expect(await first.value == -1001)
    gate.open()
    #expect(await second.value == (isOther ? 200 : -1001))
  }

  @Test
  func `the token's request goes as the request itself does`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/token" ? .json(#"{"access_token": "t1"}"#) : .status(200)
    }
    let credentials = OAuth2Credentials(
      tokenURL: try URI("http://tokens.test/token"),
      clientID: "id",
      clientSecret: "s"
    )
    var request = SessionRequest(
      url: try URI("http://api.test/x"),
      authentication: .oauth2(credentials, cache: OAuth2TokenCache()),
      transport: TransferOptions()
    )
    request.transport?.connectTo = [.init(toHost: "127.0.0.1", toPort: server.port)]
    request.transport?.httpVersion = .http1
    #expect(try await URLSessionManager().data(for: request).response.status == 200)
    #expect(server.requests.map { $0.header("Host") } == ["tokens.test", "api.test"])
    // The version is that of the request's own server.
    #expect(server.requests.map(\.version) == ["HTTP/1.1", "HTTP/1.0"])
  }

  @Test
  func `a socket in the place of the host serves tokens of the same origin alone`() async throws {
    let folder = try TemporaryFolder("oauth")
    var options = FixtureOptions()
    options.address = .unix(folder.path("s"))
    let answer: @Sendable (FixtureRequest) async -> FixtureResponse = { _ in
      .json(#"{"access_token": "t1"}"#)
    }
    let local = try await FixtureServer.start(options, answer: answer)
    let remote = try await FixtureServer.start(answer: answer)
    for (url, expected) in [("http://localhost", [2, 0]), (remote.url, [3, 1])] {
      let credentials = OAuth2Credentials(
        tokenURL: try URI(url + "/token"),
        clientID: "id",
        clientSecret: "s"
      )
      var request = SessionRequest(
        url: try URI("http://localhost/api"),
        authentication: .oauth2(credentials, cache: OAuth2TokenCache()),
        transport: TransferOptions()
      )
      request.transport?.unixSocketPath = folder.path("s")
      #expect(try await URLSessionManager().data(for: request).response.status == 200)
      #expect([local.counts.requests, remote.counts.requests] == expected)
    }
    await local.stop()
  }

  @Test(arguments: [
    (FixtureResponse.status(500), "500 Internal Server Error"), (.status(404), "404 Not Found"),
    (
      .json(#"{"error": "invalid_client", "error_description": "no such client"}"#, status: 400),
      "400 Bad Request, invalid_client: no such client"
    ),
    (.json(#"{"error": "invalid_client"}"#, status: 401), "401 Unauthorized, invalid_client"),
    (
      .bytes(Array("<p>log in</p>".utf8), type: "text/html"), "expected JSON, got text/html"
    ),
    (.json(#"{"access_token": "secret-tok"#), "the body is not JSON: "),
    (.json("{}"), "its answer has no access_token"),
    (.json(#"{"access_token": ""}"#), "the access_token of its answer is empty"),
    (.json(#"{"access_token": 1}"#), "the access_token of its answer is not a text"),
    (.json(#"{"access_token": "a\nb"}"#), "the access_token of its answer has a line break"),
  ])
  func `an answer without a token is told with what it says`(
    answer: FixtureResponse,
    reason: String
  ) async throws {
    let server = try await FixtureServer.start { _ in answer }
    let request = try request(server, OAuth2TokenCache())
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: request)
    }
    #expect(error.code == .userAuthenticationRequired && error.isOfTokenRequest)
    #expect(error.message.hasPrefix("no token from \(server.url)/token: \(reason)"), "\(error)")
    #expect(!error.message.contains("secret-tok"))
    #expect(server.counts.requests == 1)
  }

  @Test
  func `tokens are told to the owner of the cache before they are used`() async throws {
    let told = Collected<String>()
    let server = try await FixtureServer.start { request in
      told.append(request.path)
      return .json(#"{"access_token": "t1", "refresh_token": "r1"}"#)
    }
    let request = try request(server, OAuth2TokenCache { told.append($0) })
    _ = try await URLSessionManager().data(for: request)
    #expect(told.all == ["/token", "t1", "r1", "/api"])
  }
}
