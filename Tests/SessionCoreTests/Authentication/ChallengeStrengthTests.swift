import Locks
import TestSupport
import Testing

@testable import SessionCore

/// Which challenge is answered, and how often the same one.
@Suite(.timeLimit(.minutes(5))) struct ChallengeStrengthTests {
  private static let basic = "Basic realm=\"r\""
  private static let md5 = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=MD5"
  private static let sha = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256"
  private static let strange = "Digest realm=\"r\", nonce=\"n\", algorithm=SHA3"
  private static let foreign = "Bearer realm=\"r\""

  @Test(arguments: [
    ([basic, md5, sha], "SHA-256"), ([sha, md5, basic], "SHA-256"), ([md5, basic, sha], "SHA-256"),
    ([basic, md5], "MD5"), ([md5, basic], "MD5"), ([foreign, basic, strange, md5], "MD5"),
    ([foreign, strange, basic], "Basic"), ([basic], "Basic"),
  ])
  func `the strongest scheme is taken, whatever the order`(
    offers: [String],
    expected: String
  ) async throws {
    let server = try await FixtureServer.start { request in
      guard request.header("Authorization") == nil else { return .text("in") }
      return offers.reduce(.status(401)) { $0.adding("WWW-Authenticate", $1) }
    }
    let session = URLSessionManager()
    session.updateEvents {
      $0.didReceiveChallenge = { _, _ in .credential(user: "u", password: "p") }
    }
    let request = SessionRequest(url: try URI(server.url))
    let task = session.dataTask(with: request) { _ in }
    task.resume()
    await session.waitForAll()
    let sent = try #require(server.requests.last?.header("Authorization"))
    #expect(
      expected == "Basic" ? sent.hasPrefix("Basic ") : sent.contains("algorithm=\(expected)"),
      "\(sent)"
    )
    await server.stop()
  }

  @Test(arguments: [[md5, sha], [sha, md5]])
  func `a request's own digest is the strongest, too`(offers: [String]) async throws {
    let server = try await FixtureServer.start { request in
      guard request.header("Authorization") == nil else { return .text("in") }
      return offers.reduce(.status(401)) { $0.adding("WWW-Authenticate", $1) }
    }
    let request = SessionRequest(
      url: try URI(server.url),
      authentication: .digest(user: "u", password: "p")
    )
    _ = try await URLSessionManager().data(for: request)
    #expect(server.requests.last?.header("Authorization")?.contains("algorithm=SHA-256") == true)
  }

  @Test func `a retry makes a new digest of the same nonce`() async throws {
    let number = Locked(0)
    let server = try await FixtureServer.start { request in
      guard request.header("Authorization") != nil else {
        return .status(401).adding("WWW-Authenticate", Self.sha)
      }
      let own = number.withLock { number in
        number += 1
        return number
      }
      return own < 3 ? .status(503) : .text("in")
    }
    var configuration = SessionConfiguration()
    configuration.retries = RetryPolicy()
    configuration.retries?.delay = .milliseconds(1)
    let request = SessionRequest(
      url: try URI(server.url),
      authentication: .digest(user: "u", password: "p")
    )
    let answer = try await URLSessionManager(configuration: configuration).data(for: request)
    #expect(answer.response.status == 200)
    let sent = server.requests.compactMap { $0.header("Authorization") }
    #expect(sent.count == 3)
    for (index, header) in sent.enumerated() {
      #expect(header.contains("nc=0000000\(index + 1)"), "\(header)")
    }
    let nonces = sent.map { $0.split(separator: "cnonce=").last ?? "" }
    #expect(Set(nonces).count == 3)
    #expect(Set(sent.map { $0.contains("nonce=\"n\"") }) == [true])
  }
}
