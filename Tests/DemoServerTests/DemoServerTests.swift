import Documents
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct DemoServerTests {
  @Test
  func `a server tells its url and serves there`() throws {
    let server = try DemoServer.start()
    #expect(server.url == "http://127.0.0.1:\(server.port)")
    let answer = try RawClient(port: server.port).exchange("GET", "/health")
    #expect(answer.status == 200)
    #expect(answer.json == ["status": "ok"])
  }

  @Test
  func `a port that is taken is an error that names it`() throws {
    let server = try DemoServer.start()
    let error = #expect(throws: DemoServerError.self) {
      try DemoServer.start(port: server.port)
    }
    #expect(error?.code == .portTaken)
    let expected = "port \(server.port) of 127.0.0.1 is taken by another program"
    #expect(error?.description == expected)
  }

  @Test
  func `stopping closes connections and the port`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    _ = try client.exchange("GET", "/health")
    server.stop()
    server.stop()
    server.waitUntilStopped()
    #expect(client.rest().isEmpty)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
    // The port is free at once, connections that linger in the system or not.
    let next = try DemoServer.start(port: server.port)
    #expect(next.port == server.port)
  }

  @Test
  func `a server nobody refers to stops`() throws {
    let client: RawClient
    do {
      let server = try DemoServer.start()
      client = try RawClient(port: server.port)
      _ = try client.exchange("GET", "/health")
    }
    #expect(client.rest().isEmpty)
  }

  @Test
  func `two servers give the same ids`() throws {
    var ids: [String?] = []
    for _ in 0..<2 {
      let server = try DemoServer.start()
      let client = try RawClient(port: server.port)
      let order = try client.json("POST", "/orders", ["sku": "ABC-1", "quantity": 1])
      ids.append(order.json["id"]?.string)
      server.stop()
    }
    #expect(ids[0] != nil)
    #expect(ids[0] == ids[1])
  }

  @Test
  func `the log has a line for each answer`() async throws {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let server = try DemoServer.start { continuation.yield($0) }
    let client = try RawClient(port: server.port)
    _ = try client.exchange("GET", "/health?a=1")
    client.send("nonsense\r\n\r\n")
    _ = try client.answer()
    server.stop()
    continuation.finish()
    var all: [String] = []
    for await line in lines { all.append(line) }
    #expect(all.count == 2)
    #expect(all.first == "GET /health?a=1 200, 15 bytes")
    #expect(all.last == "refused request 400: the request line is not METHOD TARGET VERSION")
  }
}
