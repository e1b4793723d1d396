import CurlTransport
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct URLSessionManagerTests {
  private func request(_ text: String, _ method: String = "GET") throws -> SessionRequest {
    SessionRequest(method: method, url: try URI(text))
  }

  @Test
  func `an answer comes whole, whatever its status`() async throws {
    let server = try await FixtureServer.start()
    let answer = try await URLSessionManager().data(for: request(server.url + "/status/503"))
    #expect(answer.response.status == 503)
    #expect(answer.response.version == "1.1")
    #expect(answer.response.remoteAddress == "127.0.0.1")
    let bytes = try await URLSessionManager().data(for: request(server.url + "/bytes/100000"))
    #expect(bytes.data.count == 100_000)
    #expect(bytes.response.expectedContentLength == 100_000)
  }

  @Test
  func `row 25: silence is a time-out, slow life is none`() async throws {
    let server = try await FixtureServer.start { request in
      if request.path == "/slow" {
        let body = Array("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n12345678".utf8)
        return .script([.drip(body, size: 3, milliseconds: 250)])
      }
      return .script([.untilClosed])
    }
    var stalled = try request(server.url + "/stall")
    stalled.attributes.timeoutInterval = .seconds(3)
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: stalled)
    }
    #expect(error.code.rawValue == -1001)
    var slow = try request(server.url + "/slow")
    slow.attributes.timeoutInterval = .seconds(3)
    #expect(try await URLSessionManager().data(for: slow).data.count == 8)
  }

  @Test(arguments: ["ftp://h/", "h/x", "http:///x"])
  func `what is no HTTP URL is refused before anything is sent`(url: String) async throws {
    let request = try request(url)
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: request)
    }
    #expect([-1000, -1002].contains(error.code.rawValue))
    #expect(error.domain == .url)
  }

  @Test(arguments: [
    ("closeBeforeHead", -1005), ("closeInBody", -1005), ("resetInBody", -1005),
    ("brokenChunk", -1017), ("brokenGzip", -1015), ("garbageHead", -1017),
  ])
  func `a fault of the server has its code`(fault: String, code: Int) async throws {
    let server = try await FixtureServer.start { _ in
      FixtureFault(rawValue: fault).map { .fault($0) } ?? .status(500)
    }
    let request = try request(server.url)
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: request)
    }
    #expect(error.code.rawValue == code, "\(error)")
    #expect(error.underlyingErrors.first is CurlError)
    #expect(error.failingURL == server.url)
  }

  @Test
  func `a refused connection and an unknown host have their codes`() async throws {
    let nobody = try PortOfNobody()
    let refused = try request(nobody.url)
    let unknown = try request("http://nobody.invalid/")
    let session = URLSessionManager()
    let first = try await sessionError { () async throws(SessionError) in
      try await session.data(for: refused)
    }
    #expect(first.code.rawValue == -1004)
    let second = try await sessionError { () async throws(SessionError) in
      try await session.data(for: unknown)
    }
    #expect(second.code.rawValue == -1003)
  }

  @Test
  func `a header with a line break is refused`() async throws {
    let server = try await FixtureServer.start()
    var request = try request(server.url + "/echo")
    request.headers["X-A"] = "1\r\nX-B: 2"
    let bad = request
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: bad)
    }
    #expect(error.domain == .requestSerialization)
    #expect(server.counts.requests == 0)
  }

  @Test
  func `cancelling the calling task ends the call`() async throws {
    let server = try await FixtureServer.start { _ in .script([.untilClosed]) }
    let request = try request(server.url)
    let call = Task { () -> SessionError? in
      do throws(SessionError) {
        _ = try await URLSessionManager().data(for: request)
        return nil
      } catch {
        return error
      }
    }
    _ = try await server.nextRequest()
    call.cancel()
    #expect(await call.value?.code.rawValue == -999)
    try await server.connectionClosed()
  }

  @Test
  func `row 68: a thousand tasks have unique numbers, end and leave nothing`() async throws {
    let server = try await FixtureServer.start()
    var configuration = SessionConfiguration()
    configuration.transport.connectionsPerHost = 32
    let session = URLSessionManager(configuration: configuration)
    let statuses = Collected<Int>()
    var identifiers: Set<Int> = []
    for _ in 0..<1000 {
      let task = session.dataTask(
        with: try request(server.url + "/json"),
        serializer: HTTPResponseSerializer()
      ) { statuses.append($0.response?.status ?? -1) }
      identifiers.insert(task.identifier)
      task.resume()
    }
    await session.waitForAll()
    #expect(identifiers.count == 1000)
    #expect(statuses.all == Array(repeating: 200, count: 1000))
    #expect(session.tasks.isEmpty)
  }

  @Test
  func `row 88: times are in order, and the second request uses the first's connection`()
    async throws
  {
    let server = try await FixtureServer.start()
    let session = URLSessionManager(loop: TransferLoop())
    let request = try request(server.url + "/json")
    let first = try await session.data(for: request).metrics
    let second = try await session.data(for: request).metrics
    let times = try #require(first.hops.first?.transfer)
    #expect(times.nameLookup >= 0)
    #expect(times.nameLookup <= times.connect)
    #expect(times.connect <= times.preTransfer)
    #expect(times.preTransfer <= times.startTransfer)
    #expect(times.startTransfer <= times.total)
    #expect(!times.reusedConnection)
    let again = try #require(second.hops.first?.transfer)
    #expect(again.reusedConnection)
    #expect(again.preTransfer <= again.startTransfer && again.startTransfer <= again.total)
  }
}
