import CurlTransport
import Locks
import TestSupport
import Testing

/// Connections that die while nobody uses them, which is for nobody to notice (RFC 9112 section
/// 9.3.1).
@Suite(.timeLimit(.minutes(5))) struct DeadConnectionTests {
  private let loop = TransferLoop()

  /// A server each of whose connections answers once and breaks off at the second request.
  private func server(breakingOffBy end: FixtureStep) async throws -> FixtureServer {
    let used = Locked<Set<Int>>([])
    return try await FixtureServer.start { request in
      let isFirst = used.withLock { $0.insert(request.connection).inserted }
      return isFirst ? .text("whole") : .script([end])
    }
  }

  // libcurl counts its new tries over the life of a handle and gives up at the sixth.
  @Test(arguments: ["GET", "PUT"], [FixtureStep.close, .reset])
  func `a request on a dead connection is made on a new one, however often that happens`(
    method: String,
    end: FixtureStep
  ) async throws {
    let server = try await server(breakingOffBy: end)
    var request = TransferRequest(method: method, url: server.url)
    if method == "PUT" { request.body = .bytes(Array(repeating: 7, count: 100_000)) }
    for _ in 0..<20 {
      let response = try await loop.transfer(request)
      #expect(response.body == Array("whole".utf8))
    }
    let counts = server.counts
    #expect(counts.connectionsAccepted == 20)
    #expect(counts.requests == 39)
  }

  @Test(arguments: [FixtureStep.close, .reset])
  func `a request on a new connection that breaks off is not made again`(
    end: FixtureStep
  ) async throws {
    let server = try await FixtureServer.start { _ in .script([end]) }
    let request = TransferRequest(url: server.url)
    await #expect(throws: CurlError.self) { try await loop.transfer(request) }
    #expect(server.counts.requests == 1)
  }

  @Test func `an answer that has begun is not asked for again`() async throws {
    let used = Locked<Set<Int>>([])
    let server = try await FixtureServer.start { request in
      let isFirst = used.withLock { $0.insert(request.connection).inserted }
      return isFirst ? .text("whole") : .script([.text("HTTP/1.1 200 OK\r\n"), .close])
    }
    _ = try await loop.transfer(TransferRequest(url: server.url))
    await #expect(throws: CurlError.self) {
      try await loop.transfer(TransferRequest(url: server.url))
    }
    #expect(server.counts.requests == 2)
  }
}
