import CurlTransport
import TestSupport
import Testing

/// Bytes that libcurl had received when a transfer was paused, and hands over when it goes on.
@Suite(.timeLimit(.minutes(2)))
struct KeptBytesTests {
  private let loop = TransferLoop()

  /// A server that sends a whole body at once and then keeps the connection open.
  private func server() async throws -> FixtureServer {
    let body = String(repeating: "x", count: 4_000)
    return try await FixtureServer.start { _ in
      .script([
        .text("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + body), .untilClosed,
      ])
    }
  }

  @Test func `a handler's cancellation holds for them`() async throws {
    let server = try await server()
    let handler = RecordingHandler(head: .pause, body: [.cancel])
    let handle = loop.start(TransferRequest(url: server.url), handler: handler)
    await handler.wait { !$0.events.isEmpty }
    try await goRound()
    handle.resume()
    #expect(await handler.completion()?.error?.code == .cancelled)
    try await server.connectionClosed()
  }

  @Test func `the limit of the body holds for them`() async throws {
    let server = try await server()
    let handler = RecordingHandler(head: .pause)
    var request = TransferRequest(url: server.url)
    request.options.bodyLimit = 1_000
    let handle = loop.start(request, handler: handler)
    await handler.wait { !$0.events.isEmpty }
    try await goRound()
    handle.resume()
    #expect(await handler.completion()?.error?.code == .bodyTooLarge)
    #expect(handler.body.count == 1_000)
    try await server.connectionClosed()
  }

  /// Waits until the loop has looked at its sockets.
  private func goRound() async throws {
    let server = try await FixtureServer.start()
    for _ in 0..<3 { _ = try await loop.transfer(TransferRequest(url: server.url + "/json")) }
    await server.stop()
  }
}
