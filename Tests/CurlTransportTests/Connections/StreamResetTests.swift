import CurlTransport
import Glibc
import Locks
import TestSupport
import Testing

/// Streams of HTTP/2 that the server resets.
@Suite(.timeLimit(.minutes(5))) struct StreamResetTests {
  private let loop = TransferLoop()

  private func server(_ response: FixtureResponse) async throws -> FixtureServer {
    var fixture = FixtureOptions()
    fixture.protocols = .http2
    return try await FixtureServer.start(fixture) { _ in response }
  }

  private func request(_ server: FixtureServer) -> TransferRequest {
    var request = TransferRequest(url: server.url)
    request.options.httpVersion = .http2PriorKnowledge
    return request
  }

  @Test func `a reset behind the body of unknown length is an error`() async throws {
    let gate = Gate()
    let server = try await server(.script([.text("abc"), .gate(gate), .reset]))
    let handler = RecordingHandler()
    _ = loop.start(request(server), handler: handler)
    await handler.wait { $0.body.count == 3 }
    gate.open()
    #expect(await handler.completion()?.error?.code == .http2Stream)
  }

  @Test(arguments: [false, true])
  func `a reset within a body of known length is an error, whatever comes with it`(
    closes: Bool
  ) async throws {
    var response = FixtureResponse(200, body: .bytes(Array(repeating: 7, count: 100)))
    response.message?.cutAfter = 50
    response.message?.closes = closes
    let server = try await server(response)
    await #expect(throws: CurlError.self) { try await loop.transfer(request(server)) }
  }

  // In 7.88.1 `cf_h2_recv` takes the end of the connection for the end of the stream, and forgets
  // the code of the reset that it has just read. Nothing it tells or can be asked differs then from
  // an answer that ended in order.
  @Test
  func `a reset that comes with the connection's end is an error, or lost by libcurl 7 alone`()
    async throws
  {
    let gate = Gate()
    let server = try await server(.script([.text("abc"), .gate(gate), .resetAndClose]))
    let loop = loop
    let handler = RecordingHandler()
    _ = loop.start(request(server), handler: handler)
    await handler.wait { $0.body.count == 3 }
    // A job holds the loop up until both are there.
    let isHeld = Locked(true)
    let (begins, begin) = AsyncStream<Void>.makeStream()
    let job = Task(executorPreference: loop) {
      begin.yield()
      while isHeld.withLock({ $0 }) { sched_yield() }
    }
    for await _ in begins { break }
    gate.open()
    try await server.connectionClosed()
    isHeld.withLock { $0 = false }
    await job.value
    let completion = await handler.completion()
    let ending = try #require(completion)
    #expect(handler.body == Array("abc".utf8))
    // The end can still be on its way from the kernel when the reset is read, and is told then.
    if ending.error == nil {
      #expect(CurlVersion.current.number.hasPrefix("7."))
    } else {
      // A server that closes before it has read all that was sent resets the connection itself (RFC 9293, section
      // 3.6.1), which can take the reset of the stream out of the buffer.
      let codes: [CurlError.Code?] = [.http2Stream, .receiveFailed]
      #expect(codes.contains(ending.error?.code))
    }
  }
}
