import CurlTransport
import Locks
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(2)))
struct RequestCompressionTests {
  /// Sends a body back in the coding that it came in, so that libcurl has to decode it.
  private func mirror(_ options: FixtureOptions = .init()) async throws -> FixtureServer {
    try await FixtureServer.start(options) { request in
      FixtureResponse(
        200,
        headers: [("Content-Encoding", request.header("Content-Encoding") ?? "identity")],
        body: .bytes(request.body)
      )
    }
  }

  private func request(
    _ url: String,
    _ body: RequestBody,
    _ compression: RequestCompression? = nil
  ) throws -> SessionRequest {
    var request = SessionRequest(method: "POST", url: try URI(url), body: body)
    request.compression = compression
    return request
  }

  private static let text = Array(String(repeating: "one line after the other\n", count: 3000).utf8)

  @Test(arguments: [RequestCompression.Coding.gzip, .deflate], [0, 1, 9])
  func `bytes in memory go compressed, with their length`(
    coding: RequestCompression.Coding,
    level: Int
  ) async throws {
    let server = try await mirror()
    var configuration = SessionConfiguration()
    configuration.compression = RequestCompression(coding)
    configuration.compression?.level = level
    let session = URLSessionManager(configuration: configuration)
    let answer = try await session.data(for: request(server.url, .bytes(Self.text)))
    #expect(answer.data == Self.text)
    let sent = try #require(server.requests.first)
    #expect(sent.header("Content-Encoding") == coding.rawValue)
    #expect(sent.header("Content-Length") == String(sent.bodyLength))
    #expect(sent.header("Transfer-Encoding") == nil)
    #expect(sent.bodyLength < Self.text.count / 10)
    #expect(sent.body.first == (coding == .gzip ? 0x1F : 0x78))
  }

  @Test(arguments: ["source", "file", "form"], [RequestCompression.gzip, .deflate])
  func `what is streamed is compressed piece by piece, without a length`(
    kind: String,
    compression: RequestCompression
  ) async throws {
    var options = FixtureOptions()
    options.keptBodyBytes = 8 << 20
    let server = try await mirror(options)
    let folder = try TemporaryFolder()
    // Numbers that do not repeat, so that the compressed body is of many pieces too.
    let content = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7 ^ ($0 >> 5)) }
    var expected = content
    let body: RequestBody
    switch kind {
    case "source":
      body = .source(BytesSource(content))
    case "file":
      body = .file(path: try folder.write(content, to: "body"))
    case _:
      var form = MultipartFormData()
      form.append(content, name: "a")
      let place = folder.path("form")
      _ = try form.write(to: place)
      expected = try folder.read("form")
      body = .multipart(form)
    }
    let session = URLSessionManager()
    var asked = try request(server.url, body, compression)
    asked.headers["Content-Length"] = String(expected.count)
    let answer = try await session.data(for: asked)
    #expect(answer.data == expected)
    let sent = try #require(server.requests.first)
    #expect(sent.header("Content-Encoding") == compression.coding?.rawValue)
    #expect(sent.header("Content-Length") == nil)
    #expect(sent.header("Transfer-Encoding") == "chunked")
    #expect(sent.bodyLength < expected.count)
  }

  @Test
  func `a source that waits has given all it had by then`() throws {
    let source = try CompressedBodySource(
      WaitingSource(first: Array("the first event".utf8), rest: []),
      .gzip,
      level: 6,
      isReplayable: false
    )
    var states: [BodySourceState] = []
    var count = 0
    while states.last != .waiting, states.last != .end {
      let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 7, alignment: 1)
      defer { unsafe storage.deallocate() }
      var span = unsafe OutputRawSpan(buffer: storage, initializedCount: 0)
      states.append(try source.read(into: &span))
      count += unsafe span.finalize(for: storage)
    }
    #expect(states.last == .waiting)
    // Ten are the head of gzip.
    #expect(count > 10 + "the first event".utf8.count)
  }

  @Test
  func `a source that waits goes on when it has more`() async throws {
    let first = Array("the first event".utf8)
    let source = WaitingSource(first: first, rest: Array(", the second".utf8))
    let server = try await mirror()
    let session = URLSessionManager()
    let asked = try request(server.url, .source(source), .gzip)
    async let answer = session.data(for: asked)
    await source.waits()
    source.goOn()
    #expect(try await answer.data == first + Array(", the second".utf8))
  }

  @Test
  func `a body is the same behind a redirect and behind a challenge`() async throws {
    let seen = Collected<[UInt8]>()
    let server = try await FixtureServer.start { request in
      seen.append(request.body)
      if request.path == "/moved" { return .redirect("/here", status: 307) }
      if request.header("Authorization") == nil {
        return .status(401, headers: [("WWW-Authenticate", #"Basic realm="r""#)])
      }
      return .text(request.header("Content-Encoding") ?? "none")
    }
    for body in [RequestBody.bytes(Self.text), .source(BytesSource(Self.text, canRewind: true))] {
      let session = URLSessionManager()
      session.updateEvents {
        $0.didReceiveChallenge = { _, _ in .credential(user: "u", password: "p") }
      }
      let answer = try await session.data(for: request(server.url + "/moved", body, .gzip))
      #expect(answer.data == Array("gzip".utf8))
      #expect(answer.metrics.hops.map(\.response.status) == [307, 401, 200])
    }
    let bodies = seen.all
    #expect(bodies.count == 6)
    for run in [bodies.prefix(3), bodies.suffix(3)] {
      #expect(Set(run).count == 1)
      #expect(run.first?.starts(with: [0x1F, 0x8B]) == true)
    }
  }

  @Test
  func `a body that a hook gives anew is compressed as well`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/moved"
        ? .redirect("/here", status: 307)
        : FixtureResponse(
          200,
          headers: [("Content-Encoding", request.header("Content-Encoding") ?? "")],
          body: .bytes(request.body)
        )
    }
    let session = URLSessionManager()
    session.updateEvents { $0.needNewBody = { _ in .bytes(Self.text) } }
    let body = RequestBody.source(BytesSource(Self.text))
    let answer = try await session.data(for: request(server.url + "/moved", body, .deflate))
    #expect(answer.data == Self.text)
  }

  @Test(arguments: ["file", "bytes", "source"])
  func `a policy tries again what it would try again without compression`(kind: String) async throws
  {
    let folder = try TemporaryFolder()
    let server = try await FixtureServer.start { request in
      request.number == 0 ? .status(503) : .text(request.bodySHA256)
    }
    let body: RequestBody =
      switch kind {
      case "file": .file(path: try folder.write(Self.text, to: "body"))
      case "bytes": .bytes(Self.text)
      case _: .source(BytesSource(Self.text, canRewind: true))
      }
    var configuration = SessionConfiguration()
    configuration.retries = RetryPolicy()
    configuration.retries?.delay = .milliseconds(1)
    var asked = try request(server.url, body, .gzip)
    asked.method = "PUT"
    let answer = try await URLSessionManager(configuration: configuration).data(for: asked)
    #expect(answer.metrics.hops.map(\.response.status) == (kind == "source" ? [503] : [503, 200]))
    #expect(Set(server.requests.map(\.bodySHA256)).count == 1)
  }

  @Test
  func `a redirect that drops the body drops its coding`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/" ? .redirect("/there", status: 303) : .text("there")
    }
    _ = try await URLSessionManager().data(
      for: request(server.url + "/", .bytes(Self.text), .gzip)
    )
    #expect(server.requests.map { $0.header("Content-Encoding") } == ["gzip", nil])
  }

  @Test
  func `a coded body is refused, replaced or kept`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    func send(_ existing: RequestCompression.ExistingCoding) async throws -> SessionError? {
      var compression = RequestCompression.gzip
      compression.existingCoding = existing
      var asked = try request(server.url + "/upload", .bytes(Self.text), compression)
      asked.headers["content-encoding"] = "br"
      do throws(SessionError) {
        _ = try await session.data(for: asked)
        return nil
      } catch {
        return error
      }
    }
    let error = try #require(await send(.refused))
    #expect(error.domain == .requestSerialization)
    #expect(error.code == .cannotDecodeContentData)
    #expect(error.message.contains("got one of br"))
    #expect(server.counts.requests == 0)
    #expect(try await send(.replaced) == nil)
    #expect(try await send(.kept) == nil)
    var unwanted = RequestCompression.gzip
    unwanted.condition = { $0.headers["Content-Encoding"] == nil }
    var asked = try request(server.url + "/upload", .bytes(Self.text), unwanted)
    asked.headers["Content-Encoding"] = "br"
    #expect(try await session.data(for: asked).response.status == 200)
    #expect(
      server.requests.map { $0.headerValues("Content-Encoding") } == [["gzip"], ["br"], ["br"]]
    )
    #expect(server.requests.map { $0.bodyLength == Self.text.count } == [false, true, true])
  }

  @Test
  func `small, empty and unwanted bodies stay as they are`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    var configuration = SessionConfiguration()
    configuration.compression = .gzip
    configuration.compression?.minimumLength = 100
    configuration.compression?.condition = { $0.headers["X-Small"] == nil }
    let session = URLSessionManager(configuration: configuration)
    func coding(
      _ body: RequestBody,
      _ change: (inout SessionRequest) -> Void = { _ in }
    )
      async throws -> String?
    {
      var asked = try request(server.url + "/upload", body)
      change(&asked)
      _ = try await session.data(for: asked)
      return server.requests.last?.header("Content-Encoding")
    }
    let small = Array(Self.text.prefix(99))
    #expect(try await coding(.bytes(Self.text)) == "gzip")
    #expect(try await coding(.bytes(small)) == nil)
    #expect(try await coding(.none) == nil)
    #expect(try await coding(.file(path: folder.write(small, to: "small"))) == nil)
    #expect(try await coding(.file(path: folder.write(Self.text, to: "large"))) == "gzip")
    #expect(try await coding(.source(BytesSource(small))) == "gzip")
    #expect(try await coding(.bytes(Self.text)) { $0.compression = .off } == nil)
    #expect(try await coding(.bytes(Self.text)) { $0.headers["X-Small"] = "1" } == nil)
    #expect(try await coding(.bytes(small)) { $0.compression = .deflate } == "deflate")
  }

  @Test
  func `a file that is not there is an error before anything is sent`() async throws {
    let asked = try request("http://127.0.0.1:1/", .file(path: "/no/such/file"), .gzip)
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: asked)
    }
    #expect(error.code == .requestBodyStreamExhausted)
    #expect(error.message.contains("/no/such/file"))
  }

  @Test
  func `upload progress counts what is sent`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let asked = try request(server.url + "/upload", .bytes(Self.text), .gzip)
    let made = Locked<SessionTask?>(nil)
    let result = await finished {
      (completion: @escaping @Sendable (DataResponse<[UInt8]>) -> Void) in
      let task = session.uploadTask(
        with: asked,
        serializer: HTTPResponseSerializer(),
        completion: completion
      )
      made.withLock { $0 = task }
      return task
    }
    #expect(result.error == nil)
    let progress = try #require(made.withLock { $0 }).uploadProgress
    let length = try #require(server.requests.first).bodyLength
    #expect(progress.completedUnitCount == Int64(length))
    #expect(progress.fractionCompleted == 1)
  }

  @Test
  func `an archive keeps all but the condition`() throws {
    var compression = RequestCompression.deflate
    compression.level = 9
    compression.minimumLength = 7
    compression.existingCoding = .kept
    compression.condition = { _ in false }
    let copy = try SessionCodingTests.copy(compression)
    #expect(copy.coding == .deflate)
    #expect(copy.level == 9)
    #expect(copy.minimumLength == 7)
    #expect(copy.existingCoding == .kept)
    #expect(copy.condition == nil)
  }
}

/// Gives some bytes, waits until it is told to go on, and gives the rest.
private final class WaitingSource: BodySource {
  private struct State {
    var pieces: [[UInt8]]
    var mayGoOn = false
    var transfer: TransferHandle?
    var isWaiting = false
    var watcher: CheckedContinuation<Void, Never>?
  }

  private let state: Locked<State>

  init(first: [UInt8], rest: [UInt8]) { state = Locked(State(pieces: [first, rest])) }

  var length: Int64? { nil }

  func attach(to transfer: TransferHandle) { state.withLock { $0.transfer = transfer } }

  func read(into buffer: inout OutputRawSpan) throws -> BodySourceState {
    let (bytes, isWaiting, watcher) = state.withLock { state in
      if state.pieces.count == 1, !state.mayGoOn {
        state.isWaiting = true
        defer { state.watcher = nil }
        return ([] as [UInt8], true, state.watcher)
      }
      return (state.pieces.isEmpty ? [] : state.pieces.removeFirst(), false, nil)
    }
    watcher?.resume()
    if isWaiting { return .waiting }
    return buffer.append(contentsOf: bytes[...]) == 0 ? .end : .more
  }

  func rewind() -> Bool { false }

  func waits() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        if !state.isWaiting { state.watcher = continuation }
        return state.isWaiting
      }
      if isWaiting { continuation.resume() }
    }
  }

  func goOn() {
    let transfer = state.withLock { state in
      state.mayGoOn = true
      return state.transfer
    }
    transfer?.bodyIsReady()
  }
}
