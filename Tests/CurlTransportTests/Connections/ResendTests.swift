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

  /// A server of HTTP/2 over TLS, and a request to it.
  private func secureServer(
    _ respond: @escaping @Sendable (FixtureRequest) -> FixtureResponse
  ) async throws -> (FixtureServer, TransferRequest) {
    let authority = try CertificateAuthority.shared
    let options = FixtureOptions.tls(try authority.issue(.server()), protocols: .http2)
    let server = try await FixtureServer.start(options) { respond($0) }
    var request = TransferRequest(url: server.url(host: "localhost"))
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    return (server, request)
  }

  @Test(arguments: ["GET", "POST"])
  func `a connection that the server has ended by GOAWAY takes no request`(
    method: String
  ) async throws {
    let (server, plain) = try await secureServer { request in
      .text("whole").after([.goAway(last: 1)])
    }
    var request = plain
    request.method = method
    for _ in 0..<5 {
      let response = try await loop.transfer(request)
      #expect(response.status == 200)
      #expect(response.metrics.resends == 0)
    }
    #expect(server.counts.requests == 5)
  }

  @Test func `what the server has refused by GOAWAY goes out on another connection`() async throws {
    let gate = Gate()
    let refused = Gate()
    let (server, plain) = try await secureServer { request in
      if request.path == "/first" { return .text("first").after([.gate(gate)]) }
      return request.connection == 0
        ? .script([.goAway(last: 1), .gate(refused)]) : .text("second")
    }
    let first = Self.request(plain, to: "/first")
    var post = Self.request(plain, to: "/second")
    post.method = "POST"
    post.body = .bytes([1, 2, 3])
    let sent = post
    async let early = loop.transfer(first)
    await gate.reached(count: 1)
    let response = try await loop.transfer(sent)
    #expect(response.body == Array("second".utf8))
    #expect(response.metrics.resends == 1)
    gate.open()
    refused.open()
    #expect(try await early.body == Array("first".utf8))
    await server.stop()
  }

  private static func request(_ plain: TransferRequest, to path: String) -> TransferRequest {
    var request = plain
    request.url += path
    return request
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
