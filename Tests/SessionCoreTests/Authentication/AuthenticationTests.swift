import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AuthenticationTests {
  private func status(
    _ path: String,
    _ authentication: Authentication?,
    on server: FixtureServer,
    session: URLSessionManager = URLSessionManager()
  ) async throws -> Int {
    let request = SessionRequest(
      url: try URI(server.url + path),
      authentication: authentication
    )
    return try await session.data(for: request).response.status
  }

  @Test
  func `basic goes with the first request`() async throws {
    let server = try await FixtureServer.start()
    let right = Authentication.basic(user: "u", password: "p:ä")
    #expect(try await status("/basic-auth/u/p:%C3%A4", right, on: server) == 200)
    #expect(server.counts.requests == 1)
  }

  @Test
  func `user information of a URL is sent as basic and not in the URL`() async throws {
    let server = try await FixtureServer.start()
    let url = server.url.replacing("http://", with: "http://u:p%40@")
    let answer = try await URLSessionManager()
      .data(for: SessionRequest(url: try URI(url + "/basic-auth/u/p%40")))
    #expect(answer.response.status == 200)
    #expect(answer.response.url.userInfo == nil)
    let nobody = try PortOfNobody()
    let refused = SessionRequest(url: try URI("http://u:secret@127.0.0.1:\(nobody.port)/"))
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: refused)
    }
    #expect(!error.description.contains("secret"))
    #expect(error.failingURL?.contains("secret") == false)
  }

  @Test(arguments: ["MD5", "SHA-256"])
  func `digest answers the challenge`(algorithm: String) async throws {
    let server = try await FixtureServer.start()
    let path = "/digest-auth/u/p/\(algorithm)?x=1"
    #expect(try await status(path, .digest(user: "u", password: "p"), on: server) == 200)
    #expect(server.counts.requests == 2)
  }

  @Test
  func `row 85: refused credentials are not tried for ever`() async throws {
    let server = try await FixtureServer.start()
    #expect(
      try await status("/digest-auth/u/p", .digest(user: "u", password: "x"), on: server) == 401
    )
    #expect(server.counts.requests == 2)
    let session = URLSessionManager()
    let failures = Collected<Int>()
    session.updateEvents {
      $0.didReceiveChallenge = { _, challenge in
        failures.append(challenge.previousFailureCount)
        return challenge.previousFailureCount < 3
          ? .credential(user: "u", password: "wrong") : .performDefault
      }
    }
    #expect(try await status("/basic-auth/u/p", nil, on: server, session: session) == 401)
    #expect(failures.all == [0, 1, 2, 3])
  }

  @Test
  func `row 84: a handler gives a credential, an error, the default or cancels`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let request = SessionRequest(url: try URI(server.url + "/basic-auth/u/p"))
    session.updateEvents {
      $0.didReceiveChallenge = { _, _ in .credential(user: "u", password: "p") }
    }
    #expect(try await session.data(for: request).response.status == 200)
    session.updateEvents { $0.didReceiveChallenge = { _, _ in .performDefault } }
    #expect(try await session.data(for: request).response.status == 401)
    session.updateEvents { $0.didReceiveChallenge = { _, _ in .reject } }
    #expect(try await session.data(for: request).response.status == 401)
    session.updateEvents { $0.didReceiveChallenge = { _, _ in .cancel } }
    let cancelled = try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
    #expect(cancelled.code.rawValue == -999)
    session.updateEvents {
      $0.didReceiveChallenge = { _, _ in
        await Task.yield()
        return .error(SessionError(code: .init(rawValue: 7), message: "mine"))
      }
    }
    let own = try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
    #expect(own.code.rawValue == 7)
  }

  @Test
  func `bearer is a header`() async throws {
    let server = try await FixtureServer.start()
    _ = try await status("/echo", .bearer("tok"), on: server)
    #expect(server.requests.first?.header("Authorization") == "Bearer tok")
  }
}
