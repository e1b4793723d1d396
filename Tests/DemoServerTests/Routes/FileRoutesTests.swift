import Documents
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct FileRoutesTests {
  private let server: DemoServer
  private let client: RawClient

  init() throws {
    server = try DemoServer.start()
    client = try RawClient(port: server.port)
  }

  private static let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  @Test
  func `parts go where the answer before points, and make a file`() throws {
    let start = try client.exchange("POST", "/files")
    #expect(start.status == 202)
    let first = try #require(start["location"])
    #expect(first.hasSuffix("?offset=0"))
    let second = try client.exchange("PATCH", first, body: "ab")
    #expect(second.status == 202)
    let place = try #require(second["location"])
    #expect(place.hasSuffix("?offset=2"))
    #expect(try client.exchange("PATCH", first, body: "x").status == 409)
    #expect(try client.exchange("PATCH", place, body: "c").status == 202)
    let file = String(place.prefix { $0 != "?" })
    #expect(try client.exchange("GET", file).status == 404)
    #expect(try client.exchange("PUT", "\(file)?sha256=00").status == 422)
    let end = try client.exchange("PUT", "\(file)?sha256=\(Self.digest)")
    #expect(end.status == 201 && end["location"] == file)
    #expect(end.json["sha256"] == .string(Self.digest) && end.json["length"] == 3)
    #expect(try client.exchange("PATCH", "\(file)?offset=3", body: "d").status == 409)
    let read = try client.exchange("GET", file)
    #expect(read.text == "abc" && read["content-type"] == "application/octet-stream")
  }

  @Test
  func `a file has a bounded length, an unknown one is not found`() throws {
    let first = try #require(try client.exchange("POST", "/files")["location"])
    let long = String(repeating: "a", count: (1 << 20) + 1)
    #expect(try client.exchange("PATCH", first, body: long).status == 413)
    #expect(
      try client.exchange("PATCH", String(first.prefix { $0 != "?" }), body: "a").status == 409
    )
    for method in ["PATCH", "PUT", "GET"] {
      #expect(try client.exchange(method, "/files/none").status == 404)
    }
  }
}
