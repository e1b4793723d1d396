import SessionCore
import TestSupport
import Testing

/// What is known of a server that asked for credentials stays with that server.
@Suite(.timeLimit(.minutes(5))) struct AnsweredChallengeTests {
  /// Asks for credentials, then sends everybody who has some to another server.
  private func guarded(_ challenge: String, sendingTo url: String) async throws -> FixtureServer {
    try await FixtureServer.start { request in
      request.header("Authorization") == nil
        ? .status(401, headers: [("WWW-Authenticate", challenge)]) : .redirect(url)
    }
  }

  @Test(arguments: ["Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""])
  func `after an answered 401 a redirect to another origin carries no credentials`(
    challenge: String
  ) async throws {
    let other = try await FixtureServer.start()
    let server = try await guarded(challenge, sendingTo: other.url + "/echo")
    let session = URLSessionManager()
    session.updateEvents {
      $0.didReceiveChallenge = { _, _ in .credential(user: "u", password: "p") }
    }
    let answer = try await session.data(for: SessionRequest(url: try URI(server.url + "/")))
    #expect(answer.response.status == 200)
    #expect(server.requests.map { $0.header("Authorization") != nil } == [false, true])
    #expect(other.requests.map { $0.header("Authorization") } == [nil])
  }

  @Test
  func `the answer of a scheme does not leave its origin either`() async throws {
    let other = try await FixtureServer.start()
    let server = try await guarded(
      "Digest realm=\"r\", nonce=\"n\", qop=\"auth\"",
      sendingTo: other.url + "/echo"
    )
    var request = SessionRequest(url: try URI(server.url + "/"))
    request.authentication = .digest(user: "u", password: "p")
    let answer = try await URLSessionManager().data(for: request)
    #expect(answer.response.status == 200)
    #expect(server.requests.last?.header("Authorization")?.hasPrefix("Digest ") == true)
    #expect(other.requests.map { $0.header("Authorization") } == [nil])
  }

  @Test
  func `after a redirect the first challenge has no failure before it`() async throws {
    let server = try await FixtureServer.start { request in
      if request.path == "/", request.header("Authorization") != nil { return .redirect("/next") }
      let asksAgain = request.path == "/next" && request.number < 3
      return request.header("Authorization") == nil || asksAgain
        ? .status(401, headers: [("WWW-Authenticate", "Basic realm=\"\(request.path)\"")])
        : .text("fine")
    }
    let failures = Collected<Int>()
    let session = URLSessionManager()
    session.updateEvents {
      $0.didReceiveChallenge = { _, challenge in
        failures.append(challenge.previousFailureCount)
        return .credential(user: "u", password: "p")
      }
    }
    let answer = try await session.data(for: SessionRequest(url: try URI(server.url + "/")))
    #expect(answer.response.status == 200)
    #expect(failures.all == [0, 0])
  }
}
