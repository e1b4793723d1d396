import Documents
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct TransferRoutesTests {
  private let server: DemoServer
  private let client: RawClient

  init() throws {
    server = try DemoServer.start()
    client = try RawClient(port: server.port)
  }

  @Test
  func `redirects count down to the end`() throws {
    let first = try client.exchange("GET", "/redirects/2?status=307")
    #expect(first.status == 307)
    #expect(first["location"] == "/redirects/1?status=307")
    #expect(try client.exchange("PUT", "/redirects/0").json["method"] == "PUT")
    #expect(try client.exchange("GET", "/redirects/loop")["location"] == "/redirects/loop")
    #expect(try client.exchange("GET", "/redirects/many").status == 404)
    #expect(try client.exchange("GET", "/redirects/3?status=200").status == 422)
  }

  @Test
  func `a redirect goes where it is told, and no header is smuggled in`() throws {
    let url = "https://example.com/%0d%0aX-Evil:%201"
    let answer = try client.exchange("GET", "/redirect-to?status=301&url=\(url)")
    #expect(answer.status == 301)
    #expect(answer["location"] == "https://example.com/  X-Evil: 1")
    #expect(answer["x-evil"] == nil)
    #expect(try client.exchange("GET", "/redirect-to").status == 422)
  }

  @Test(arguments: [200, 201, 204, 301, 304, 400, 404, 418, 429, 500, 503, 599])
  func `any status can be had`(status: Int) throws {
    let answer = try client.exchange("GET", "/status/\(status)")
    #expect(answer.status == status)
    #expect(answer.body.isEmpty == (status == 204 || status == 304))
    #expect(answer["retry-after"] == (status == 429 || status == 503 ? "0" : nil))
    #expect(try client.exchange("GET", "/health").status == 200)
  }

  @Test(arguments: ["100", "199", "600", "-1", "x", "99999999999999999999"])
  func `what is no status is not found`(status: String) throws {
    #expect(try client.exchange("GET", "/status/\(status)").status == 404)
  }

  @Test
  func `cacheable content is not sent twice`() throws {
    let full = try client.exchange("GET", "/cacheable?key=a")
    #expect(full["cache-control"] == "max-age=60")
    #expect(full["x-served"] == "1")
    let tag = try #require(full["etag"])
    let modified = try #require(full["last-modified"])
    let get = { (headers: [String: String]) in
      try client.exchange("GET", "/cacheable?key=a", headers)
    }
    #expect(try get(["If-None-Match": "\"x\", W/\(tag)"]).status == 304)
    #expect(try get(["If-Modified-Since": modified]).status == 304)
    #expect(try get(["If-None-Match": "\"x\"", "If-Modified-Since": modified]).status == 200)
    #expect(try get([:])["x-served"] == "3")
  }

  @Test
  func `encoded content says so`() throws {
    let gzip = try client.exchange("GET", "/gzip")
    #expect(gzip["content-encoding"] == "gzip")
    #expect(gzip.body.starts(with: [0x1F, 0x8B, 8]))
    #expect(try client.exchange("GET", "/deflate")["content-encoding"] == "deflate")
  }

  @Test
  func `a header may be repeated`() throws {
    let answer = try client.exchange("GET", "/headers")
    #expect(answer.headers.filter { $0.name == "x-tag" }.map(\.value) == ["one", "two"])
  }
}
