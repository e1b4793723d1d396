import Foundation
import SessionCore
import TestSupport
import Testing

struct CurlCommandLineTests {
  @Test
  func `a word is quoted as a shell needs it`() throws {
    let request = SessionRequest(
      method: "POST",
      url: try URI("http://h/a?b='c'&d=$(x)"),
      headers: ["X-A": "it's", "X-Empty": ""],
      body: .bytes(Array("a'b".utf8))
    )
    #expect(
      CurlCommandLine(request).text
        == "curl -X POST -H 'X-A: it'\\''s' -H 'X-Empty;' -H Content-Type: "
        + "--data-raw 'a'\\''b' --globoff 'http://h/a?b='\\''c'\\''&d=$(x)'"
    )
  }

  @Test(arguments: [
    Array("a=1&b='x' \"$HOME\" \\ `id` @file".utf8), [0, 1, 255, 10, 37],
    Array("@/etc/passwd".utf8),
  ])
  func `row 105: a shell sends the same bytes`(body: [UInt8]) async throws {
    let server = try await FixtureServer.start()
    let request = SessionRequest(
      method: "PUT",
      url: try URI(server.url + "/echo?q=[1]{2}&r='x'$y"),
      headers: ["X-A": "it's \"quoted\" $HOME", "Content-Type": "x/y"],
      body: .bytes(body)
    )
    _ = try await URLSessionManager().data(for: request)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", CurlCommandLine(request).text + " -s -o /dev/null"]
    try process.run()
    let requests = try await server.requests(count: 2)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(requests[1].method == "PUT")
    #expect(requests[1].target == requests[0].target)
    #expect(requests[1].body == requests[0].body)
    #expect(requests[1].header("X-A") == requests[0].header("X-A"))
    #expect(requests[1].header("Content-Type") == "x/y")
  }
}
