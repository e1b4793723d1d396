import CurlTransport
import Locks
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct BodyReaderTests {
  /// Keeps what it is given.
  private final class Reader: BodyReader {
    let bytes = Locked<[UInt8]>([])
    let beginnings = Locked(0)

    func begin() {
      bytes.withLock { $0 = [] }
      beginnings.withLock { $0 += 1 }
    }

    func take(_ piece: Span<UInt8>) {
      bytes.withLock { bytes in
        for index in piece.indices { bytes.append(piece[index]) }
      }
    }
  }

  private let loop = TransferLoop()

  @Test(arguments: [0, 1, 300_000])
  func `a reader gets the body and the response has none`(count: Int) async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, body: .pattern(0..<count))
    }
    let reader = Reader()
    var request = TransferRequest(url: server.url + "/")
    request.bodyReader = reader
    let response = try await loop.transfer(request)
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
    let bytes = reader.bytes.withLock { $0 }
    #expect(bytes.count == count)
    #expect(bytes.elementsEqual(FixtureBody.patternBytes(0..<count)))
    #expect(reader.beginnings.withLock { $0 } >= 1)
  }

  @Test func `the limit of bodies holds for what is read in pieces`() async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, body: .pattern(0..<100_000), framing: .chunked)
    }
    let reader = Reader()
    var request = TransferRequest(url: server.url + "/")
    request.bodyReader = reader
    request.options.bodyLimit = 50_000
    await #expect(throws: CurlError.self) { try await loop.transfer(request) }
    #expect(reader.bytes.withLock(\.count) <= 50_000)
  }

  @Test func `the next transfer of the handle has no reader`() async throws {
    let server = try await FixtureServer.start { _ in .text("hello") }
    var request = TransferRequest(url: server.url + "/")
    request.bodyReader = Reader()
    _ = try await loop.transfer(request)
    request.bodyReader = nil
    let response = try await loop.transfer(request)
    #expect(response.body == Array("hello".utf8))
  }
}
