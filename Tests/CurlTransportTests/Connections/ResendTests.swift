import CurlTransport
import Locks
import TestSupport
import Testing

/// Requests whose kept connection breaks after the server has read them (RFC 9110 section 9.2.2).
@Suite(.timeLimit(.minutes(5))) struct ResendTests {
  private let loop = TransferLoop()

  /// A server each of whose connections answers once and breaks off at the second request.
  private func server(breakingOffBy end: FixtureStep) async throws -> FixtureServer {
    let used = Locked<Set<Int>>([])
    return try await FixtureServer.start { request in
      let isFirst = used.withLock { $0.insert(request.connection).inserted }
      return isFirst ? .text("whole") : .script([end])
    }
  }

  @Test(
    arguments: ["POST", "PATCH", "LOCK"],
    [(0, FixtureStep.close), (5, .close), (5, .reset), (100_000, .close)]
  )
  func `what must not be made twice goes out once, and fails`(
    method: String,
    way: (size: Int, end: FixtureStep)
  ) async throws {
    let server = try await server(breakingOffBy: way.end)
    var request = TransferRequest(method: method, url: server.url)
    if way.size > 0 { request.body = .bytes(Array(repeating: 7, count: way.size)) }
    let sent = request
    #expect(try await loop.transfer(sent).metrics.resends == 0)
    let error = await #expect(throws: CurlError.self) { _ = try await loop.transfer(sent) }
    #expect(error?.code == .emptyReply)
    #expect(error?.message.contains("not sent again") == true, "\(error?.message ?? "")")
    #expect(server.counts.requests == 2)
    // The next one has a new connection.
    #expect(try await loop.transfer(sent).status == 200)
  }

  @Test(arguments: ["GET", "PUT", "DELETE"], [FixtureStep.close, .reset])
  func `what may be made twice is counted`(method: String, end: FixtureStep) async throws {
    let server = try await server(breakingOffBy: end)
    var request = TransferRequest(method: method, url: server.url)
    if method == "PUT" { request.body = .bytes(Array(repeating: 7, count: 100_000)) }
    #expect(try await loop.transfer(request).metrics.resends == 0)
    #expect(try await loop.transfer(request).metrics.resends == 1)
    #expect(server.counts.requests == 3)
  }

  @Test func `an answer that asks for credentials is no break`() async throws {
    let server = try await FixtureServer.start()
    var request = TransferRequest(
      method: "POST",
      url: server.url + "/digest-auth/u/p/MD5",
      body: .bytes([1, 2, 3])
    )
    request.options.authentication = .digest(user: "u", password: "p")
    let response = try await loop.transfer(request)
    #expect(response.status == 200)
    #expect(response.metrics.resends == 0)
    #expect(server.counts.requests == 2)
  }
}
