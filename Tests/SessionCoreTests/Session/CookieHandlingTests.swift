import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CookieHandlingTests {
  @Test
  func `cookies of every hop are kept and sent`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let url = try URI(server.url + "/cookies/set?a=1&b=2")
    let answer = try await session.data(for: SessionRequest(url: url))
    #expect(String(decoding: answer.data, as: UTF8.self).contains(#""a": "1""#))
    #expect(session.configuration.cookies?.jar.cookies.map(\.name) == ["a", "b"])
    #expect(server.requests.last?.header("Cookie") == "a=1; b=2")
  }

  @Test
  func `a request's own cookies stand before those of the jar`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    _ = try await session.data(for: .init(url: URI(server.url + "/cookies/set?a=1&b=2")))
    var request = SessionRequest(url: try URI(server.url + "/echo"))
    request.headers["Cookie"] = "b=3"
    _ = try await session.data(for: request)
    #expect(server.requests.last?.header("Cookie") == "b=3; a=1")
  }

  @Test
  func `two sessions have two jars, a request may have none`() async throws {
    let server = try await FixtureServer.start()
    let first = URLSessionManager()
    _ = try await first.data(for: .init(url: URI(server.url + "/cookies/set?a=1")))
    _ = try await URLSessionManager().data(for: .init(url: URI(server.url + "/echo")))
    #expect(server.requests.last?.header("Cookie") == nil)
    var request = SessionRequest(url: try URI(server.url + "/echo"))
    request.attributes.handlesCookies = false
    _ = try await first.data(for: request)
    #expect(server.requests.last?.header("Cookie") == nil)
  }
}
