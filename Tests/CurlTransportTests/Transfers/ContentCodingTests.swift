import TestSupport
import Testing

@testable import CurlTransport

/// Bodies in deflate, gzip, Brotli and Zstandard, one or several codings at once.
@Suite(.timeLimit(.minutes(5))) struct ContentCodingTests {
  enum Coding: String, CaseIterable, Sendable {
    case deflate, gzip, br, zstd

    func encode(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .deflate: Deflate.zlib(bytes)
      case .gzip: Gzip.stored(bytes)
      case .br: Brotli.stored(bytes)
      case .zstd: Zstandard.stored(bytes)
      }
    }
  }

  enum Way: CaseIterable, Sendable {
    case length, chunked, http2
  }

  private func response(
    _ codings: [String],
    _ body: FixtureBody,
    _ way: Way = .length,
    method: String = "GET",
    change: (inout TransferOptions) -> Void = { _ in }
  ) async throws -> Result<TransferResponse, CurlError> {
    var fixture = FixtureOptions()
    if way == .http2 { fixture.protocols = .http2 }
    let server = try await FixtureServer.start(fixture) { _ in
      FixtureResponse(
        200,
        headers: codings.map { ("Content-Encoding", $0) },
        body: body,
        framing: way == .chunked ? .chunked : .length
      )
    }
    let loop = TransferLoop()
    var request = TransferRequest(method: method, url: server.url)
    if way == .http2 { request.options.httpVersion = .http2PriorKnowledge }
    change(&request.options)
    let result: Result<TransferResponse, CurlError>
    do throws(CurlError) {
      result = .success(try await loop.transfer(request))
    } catch {
      result = .failure(error)
    }
    await loop.shutdown()
    await server.stop()
    return result
  }

  private func failure(
    _ codings: [String],
    _ body: [UInt8],
    _ way: Way = .length
  ) async throws -> CurlError? {
    guard case .failure(let error) = try await response(codings, .bytes(body), way) else {
      return nil
    }
    return error
  }

  private static func pieces(_ bytes: [UInt8], of size: Int) -> FixtureBody {
    .pieces(stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0...].prefix(size)) })
  }

  private static let text = Array("A swift and a curlew are birds. ".utf8)

  @Test(arguments: Coding.allCases, Way.allCases)
  func `a body comes out as it went in`(coding: Coding, way: Way) async throws {
    for content in [[], [65], Self.text, (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }] {
      let bytes = coding.encode(content)
      var bodies = [FixtureBody.bytes(bytes)]
      if bytes.count < 200 { bodies += [Self.pieces(bytes, of: 1), Self.pieces(bytes, of: 3)] }
      for body in bodies {
        #expect(try await response([coding.rawValue], body, way).get().body == content)
      }
    }
  }

  @Test(arguments: Coding.allCases, Way.allCases)
  func `a body that ends in its middle is an error`(coding: Coding, way: Way) async throws {
    let bytes = coding.encode(Self.text)
    for count in stride(from: 1, to: bytes.count, by: way == .length ? 1 : 9) {
      let error = try await failure([coding.rawValue], Array(bytes.prefix(count)), way)
      #expect(error?.code == .badContentEncoding, "\(count)")
      #expect(error?.message == "the \(coding.rawValue) body ended too early", "\(count)")
    }
  }

  @Test(arguments: Coding.allCases, Way.allCases)
  func `no bytes at all are an empty body`(coding: Coding, way: Way) async throws {
    #expect(try await response([coding.rawValue], .bytes([]), way).get().body == [])
    // The second coding is undone first, and gives the first nothing.
    let bytes = Coding.gzip.encode([])
    #expect(try await response([coding.rawValue, "gzip"], .bytes(bytes), way).get().body == [])
  }

  @Test(arguments: Coding.allCases)
  func `other bytes are an error`(coding: Coding) async throws {
    let error = try await failure([coding.rawValue], Array("<html>".utf8))
    #expect(error?.code == .badContentEncoding)
    #expect(
      error?.message.hasPrefix(
        "the content encoding \(coding.rawValue) of the answer cannot be undone: "
      ) == true
    )
  }

  @Test(arguments: [Coding.deflate, .br, .zstd])
  func `bytes behind the end are an error`(coding: Coding) async throws {
    let bytes = coding.encode(Self.text)
    let error = try await failure([coding.rawValue], bytes + Array("more".utf8))
    #expect(error?.code == .badContentEncoding)
    let (first, second) = (bytes, Array("more".utf8))
    guard case .failure(let late) = try await response([coding.rawValue], .pieces([first, second]))
    else {
      Issue.record("bytes behind the end were taken")
      return
    }
    #expect(late.code == .badContentEncoding)
  }

  @Test func `frames of Zstandard that follow one another are one body`() async throws {
    let bytes = Coding.zstd.encode(Self.text) + Coding.zstd.encode([]) + Coding.zstd.encode([66])
    #expect(try await response(["zstd"], .bytes(bytes)).get().body == Self.text + [66])
    #expect(try await response(["zstd"], Self.pieces(bytes, of: 1)).get().body == Self.text + [66])
  }

  @Test func `deflate without its frame is understood`() async throws {
    let bytes = Deflate.raw(Self.text)
    for body in [FixtureBody.bytes(bytes), Self.pieces(bytes, of: 1)] {
      #expect(try await response(["deflate"], body).get().body == Self.text)
    }
    for count in 1..<bytes.count {
      let error = try await failure(["deflate"], Array(bytes.prefix(count)))
      #expect(error?.code == .badContentEncoding, "\(count)")
    }
  }

  @Test(
    arguments: [
      (["gzip, br"], [Coding.gzip, .br]), (["br", "gzip"], [.br, .gzip]),
      (["X-GZIP ,identity, ,Zstd"], [.gzip, .zstd]),
      (["gzip,gzip,gzip,gzip,gzip"], [.gzip, .gzip, .gzip, .gzip, .gzip]),
    ] as [([String], [Coding])]
  )
  func `several codings are undone from the last to the first`(
    fields: [String],
    codings: [Coding]
  ) async throws {
    let content = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 11) }
    let bytes = codings.reduce(content) { $1.encode($0) }
    #expect(try await response(fields, .bytes(bytes)).get().body == content)
    let short = codings.reduce(Self.text) { $1.encode($0) }
    #expect(try await response(fields, Self.pieces(short, of: 1)).get().body == Self.text)
    // Whole outside, cut inside.
    let cut = codings.dropFirst().reduce(codings[0].encode(Self.text).dropLast()) {
      $1.encode(Array($0))[...]
    }
    #expect(try await failure(fields, Array(cut))?.code == .badContentEncoding)
  }

  @Test func `more than five codings are refused`() async throws {
    let error = try await failure([Array(repeating: "gzip", count: 6).joined(separator: ",")], [31])
    #expect(error?.code == .badContentEncoding)
    #expect(error?.message.hasSuffix("there are more than 5 codings") == true)
  }

  @Test func `a coding that is not known is an error where there is a body`() async throws {
    let error = try await failure(["gzip, aes128gcm"], Self.text)
    #expect(error?.code == .badContentEncoding)
    #expect(
      error?.message
        == "the content encoding aes128gcm is not known; deflate, gzip, br, zstd are"
    )
    #expect(try await response(["aes128gcm"], .bytes([])).get().body == [])
    #expect(try await response(["identity"], .bytes(Self.text)).get().body == Self.text)
  }

  @Test(arguments: Coding.allCases)
  func `an answer without a body needs no coding`(coding: Coding) async throws {
    let body = FixtureBody.bytes(coding.encode(Self.text))
    #expect(try await response([coding.rawValue], body, method: "HEAD").get().body == [])
    #expect(try await response([coding.rawValue], .bytes([])).get().body == [])
  }

  @Test func `nothing is decoded for a caller that wants the bytes`() async throws {
    let bytes = Coding.br.encode(Self.text)
    let result = try await response(["br"], .bytes(bytes)) { $0.decodesContent = false }
    #expect(try result.get().body == bytes)
  }

  @Test(arguments: [
    (true, nil as Bool?, true, true), (false, nil, false, false), (true, false, false, true),
    (false, true, true, false),
  ])
  func `asking for codings and decoding are apart`(
    decodes: Bool,
    asks: Bool?,
    isAsked: Bool,
    isDecoded: Bool
  ) async throws {
    let bytes = Coding.gzip.encode(Self.text)
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, headers: [("Content-Encoding", "gzip")], body: .bytes(bytes))
    }
    let loop = TransferLoop()
    var request = TransferRequest(url: server.url)
    let plain = request
    request.options.decodesContent = decodes
    request.options.asksForCodings = asks
    // A handle that is used again for other transfers keeps nothing of it.
    let (first, second) = ((plain, true, true), (request, isAsked, isDecoded))
    for (sent, isAsked, isDecoded) in [first, second, second, first, second] {
      let body = try await loop.transfer(sent).body
      #expect(body == (isDecoded ? Self.text : bytes))
      let field = server.requests.last?.header("Accept-Encoding")
      #expect(field == (isAsked ? "deflate, gzip, br, zstd" : nil))
    }
    await loop.shutdown()
    await server.stop()
  }

  @Test func `Zstandard with a window beyond 8 MiB is refused`() async throws {
    // A window of 16 MiB, and one byte.
    let bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x70, 9, 0, 0, 65]
    let error = try await failure(["zstd"], bytes)
    #expect(error?.code == .badContentEncoding)
    let allowed: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x68, 9, 0, 0, 65]
    #expect(try await response(["zstd"], .bytes(allowed)).get().body == [65])
  }

  @Test func `a transfer coding that was not asked for is an error`() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"
    let server = try await FixtureServer.start { _ in .script([.text(head)]) }
    let loop = TransferLoop()
    let error = await #expect(throws: CurlError.self) {
      try await loop.transfer(TransferRequest(url: server.url))
    }
    #expect(error?.code == .badContentEncoding)
    #expect(
      error?.message.hasPrefix("the answer has a transfer coding that was not asked for") == true
    )
    await loop.shutdown()
    await server.stop()
  }
}
