import CurlTransport
import TestSupport
import Testing

/// A gzip body that ends inside the head of its stream decodes to nothing, and is not empty.
@Suite(.timeLimit(.minutes(5))) struct GzipHeadCutTests {
  /// A head of a stream that was made at an unknown time: most of its bytes are zero, as an empty
  /// body's length would be.
  private static let head: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0xFF]

  @Test(arguments: [1, 2, 3, 4, 8, 9, 10], [FixtureResponse.Framing.length, .chunked])
  func `a body cut inside the head of its gzip stream is an error`(
    count: Int,
    framing: FixtureResponse.Framing
  ) async throws {
    let bytes = Array(Self.head.prefix(count))
    let server = try await FixtureServer.start { _ in
      FixtureResponse(
        200,
        headers: [("Content-Encoding", "gzip")],
        body: .bytes(bytes),
        framing: framing
      )
    }
    let loop = TransferLoop()
    let request = TransferRequest(url: server.url)
    let error = await #expect(throws: CurlError.self) { try await loop.transfer(request) }
    #expect(error?.code == .badContentEncoding)
    await loop.shutdown()
    await server.stop()
  }
}
