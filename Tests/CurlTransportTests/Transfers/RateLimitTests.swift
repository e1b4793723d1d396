import CurlTransport
import TestSupport
import Testing

/// `rateLimit` on real connections, by the clock.
@Suite(.timeLimit(.minutes(5))) struct RateLimitTests {
  private static let body = [UInt8](repeating: 0x61, count: 96 << 10)

  private func time(of request: TransferRequest, on loop: TransferLoop) async throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let answer = try await loop.transfer(request)
    #expect(answer.head.status == 200)
    return clock.now - start
  }

  @Test(arguments: [false, true])
  func `a body that comes is held back, and the next one is not`(isHTTP2: Bool) async throws {
    var options = FixtureOptions()
    if isHTTP2 { options.protocols = .http2 }
    let server = try await FixtureServer.start(options) { request in
      .bytes(request.path == "/long" ? Array(repeating: 0x61, count: 4 << 20) : Self.body)
    }
    let loop = TransferLoop()
    var request = TransferRequest(url: server.url)
    if isHTTP2 { request.options.httpVersion = .http2PriorKnowledge }
    var limited = request
    limited.options.rateLimit = 32 << 10
    // 96 KiB at 32 KiB a second; the first buffer comes at once.
    let slow = try await time(of: limited, on: loop)
    #expect(slow > .milliseconds(1_500))
    // It would take two minutes at that rate.
    request.url += "/long"
    #expect(try await time(of: request, on: loop) < .soon)
    await loop.shutdown()
    await server.stop()
  }

  @Test func `a body that goes is held back`() async throws {
    let server = try await FixtureServer.start()
    let loop = TransferLoop()
    var request = TransferRequest(method: "POST", url: server.url + "/upload")
    request.body = .bytes(Self.body)
    request.options.rateLimit = 32 << 10
    let slow = try await time(of: request, on: loop)
    #expect(slow > .milliseconds(1_500))
    #expect(server.requests.map(\.bodyLength) == [Self.body.count])
    await loop.shutdown()
    await server.stop()
  }

  @Test func `transfers at once are held back each for itself`() async throws {
    let server = try await FixtureServer.start { _ in .bytes(Self.body) }
    let loop = TransferLoop()
    var request = TransferRequest(url: server.url)
    request.options.rateLimit = 64 << 10
    let limited = request
    let (clock, start) = (ContinuousClock(), ContinuousClock.now)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          let body = try await loop.transfer(limited).body
          #expect(body == Self.body)
        }
      }
      try await group.waitForAll()
    }
    // 96 KiB at 64 KiB a second, each for itself; together it would be 96 seconds.
    let slow = clock.now - start
    #expect(slow > .milliseconds(900) && slow < .soon)
    await loop.shutdown()
    await server.stop()
  }

  @Test func `what is held back is no silence`() async throws {
    let server = try await FixtureServer.start { _ in .bytes([UInt8](repeating: 1, count: 3000)) }
    let loop = TransferLoop()
    var request = TransferRequest(url: server.url)
    request.options.rateLimit = 1000
    request.options.idleTimeout = .milliseconds(300)
    let slow = try await time(of: request, on: loop)
    #expect(slow > .milliseconds(900))
    await loop.shutdown()
    await server.stop()
  }

  @Test(arguments: [0, -1, Int.min])
  func `a limit below one byte is refused`(limit: Int) async throws {
    var request = TransferRequest(url: "http://127.0.0.1:1/")
    request.options.rateLimit = limit
    let refused = request
    let loop = TransferLoop()
    let error = await #expect(throws: CurlError.self) { try await loop.transfer(refused) }
    #expect(error?.code == .invalidRequest)
    await loop.shutdown()
  }
}
