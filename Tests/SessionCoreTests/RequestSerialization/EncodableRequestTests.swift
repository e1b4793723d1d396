import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct EncodableRequestTests {
  @Test
  func `serializers write it as a query, a form and JSON`() async throws {
    let server = try await FixtureServer.start()
    let url = try URI(server.url + "/upload")
    struct Search: Encodable {
      var pageSize = 2
      var tags = ["a", "b"]
    }
    let requests = [
      try HTTPRequestSerializer().request("GET", url, encoding: Search()),
      try HTTPRequestSerializer().request("POST", url, encoding: Search(), keys: .snakeCase),
      try JSONRequestSerializer().request("POST", url, encoding: Search(), headers: ["X-A": "1"]),
    ]
    for request in requests { _ = try await URLSessionManager().data(for: request) }
    let seen = server.requests
    #expect(seen[0].query == "pageSize=2&tags%5B%5D=a&tags%5B%5D=b")
    #expect(seen[1].text == "page_size=2&tags%5B%5D=a&tags%5B%5D=b")
    #expect(seen[2].text == #"{"pageSize":2,"tags":["a","b"]}"#)
    #expect(seen[2].header("Content-Type") == "application/json")
    #expect(seen[2].header("X-A") == "1")
  }
}
