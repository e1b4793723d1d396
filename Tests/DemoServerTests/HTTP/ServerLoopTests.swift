import Documents
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct ServerLoopTests {
  @Test
  func `a connection serves request after request`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    for number in 1...5 {
      let answer = try client.exchange("GET", "/echo")
      #expect(answer.json["request"] == .integer(number))
      #expect(answer.json["connection"] == 1)
      #expect(answer["date"]?.hasSuffix(" GMT") == true)
    }
  }

  @Test
  func `pipelined requests are answered in their order`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    let targets = ["/slow?ms=40", "/echo?n=1", "/drip?pieces=3&ms=5", "/echo?n=2", "/image.png"]
    client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
    let answers = try targets.map { _ in try client.answer() }
    #expect(answers.map(\.status) == [200, 200, 200, 200, 200])
    #expect(answers[0].json == ["waited": 40])
    #expect(answers[1].json["query"] == ["n": "1"])
    #expect(answers[2].text == "piece 1\npiece 2\npiece 3\n")
    #expect(answers[3].json["query"] == ["n": "2"])
    #expect(answers[4]["content-type"] == "image/png")
  }

  @Test
  func `a thousand pipelined requests are all answered`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    client.send(String(repeating: "GET /health HTTP/1.1\r\nHost: x\r\n\r\n", count: 1000))
    for _ in 0..<1000 { #expect(try client.answer().status == 200) }
  }

  @Test(
    arguments: [
      ("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
      ("GET /health HTTP/1.0\r\n\r\n", 200), ("what is this\r\n\r\n", 400),
      ("GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n", 413),
      ("POST /forms HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\n\r\n", 411),
      (String(repeating: "a", count: 70_000), 431),
    ]
  )
  func `the connection is closed after`(request: String, status: Int) throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    client.send(request)
    let answer = try client.answer()
    #expect(answer.status == status)
    #expect(answer["connection"] == "close")
    if status >= 400 {
      #expect(answer["content-type"] == "application/problem+json")
      #expect(answer.json["status"] == .integer(status))
    }
    #expect(client.rest().isEmpty)
  }

  @Test
  func `HTTP 1_0 keeps the connection when asked, and gets pieces without chunks`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    client.send("GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(try client.answer()["connection"] == "keep-alive")
    client.send("GET /drip?pieces=2&ms=0 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    let text = String(decoding: client.rest(), as: UTF8.self)
    #expect(text.hasSuffix("\r\n\r\npiece 1\npiece 2\n"))
  }

  @Test
  func `a client is told to go on before it sends its body`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    client.send(
      "PUT /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    )
    #expect(try client.answer().status == 100)
    client.send("ok")
    #expect(try client.answer().json["text"] == "ok")
  }

  @Test
  func `a silent connection is closed, at any point of a request`() throws {
    let server = try DemoServer.start(limits: ServerLimits(idleMilliseconds: 2_000))
    let texts = ["", "GET / HT", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"]
    let clients = try texts.map { text in
      let client = try RawClient(port: server.port)
      client.send(text)
      return client
    }
    let stalled = try RawClient(port: server.port)
    stalled.send("GET /stalled HTTP/1.1\r\nHost: x\r\n\r\n")
    let patient = try RawClient(port: server.port)
    #expect(try patient.exchange("GET", "/slow?ms=4000").status == 200)
    for client in clients { #expect(client.rest().isEmpty) }
    #expect(String(decoding: stalled.rest(), as: UTF8.self).hasSuffix("\r\n\r\n0123456789"))
  }

  @Test
  func `connections over the bound wait until others close`() throws {
    let server = try DemoServer.start(limits: ServerLimits(connections: 2))
    var first: RawClient? = try RawClient(port: server.port)
    let second = try RawClient(port: server.port)
    #expect(try first?.exchange("GET", "/health").status == 200)
    #expect(try second.exchange("GET", "/health").status == 200)
    let third = try RawClient(port: server.port)
    third.send("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try second.exchange("GET", "/slow?ms=30").status == 200)
    first = nil
    #expect(try third.answer().json["connection"] == 3)
  }

  @Test
  func `two hundred connections are served at the same time`() async throws {
    let server = try DemoServer.start()
    let port = server.port
    let clients = try (0..<200).map { _ in try RawClient(port: port) }
    // All at once: after one another the waiting alone would take minutes.
    let clock = ContinuousClock()
    let start = clock.now
    for client in clients { client.send("POST /counter/k HTTP/1.1\r\nHost: x\r\n\r\n") }
    for client in clients { client.send("GET /slow?ms=1000 HTTP/1.1\r\nHost: x\r\n\r\n") }
    for client in clients {
      #expect(try client.answer().status == 200)
      #expect(try client.answer().json["waited"] == 1000)
    }
    #expect(clock.now - start < .seconds(60))
    #expect(try clients[0].exchange("GET", "/counter/k").json["value"] == 200)
  }

  @Test
  func `tasks on their own connections all get their answers`() async throws {
    let server = try DemoServer.start()
    let port = server.port
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<16 {
        group.addTask { @concurrent in
          let client = try RawClient(port: port)
          var good = 0
          for turn in 0..<25 {
            let answer = try client.exchange("GET", "/echo?n=\(task)-\(turn)")
            if answer.json["query"]?["n"] == .string("\(task)-\(turn)") { good += 1 }
          }
          return good
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(answers == 400)
  }

  @Test
  func `a large body goes both ways`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    let body = String(repeating: "0123456789abcdef", count: 1 << 16)
    let answer = try client.exchange("POST", "/echo", body: body)
    #expect(answer.json["length"] == .integer(1 << 20))
    #expect(answer.json["text"]?.string == body)
  }

  @Test
  func `an endless body ends when the client goes, and the server lives on`() throws {
    let server = try DemoServer.start()
    do {
      let client = try RawClient(port: server.port)
      client.send("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.bytes(1 << 20).count == 1 << 20)
    }
    #expect(try RawClient(port: server.port).exchange("GET", "/health").status == 200)
  }

  @Test
  func `too many bytes in memory are refused until there are fewer`() throws {
    let server = try DemoServer.start(limits: ServerLimits(heldBytes: 1 << 20))
    let head = "POST /counter/k HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n"
    var clients = try (0..<4).map { _ in try RawClient(port: server.port) }
    for client in clients {
      client.send(head)
      client.send([UInt8](repeating: 0x61, count: 700_000))
    }
    // The server reads, and sees the ends, in its own time.
    var status = 200
    for _ in 0..<10_000 where status == 200 {
      status = try RawClient(port: server.port).exchange("GET", "/health").status
    }
    #expect(status == 503)
    clients = []
    for _ in 0..<10_000 where status == 503 {
      status = try RawClient(port: server.port).exchange("GET", "/health").status
    }
    #expect(status == 200)
  }
}
