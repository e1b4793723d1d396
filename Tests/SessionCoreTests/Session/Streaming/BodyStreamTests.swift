import Compression
import CurlTransport
import Documents
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(2)))
struct BodyStreamTests {
  private func request(_ url: String) throws -> SessionRequest { SessionRequest(url: try URI(url)) }

  @Test
  func `the head is known before the first piece, and the pieces are the body`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in
      .script([
        .text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\nX-A: 1\r\n\r\n"), .gate(gate),
        .text("0123456789"),
      ])
    }
    let stream = try await URLSessionManager().bytes(for: request(server.url))
    #expect(stream.response.status == 200)
    #expect(stream.response.headers["X-A"] == "1")
    #expect(stream.metrics == nil)
    gate.open()
    var body: [UInt8] = []
    for try await piece in stream {
      #expect(!piece.isEmpty)
      body += piece
    }
    #expect(body == Array("0123456789".utf8))
    #expect(stream.metrics?.hops.count == 1)
    #expect(stream.task.state == .completed)
    #expect(stream.task.downloadProgress.completedUnitCount == 10)
  }

  @Test(arguments: [0, 1, 70_000, 3_000_000])
  func `a body of any length comes whole`(length: Int) async throws {
    let server = try await FixtureServer.start()
    let stream = try await URLSessionManager().bytes(
      for: request(server.url + "/bytes/\(length)"),
      limit: 10_000
    )
    var body: [UInt8] = []
    for try await piece in stream { body += piece }
    #expect(body == FixtureBody.patternBytes(0..<length))
  }

  @Test
  func `the server waits while nobody reads`() async throws {
    let server = try await FixtureServer.start { _ in
      .script([
        .text("HTTP/1.1 200 OK\r\n\r\n"), .endless(Array(repeating: 65, count: 10_000)),
      ])
    }
    let session = URLSessionManager()
    let stream = try await session.bytes(for: request(server.url), limit: 100_000)
    var pieces = stream.makeAsyncIterator()
    var taken = 0
    for _ in 0..<20 {
      taken += try #require(try await pieces.next()).count
      try await Task.sleep(for: .milliseconds(10))
      #expect(stream.task.downloadProgress.completedUnitCount <= Int64(taken + 100_000 + 16_384))
    }
    #expect(taken > 100_000)
    stream.task.cancel()
  }

  @Test
  func `a reader who leaves ends the transfer`() async throws {
    let server = try await FixtureServer.start { _ in
      .script([
        .text("HTTP/1.1 200 OK\r\n\r\n"), .endless(Array(repeating: 65, count: 10_000)),
      ])
    }
    let session = URLSessionManager()
    let stream = try await session.bytes(for: request(server.url))
    for try await _ in stream { break }
    await session.waitForAll()
    #expect(stream.task.state == .completed)
    // Nor does one go on that nobody begins to read.
    _ = try await session.bytes(for: request(server.url))
    await session.waitForAll()
    #expect(session.tasks.isEmpty)
    try await server.wait { $0.connectionsOpen == 0 }
  }

  @Test
  func `a cancelled task ends the transfer it reads, and one it waits for`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in
      .script([.text("HTTP/1.1 200 OK\r\n\r\nabc"), .gate(gate)])
    }
    let session = URLSessionManager()
    let asked = try request(server.url)
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let reading = Task {
      var body: [UInt8] = []
      do throws(SessionError) {
        for try await piece in try await session.bytes(for: asked) {
          body += piece
          continuation.yield()
        }
        return (body, SessionError.Code?.none)
      } catch {
        return (body, error.code)
      }
    }
    for await _ in begun { break }
    reading.cancel()
    let (body, code) = await reading.value
    #expect(body == Array("abc".utf8))
    #expect(code == .cancelled)
    let silent = try await FixtureServer.start { _ in .text("").after([.gate(gate)]) }
    let askedInVain = try request(silent.url)
    let waiting = Task { try await session.bytes(for: askedInVain).response.status }
    _ = try await silent.nextRequest()
    waiting.cancel()
    await #expect(throws: SessionError.self) { try await waiting.value }
    await session.waitForAll()
  }

  @Test
  func `what breaks off is thrown behind what came, and is not tried again`() async throws {
    let server = try await FixtureServer.start { _ in
      .bytes(Array(repeating: 65, count: 5000)).cut(after: 1000)
    }
    var configuration = SessionConfiguration()
    configuration.retries = RetryPolicy()
    let session = URLSessionManager(configuration: configuration)
    var count = 0
    var code: SessionError.Code?
    do throws(SessionError) {
      for try await piece in try await session.bytes(for: SessionRequest(url: .parse(server.url))) {
        count += piece.count
      }
    } catch {
      code = error.code
    }
    #expect(count == 1000)
    #expect(code == .networkConnectionLost)
    #expect(server.counts.requests == 1)
  }

  @Test
  func `redirects and retries come before, an answer that is no success comes whole`() async throws
  {
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/moved":
        FixtureResponse(302, headers: [("Location", "/busy")], body: .bytes([1, 2, 3]))
      case "/busy" where request.number < 2: .text("busy", status: 503)
      case "/busy": .text("here")
      case _: .text("nothing", status: 404)
      }
    }
    var configuration = SessionConfiguration()
    configuration.retries = RetryPolicy()
    configuration.retries?.delay = .milliseconds(1)
    let session = URLSessionManager(configuration: configuration)
    let stream = try await session.bytes(for: request(server.url + "/moved"))
    var body: [UInt8] = []
    for try await piece in stream { body += piece }
    #expect(body == Array("here".utf8))
    #expect(stream.metrics?.hops.map(\.response.status) == [302, 503, 200])
    let missing = try await session.bytes(for: request(server.url + "/missing"))
    #expect(missing.response.status == 404)
    var pieces: [[UInt8]] = []
    for try await piece in missing { pieces.append(piece) }
    #expect(pieces == [Array("nothing".utf8)])
  }

  @Test
  func `a response that is not acceptable is thrown with its body`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/html"
        ? .text("<html>", type: "text/html") : .text("nothing", status: 404)
    }
    let session = URLSessionManager()
    let json = ResponseValidation(acceptableContentTypes: ["application/json"])
    for (path, code, body) in [("/html", -1016, "<html>"), ("/missing", -1011, "nothing")] {
      let asked = try request(server.url + path)
      let error = try await sessionError { () async throws(SessionError) in
        try await session.bytes(for: asked, validation: json)
      }
      #expect(error.code.rawValue == code)
      #expect(error.data == Array(body.utf8))
    }
    await session.waitForAll()
    // Of an empty body the type does not matter.
    let empty = try await FixtureServer.start { _ in .text("", type: "text/html") }
    let stream = try await session.bytes(for: request(empty.url), validation: json)
    for try await _ in stream { Issue.record("expected no piece") }
  }

  @Test
  func `a body can be read as lines, and a line has a limit`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    var lines: [String] = []
    for try await line in try await session.bytes(for: request(server.url + "/stream/500")).lines {
      lines.append(line)
    }
    #expect(lines == (0..<500).map { "line \($0)" })
    let long = try await session.bytes(for: request(server.url + "/bytes/5000")).lines(limit: 100)
    await #expect(throws: SessionError.self) { for try await _ in long {} }
    await session.waitForAll()
  }

  @Test
  func `an answer from the cache is read alike, one that is read is not kept`() async throws {
    let server = try await FixtureServer.start { _ in
      .text("kept").adding("Cache-Control", "max-age=1000")
    }
    var configuration = SessionConfiguration()
    configuration.cache = ResponseCache()
    let session = URLSessionManager(configuration: configuration)
    let asked = try request(server.url)
    func read() async throws -> [UInt8] {
      var body: [UInt8] = []
      for try await piece in try await session.bytes(for: asked) { body += piece }
      return body
    }
    #expect(try await read() == Array("kept".utf8))
    _ = try await session.data(for: asked)
    #expect(server.counts.requests == 2)
    #expect(try await read() == Array("kept".utf8))
    #expect(server.counts.requests == 2)
  }

  @Test
  func `a body is asked for as it is, and decoded where it comes coded all the same`() async throws
  {
    let text = (0..<400_000).map { "number \($0)\n" }.joined()
    let coded = try Deflater(.gzip, level: 6)
      .compress(Array(text.utf8), from: 0, flush: .end, room: 8 << 20).output
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, headers: [("Content-Encoding", "gzip")], body: .bytes(coded))
    }
    var request = try request(server.url)
    for accepted in ["identity", "gzip"] {
      if accepted != "identity" { request.headers["accept-encoding"] = accepted }
      var body: [UInt8] = []
      for try await piece in try await URLSessionManager().bytes(for: request) {
        body += piece
        await Task.yield()
      }
      #expect(String(decoding: body, as: UTF8.self) == text)
      #expect(server.requests.last?.header("Accept-Encoding") == accepted)
    }
  }

  @Test
  func `a stream can be suspended, and goes on`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let stream = try await session.bytes(
      for: request(server.url + "/bytes/2000000"),
      limit: 50_000
    )
    stream.task.suspend()
    let task = stream.task
    let resuming = Task {
      try await Task.sleep(for: .milliseconds(50))
      task.resume()
    }
    var count = 0
    for try await piece in stream { count += piece.count }
    #expect(count == 2_000_000)
    try await resuming.value
  }

  @Test
  func `hooks hear of a stream's bytes, and becoming a download is leave to go on`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let heard = Collected<Int>()
    session.updateEvents {
      $0.didReceiveResponse = { _, _ in .becomeDownload }
      $0.didReceiveData = { _, bytes in heard.append(bytes.count) }
    }
    let stream = try await session.bytes(for: request(server.url + "/bytes/100000"))
    var count = 0
    for try await piece in stream { count += piece.count }
    #expect(count == 100_000)
    #expect(heard.all.reduce(0, +) == 100_000)
  }

  @Test
  func `an invalid session refuses, and ends what is read`() async throws {
    let server = try await FixtureServer.start { _ in
      .script([
        .text("HTTP/1.1 200 OK\r\n\r\n"), .endless(Array(repeating: 65, count: 10_000)),
      ])
    }
    let session = URLSessionManager()
    let asked = try request(server.url)
    let stream = try await session.bytes(for: asked)
    session.invalidate(cancelingTasks: true)
    let error = try await sessionError { () async throws(SessionError) in
      for try await _ in stream {}
    }
    #expect(error.code == .cancelled)
    let refused = try await sessionError { () async throws(SessionError) in
      try await session.bytes(for: asked)
    }
    #expect(refused.message == "the session is invalid")
  }
}

extension URI {
  fileprivate static func parse(_ text: String) throws(SessionError) -> URI {
    do throws(URIError) {
      return try URI(text)
    } catch {
      throw SessionError(code: .badURL, message: error.description)
    }
  }
}
