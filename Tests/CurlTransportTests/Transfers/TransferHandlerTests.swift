import CurlTransport
import HTTPMessages
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransferHandlerTests {
  private let loop = TransferLoop()

  @Test func `a handler hears head, body and end in this order`() async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler()
    loop.start(TransferRequest(url: server.url + "/stream/50"), handler: handler)
    let completion = await handler.completion()
    #expect(completion?.error == nil)
    #expect(completion?.head?.status == 200)
    #expect(handler.events.first == .head(200))
    #expect(handler.events.last == .finished(nil))
    #expect(handler.events.count { $0 == .head(200) } == 1)
    #expect(handler.body.count == (0..<50).reduce(0) { $0 + "line \($1)\n".utf8.count })
  }

  @Test func `heads of 1xx come apart, trailers too`() async throws {
    let server = try await FixtureServer.start { _ in
      .script([
        .text("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
        .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"),
        .text("2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n"),
      ])
    }
    let handler = RecordingHandler()
    loop.start(TransferRequest(url: server.url), handler: handler)
    let completion = await handler.completion()
    #expect(handler.events.first == .informational(103))
    #expect(completion?.head?.headers.contains(name: "Link") == false)
    #expect(completion?.head?.headers.contains(name: "X-Sum") == false)
    #expect(completion?.trailers.first(named: "x-sum") == "7")
  }

  @Test(arguments: [3, 16 << 10, 300_000])
  func `the sending of a body is told up to its length`(size: Int) async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler()
    let bytes = [UInt8](repeating: 1, count: size)
    loop.start(
      TransferRequest(method: "POST", url: server.url + "/upload", body: .bytes(bytes)),
      handler: handler
    )
    _ = await handler.completion()
    let sent = handler.events.compactMap { event -> Int64? in
      if case .sent(let sent, let total) = event, total == Int64(size) { sent } else { nil }
    }
    #expect(sent == sent.sorted())
    #expect(sent.last == Int64(size))
    #expect(handler.events.last == .finished(nil))
  }

  @Test func `a handler that pauses gets the rest after resume`() async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler(body: [.pause])
    let count = 5_000_000
    let handle = loop.start(TransferRequest(url: server.url + "/bytes/\(count)"), handler: handler)
    await handler.wait { !$0.body.isEmpty || $0.completion != nil }
    // Other transfers go on meanwhile; had the pause no effect, bytes would come with them.
    for _ in 0..<20 { _ = try await loop.transfer(TransferRequest(url: server.url + "/json")) }
    let before = handler.body.count
    #expect(before < count / 2)
    for _ in 0..<20 { _ = try await loop.transfer(TransferRequest(url: server.url + "/json")) }
    #expect(handler.body.count == before)
    handle.resume()
    _ = await handler.completion()
    #expect(handler.body.count == count)
  }

  @Test func `a paused transfer neither ends nor times out by silence`() async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler(head: .pause)
    var request = TransferRequest(url: server.url + "/bytes/100000")
    request.options.idleTimeout = .seconds(3)
    let handle = loop.start(request, handler: handler)
    await handler.wait { !$0.events.isEmpty }
    _ = try await loop.transfer(TransferRequest(url: server.url + "/delay/3500"))
    #expect(handler.events == [.head(200)])
    handle.resume()
    #expect(await handler.completion()?.error == nil)
    #expect(handler.body.count == 100_000)
  }

  @Test func `a transfer paused at once goes on after resume`() async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler()
    let handle = loop.start(TransferRequest(url: server.url + "/bytes/1000"), handler: handler)
    handle.pause()
    for _ in 0..<10 { _ = try await loop.transfer(TransferRequest(url: server.url + "/json")) }
    #expect(handler.body.isEmpty)
    handle.resume()
    #expect(await handler.completion()?.error == nil)
    #expect(handler.body.count == 1000)
  }

  @Test(arguments: [true, false])
  func `a handler can cancel`(atHead: Bool) async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler(head: atHead ? .cancel : .proceed, body: [.cancel])
    loop.start(TransferRequest(url: server.url + "/fault/endlessBody"), handler: handler)
    let completion = await handler.completion()
    #expect(completion?.error?.code == .cancelled)
    #expect(completion?.head?.status == 200)
    try await server.connectionClosed()
  }

  @Test func `a failure tells the head and how far it came`() async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler()
    loop.start(TransferRequest(url: server.url + "/fault/closeInBody"), handler: handler)
    let completion = await handler.completion()
    #expect(completion?.error?.code == .partialBody)
    #expect(completion?.head?.status == 200)
    #expect(completion?.metrics.responseBodySize == 9)
    #expect(String(decoding: handler.body, as: UTF8.self) == #"{"half": "#)
  }

  @Test func `the times of a transfer grow and its ends have addresses`() async throws {
    let server = try await FixtureServer.start()
    let metrics = try await loop.transfer(TransferRequest(url: server.url + "/bytes/70")).metrics
    #expect(metrics.startedAt > 1_700_000_000_000_000)
    #expect(metrics.nameLookup <= metrics.connect)
    #expect(metrics.connect <= metrics.preTransfer)
    #expect(metrics.preTransfer <= metrics.startTransfer)
    #expect(metrics.startTransfer <= metrics.total)
    #expect(metrics.total > 0)
    #expect(metrics.remotePort == server.port)
    #expect(metrics.remoteAddress == "127.0.0.1")
    #expect(metrics.localPort > 0)
    #expect(metrics.responseBodySize == 70)
    #expect(metrics.connectionsOpened == 1)
    #expect(metrics.appConnect == 0)
    #expect(metrics.version == .init(major: 1, minor: 1))
  }
}
