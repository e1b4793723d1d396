import CurlTransport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransferFaultTests {
  private let loop = TransferLoop()

  @Test(arguments: [
    (FixtureFault.closeBeforeHead, CurlError.Code.emptyReply),
    (.closeInBody, .partialBody),
    (.closeInChunk, .partialBody),
    (.resetBeforeHead, .receiveFailed),
    (.resetInBody, .receiveFailed),
    (.longerContentLength, .partialBody),
    (.brokenChunk, .badServerResponse),
    (.garbageHead, .badServerResponse),
    (.badVersion, .badServerResponse),
    (.brokenGzip, .badContentEncoding),
    (.truncatedGzip, .badContentEncoding),
    (.corruptGzip, .badContentEncoding),
    (.endlessBody, .bodyTooLarge),
    (.endlessChunks, .bodyTooLarge),
    (.stallBeforeHead, .idleTimedOut),
    (.stallInHead, .idleTimedOut),
    (.stallInBody, .idleTimedOut),
  ])
  func `a fault of the server has its code`(
    fault: FixtureFault,
    expected: CurlError.Code
  ) async throws {
    let server = try await FixtureServer.start()
    let error = await failure("\(server.url)/fault/\(fault.rawValue)")
    #expect(error?.code == expected, "\(error?.message ?? "no error")")
    #expect(error?.message.isEmpty == false)
    // The fault leaves nothing behind that harms the next.
    let next = try await loop.transfer(TransferRequest(url: server.url + "/json"))
    #expect(next.status == 200)
  }

  @Test(arguments: [FixtureFault.endlessHead, .endlessHeaderLine, .informationalFlood])
  func `heads without end are an error`(fault: FixtureFault) async throws {
    let server = try await FixtureServer.start()
    let error = await failure("\(server.url)/fault/\(fault.rawValue)")
    #expect(error?.code == .headTooLarge, "\(error?.message ?? "no error")")
    #expect(error?.message.hasPrefix("expected ") == true, "\(error?.message ?? "no error")")
    try await server.connectionClosed()
  }

  @Test func `a body over the limit ends the transfer at once`() async throws {
    let server = try await FixtureServer.start()
    var request = TransferRequest(url: server.url + "/fault/endlessBody")
    request.options.bodyLimit = 1 << 20
    await #expect(throws: CurlError.self) { try await loop.transfer(request) }
    try await server.connectionClosed()
  }

  @Test(arguments: [(99, false), (100, true), (101, true)])
  func `the limit itself is allowed`(limit: Int, fits: Bool) async throws {
    let server = try await FixtureServer.start()
    var request = TransferRequest(url: server.url + "/bytes/100")
    request.options.bodyLimit = limit
    let count = try? await loop.transfer(request).body.count
    #expect(count == (fits ? 100 : nil))
  }

  @Test func `a refused connection, an unknown host`() async throws {
    let port = try PortOfNobody()
    let refused = await failure(port.url)
    #expect(refused?.code == .couldNotConnect)
    #expect(refused?.systemError == 111)
    #expect(await failure("http://nope.invalid/")?.code == .couldNotResolveHost)
  }

  @Test func `the time limit cuts a transfer`() async throws {
    let server = try await FixtureServer.start()
    var request = TransferRequest(url: server.url + "/fault/stallInBody")
    request.options.timeout = .milliseconds(100)
    let error = await failure(of: request)
    #expect(error?.code == .timedOut)
  }

  @Test(arguments: [false, true])
  func `silence counts from the request on, whatever was there before`(isKept: Bool) async throws {
    let server = try await FixtureServer.start()
    if isKept { _ = try await loop.transfer(TransferRequest(url: server.url + "/json")) }
    var request = TransferRequest(url: server.url + "/fault/stallBeforeHead")
    request.options.idleTimeout = .seconds(1)
    // Passes first if the silence is counted anew once it has lasted that long.
    request.options.timeout = .milliseconds(1900)
    #expect(await failure(of: request)?.code == .idleTimedOut)
    await server.stop()
  }

  // The limits are as long as a busy machine may keep the server itself waiting.
  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\nContent-Length: 65\r\n\r\n", String(repeating: "b", count: 65)),
    ("HTTP/1.1 200 OK\r\n", "X-Long: \(String(repeating: "a", count: 53))\r\n\r\n"),
  ])
  func `bytes that keep coming are not silence`(start: String, drip: String) async throws {
    let server = try await FixtureServer.start { _ in
      .script([.text(start), .drip(Array(drip.utf8), size: 1, milliseconds: 100)])
    }
    var request = TransferRequest(url: server.url)
    request.options.idleTimeout = .seconds(6)
    let response = try await loop.transfer(request)
    #expect(response.status == 200)
    #expect(response.metrics.total > 6_250_000)
  }

  private func failure(_ url: String) async -> CurlError? {
    var request = TransferRequest(url: url)
    request.options.idleTimeout = url.contains("/stall") ? .milliseconds(200) : .seconds(30)
    request.options.bodyLimit = 4 << 20
    return await failure(of: request)
  }

  private func failure(of request: TransferRequest) async -> CurlError? {
    do throws(CurlError) {
      _ = try await loop.transfer(request)
      return nil
    } catch {
      return error
    }
  }
}
