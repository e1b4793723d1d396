import CurlTransport
import TestSupport
import Testing

/// Transfers that share a connection under HTTP/2.
@Suite(.timeLimit(.minutes(2)))
struct SharedConnectionTests {
  private let loop = TransferLoop()

  @Test(arguments: [true, false])
  func `a stream that stalls ends with its idle limit, however busy another one is`(
    stallsFirst: Bool
  ) async throws {
    let authority = try CertificateAuthority.shared
    let server = try await FixtureServer.start(
      .tls(try authority.issue(.server()), protocols: .http2)
    ) { request in
      let drip = FixtureStep.drip(Array(repeating: 7, count: 100_000), size: 10, milliseconds: 20)
      return request.path == "/busy" ? .script([drip]) : .script([.untilClosed])
    }
    var plain = TransferRequest(url: server.url(host: "localhost"))
    plain.options.tls.certificateAuthorities = .file(authority.certificateFile)
    plain.options.waitsForSharedConnection = true
    let busy = RecordingHandler()
    let stalled = RecordingHandler()
    var quiet = plain
    quiet.url += "/stalled"
    quiet.options.idleTimeout = .seconds(2)
    var loud = plain
    loud.url += "/busy"
    loud.options.idleTimeout = .seconds(600)
    if stallsFirst { loop.start(quiet, handler: stalled) }
    let handle = loop.start(loud, handler: busy)
    if stallsFirst {
      _ = try await server.requests(count: 2)
    } else {
      await busy.wait { !$0.body.isEmpty }
      loop.start(quiet, handler: stalled)
    }
    #expect(await stalled.completion()?.error?.code == .idleTimedOut)
    // The busy one goes on for minutes.
    let count = busy.body.count
    await busy.wait { $0.body.count > count + 100 || $0.completion != nil }
    handle.cancel()
    #expect(await busy.completion()?.error?.code == .cancelled)
    #expect(server.counts.connectionsAccepted == 1)
  }

  @Test func `requests keep away from a connection on which HTTP 2 is tried in vain`() async throws
  {
    let server = try await FixtureServer.start { _ in .json("{}") }
    var guess = TransferRequest(url: server.url)
    guess.options.httpVersion = .http2PriorKnowledge
    for _ in 0..<20 {
      let inVain = Task { [loop, guess] in try? await loop.transfer(guess).head.status }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask { [loop] in
            try await loop.transfer(TransferRequest(url: server.url)).head.status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 200, count: 8))
      #expect(await inVain.value == nil)
    }
    await loop.shutdown()
    await server.stop()
  }

  @Test func `no request gets the response of another beside HTTP 2 in the clear`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { request in
      let response = FixtureResponse.text(request.path)
      return request.path == "/held" ? response.after([.gate(gate)]) : response
    }
    func get(
      _ path: String,
      _ version: TransferOptions.HTTPVersion
    ) async throws(CurlError) -> String {
      var request = TransferRequest(url: server.url + path)
      request.options.httpVersion = version
      request.options.timeout = .seconds(30)
      return String(decoding: try await loop.transfer(request).body, as: UTF8.self)
    }
    async let held = get("/held", .automatic)
    await gate.reached()
    // From here on libcurl believes that connections to the server take several requests at once.
    await #expect(throws: CurlError.self) { try await get("/guess", .http2PriorKnowledge) }
    async let asked = get("/asked", .http2)
    let next = try await get("/next", .automatic)
    #expect(next == "/next")
    #expect(try await asked == "/asked")
    gate.open()
    #expect(try await held == "/held")
    await loop.shutdown()
    await server.stop()
  }
}
