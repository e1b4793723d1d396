import TestSupport
import Testing

@testable import CurlTransport

/// A long body is decoded away from the loop's thread.
@Suite(.timeLimit(.minutes(5))) struct LongDecodingTests {
  private static let count = 8 << 20
  /// 8 MiB in less than a kilobyte.
  private static let dense = Zstandard.repeated(65, count: count)

  /// Bytes of many values, so that a lost or repeated piece shows.
  private static let content = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }

  private func server(_ coding: String, _ bytes: [UInt8]) async throws -> FixtureServer {
    try await FixtureServer.start { request in
      guard request.path == "/" else { return .text("short") }
      return FixtureResponse(
        200,
        headers: [("Content-Encoding", coding)],
        body: .bytes(bytes)
      )
    }
  }

  @Test(arguments: ["gzip", "zstd", "br"])
  func `a long body comes out whole`(coding: String) async throws {
    let content = Self.content
    let bytes =
      switch coding {
      case "gzip": Gzip.stored(content)
      case "br": Brotli.stored(content)
      default: Zstandard.stored(content)
      }
    let server = try await server(coding, bytes)
    let loop = TransferLoop()
    let body = try await loop.transfer(TransferRequest(url: server.url)).body
    #expect(body == content)
    await loop.shutdown()
    await server.stop()
  }

  @Test func `a dense body comes out whole and takes at most the limit`() async throws {
    let server = try await server("zstd", Self.dense)
    let loop = TransferLoop()
    var request = TransferRequest(url: server.url)
    request.options.bodyLimit = Self.count
    let body = try await loop.transfer(request).body
    #expect(body.count == Self.count)
    #expect(body == [UInt8](repeating: 65, count: Self.count))
    request.options.bodyLimit = Self.count - 1
    let error = await #expect(throws: CurlError.self) { try await loop.transfer(request) }
    #expect(error?.code == .bodyTooLarge)
    await loop.shutdown()
    await server.stop()
  }

  @Test func `a long body that is cut or broken is an error`() async throws {
    let whole = Gzip.stored(Self.content)
    var broken = whole
    broken[whole.count - 6] ^= 1
    for (bytes, end) in [(Array(whole.dropLast()), "ended too early"), (broken, "data check")] {
      let server = try await server("gzip", bytes)
      let loop = TransferLoop()
      let error = await #expect(throws: CurlError.self) {
        try await loop.transfer(TransferRequest(url: server.url))
      }
      #expect(error?.code == .badContentEncoding)
      #expect(error?.message.contains(end) == true, "\(error?.message ?? "")")
      await loop.shutdown()
      await server.stop()
    }
  }

  @Test func `a pause holds at every piece, and nothing is lost or repeated`() async throws {
    let server = try await server("gzip", Gzip.stored(Self.content))
    let loop = TransferLoop()
    let pieces = 40
    let handler = RecordingHandler(body: Array(repeating: .pause, count: pieces))
    let handle = loop.start(TransferRequest(url: server.url), handler: handler)
    for count in 1...pieces {
      await handler.wait { $0.completion != nil || $0.events.count { $0.isBody } >= count }
      // Whatever came while it was held would be here by the end of another transfer.
      _ = try await loop.transfer(TransferRequest(url: server.url + "/short"))
      let isOver = handler.events.contains { $0.isEnd }
      if isOver { break }
      #expect(handler.events.count { $0.isBody } == count)
      handle.resume()
    }
    #expect(await handler.completion()?.error == nil)
    #expect(handler.body == Self.content)
    await loop.shutdown()
    await server.stop()
  }

  @Test func `what was decoded when the owner paused comes after the resumption`() async throws {
    let server = try await server("zstd", Self.dense)
    let loop = TransferLoop()
    let handler = RecordingHandler()
    // The loop's own job comes between two pieces, however late this test is.
    let handle = await Task(executorPreference: loop) {
      let handle = loop.start(TransferRequest(url: server.url), handler: handler)
      await handler.wait { $0.body.count >= BodyDecoding.threshold }
      handle.pause()
      return handle
    }.value
    var pauses = 0
    while pauses < 20 {
      handle.pause()
      // The pause has been carried out when a later transfer is over.
      _ = try await loop.transfer(TransferRequest(url: server.url + "/short"))
      let count = handler.body.count
      _ = try await loop.transfer(TransferRequest(url: server.url + "/short"))
      #expect(handler.body.count == count)
      if handler.events.contains(where: \.isEnd) { break }
      pauses += 1
      handle.resume()
    }
    #expect(await handler.completion()?.error == nil)
    #expect(handler.body.count == Self.count)
    #expect(pauses > 0)
    await loop.shutdown()
    await server.stop()
  }

  @Test func `a transfer ends while its body is decoded`() async throws {
    let server = try await server("zstd", Self.dense)
    let loop = TransferLoop()
    for _ in 0..<20 {
      let handler = RecordingHandler()
      let handle = loop.start(TransferRequest(url: server.url), handler: handler)
      await handler.wait { $0.body.count >= BodyDecoding.threshold || $0.completion != nil }
      handle.cancel()
      let error = await handler.completion()?.error
      #expect(error == nil || error?.code == .cancelled)
    }
    let body = try await loop.transfer(TransferRequest(url: server.url)).body
    #expect(body.count == Self.count)
    await loop.shutdown()
    await server.stop()
  }

  @Test func `the loop's thread is free while a body is decoded`() async throws {
    let server = try await server("zstd", Self.dense)
    let loop = TransferLoop()
    let handler = RecordingHandler()
    let before = await Task(executorPreference: loop) {
      loop.start(TransferRequest(url: server.url), handler: handler)
      await handler.wait { $0.body.count >= BodyDecoding.threshold }
      return handler.body.count
    }.value
    // Decoded in one go, the whole body would be there before the loop's next job.
    #expect(before < Self.count / 2)
    _ = try await loop.transfer(TransferRequest(url: server.url + "/short"))
    #expect(await handler.completion()?.error == nil)
    #expect(handler.events.count { $0.isBody } > Self.count / (1 << 20))
    await loop.shutdown()
    await server.stop()
  }
}

extension RecordingHandler.Event {
  fileprivate var isBody: Bool {
    if case .body = self { true } else { false }
  }

  fileprivate var isEnd: Bool {
    if case .finished = self { true } else { false }
  }
}
