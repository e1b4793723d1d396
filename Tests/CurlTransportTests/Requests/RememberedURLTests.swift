import TestSupport
import Testing

@testable import CurlTransport

/// A URL that a handle gets again and again is asked for as it was the first time.
@Suite(.timeLimit(.minutes(5))) struct RememberedURLTests {
  private static let targets = [
    "/echo", "", "?a=b", "/a/../b/./c", "/a%2Fb?c=%20&d", "/a;b=c?d#fragment", "//double//", "/?",
    "/[x]{1}",
  ]

  @Test(arguments: targets)
  func `the same request three times, and again after another`(target: String) async throws {
    let server = try await FixtureServer.start { _ in .text("ok") }
    let loop = TransferLoop()
    let urls = Array(repeating: server.url + target, count: 3)
    for url in urls + [server.url + "/other", server.url + target] {
      let response = try await loop.transfer(TransferRequest(url: url))
      #expect(response.head.status == 200)
    }
    #expect(await loop.handleCount() == 1)
    var seen = server.requests.map(\.target)
    #expect(seen.remove(at: 3) == "/other")
    #expect(Set(seen).count == 1, "\(seen)")
    await server.stop()
  }

  @Test func `URLs that only look alike are told apart`() async throws {
    let server = try await FixtureServer.start { _ in .text("ok") }
    let loop = TransferLoop()
    let paths = ["/\u{E9}", "/e\u{301}", "/\u{E9}"]
    for path in paths { _ = try await loop.transfer(TransferRequest(url: server.url + path)) }
    #expect(server.requests.map(\.target) == ["/%c3%a9", "/e%cc%81", "/%c3%a9"])
    await server.stop()
  }

  @Test func `user information is sent each time, and not once it is gone`() async throws {
    let server = try await FixtureServer.start { _ in .text("ok") }
    let loop = TransferLoop()
    let plain = server.url + "/json"
    let named = plain.replacing("http://", with: "http://user:p%40@")
    for url in [named, named, named, plain, plain, named] {
      _ = try await loop.transfer(TransferRequest(url: url))
    }
    let basic = "Basic dXNlcjpwQA=="
    let seen = server.requests.map { $0.header("Authorization") }
    #expect(seen == [basic, basic, basic, nil, nil, basic])
    await server.stop()
  }

  @Test func `a URL that leads nowhere fails alike each time, and keeps no other from working`()
    async throws
  {
    let server = try await FixtureServer.start { _ in .text("ok") }
    let loop = TransferLoop()
    for _ in 0..<3 {
      for url in ["http://127.0.0.1:1/", "http://127.0.0.1:1/"] {
        await #expect(throws: CurlError.self) {
          try await loop.transfer(TransferRequest(url: url))
        }
      }
      let response = try await loop.transfer(TransferRequest(url: server.url))
      #expect(response.head.status == 200)
    }
    await server.stop()
  }
}
