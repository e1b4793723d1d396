import TestSupport
import Testing

@testable import CurlTransport

/// A gzip body is one member after another (RFC 1952, section 2.2).
@Suite(.timeLimit(.minutes(5))) struct GzipMembersTests {
  enum Way: CaseIterable, Sendable {
    case length, chunked, http2
  }

  private func server(_ way: Way, _ body: FixtureBody) async throws -> FixtureServer {
    var options = FixtureOptions()
    if way == .http2 { options.protocols = .http2 }
    return try await FixtureServer.start(options) { _ in
      FixtureResponse(
        200,
        headers: [("Content-Encoding", "gzip")],
        body: body,
        framing: way == .chunked ? .chunked : .length
      )
    }
  }

  private func request(_ way: Way, _ server: FixtureServer) -> TransferRequest {
    var request = TransferRequest(url: server.url)
    if way == .http2 { request.options.httpVersion = .http2PriorKnowledge }
    return request
  }

  /// The body as it comes decoded, or the error.
  private func result(
    _ way: Way,
    _ body: FixtureBody,
    limit: Int = .max
  ) async throws -> Result<[UInt8], CurlError> {
    let server = try await server(way, body)
    let loop = TransferLoop()
    var request = request(way, server)
    request.options.bodyLimit = limit
    let result: Result<[UInt8], CurlError>
    do throws(CurlError) {
      result = .success(try await loop.transfer(request).body)
    } catch {
      result = .failure(error)
    }
    await loop.shutdown()
    await server.stop()
    return result
  }

  private func code(
    _ way: Way,
    _ body: FixtureBody,
    limit: Int = .max
  ) async throws -> CurlError.Code? {
    guard case .failure(let error) = try await result(way, body, limit: limit) else { return nil }
    return error.code
  }

  private static func pieces(_ bytes: [UInt8], of size: Int) -> FixtureBody {
    .pieces(stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0...].prefix(size)) })
  }

  private static let contents: [[String]] = [
    ["one"], ["one, ", "two"], [""], ["", "one"], ["one", "", "two", ""],
    (0..<100).map { "member \($0)\n" },
    [String(repeating: "0123456789", count: 30_000), String(repeating: "abcdef", count: 20_000)],
  ]

  @Test(arguments: Way.allCases, contents)
  func `the members of a body come out as one`(way: Way, members: [String]) async throws {
    let bytes = members.flatMap { Gzip.stored(Array($0.utf8)) }
    let expected = Array(members.joined().utf8)
    var bodies = [FixtureBody.bytes(bytes)]
    if bytes.count < 10_000 { bodies += [Self.pieces(bytes, of: 1), Self.pieces(bytes, of: 7)] }
    for body in bodies {
      let result = try await result(way, body)
      #expect(try result.get() == expected)
    }
  }

  @Test(arguments: Way.allCases)
  func `a body that ends inside a further member is an error`(way: Way) async throws {
    let first = Gzip.stored(Array("one".utf8))
    let second = Gzip.stored(Array("two".utf8))
    for count in 1..<second.count {
      let bytes = first + second.prefix(count)
      #expect(try await code(way, .bytes(bytes)) == .badContentEncoding, "\(count)")
      #expect(
        try await code(way, .pieces([first, Array(second.prefix(count))])) == .badContentEncoding
      )
    }
  }

  @Test(
    arguments: Way.allCases,
    [
      [0], [0, 0, 0, 0], Array("garbage".utf8), [0x78, 0x01, 0x01, 0, 0, 0xFF, 0xFF, 0, 0, 0, 1],
    ] as [[UInt8]]
  )
  func `bytes behind the last member that begin no other one are an error`(
    way: Way,
    garbage: [UInt8]
  ) async throws {
    let members = Gzip.stored(Array("one".utf8)) + Gzip.stored(Array("two".utf8))
    #expect(try await code(way, .bytes(members + garbage)) == .badContentEncoding)
    #expect(try await code(way, .pieces([members, garbage])) == .badContentEncoding)
  }

  @Test(arguments: Way.allCases)
  func `a wrong check sum of a further member is an error`(way: Way) async throws {
    var second = Gzip.stored(Array("two".utf8))
    second[second.count - 5] ^= 1
    let bytes = Gzip.stored(Array("one".utf8)) + second
    #expect(try await code(way, .bytes(bytes)) == .badContentEncoding)
  }

  @Test(arguments: Way.allCases)
  func `the limit of a body counts the bytes of all members`(way: Way) async throws {
    let member = Gzip.stored(Array(repeating: 65, count: 600))
    #expect(try await code(way, .bytes(member + member), limit: 1199) == .bodyTooLarge)
    #expect(try await code(way, .bytes(member + member), limit: 1200) == nil)
  }

  @Test(arguments: Way.allCases)
  func `a pause between two members loses nothing and repeats nothing`(way: Way) async throws {
    let members = (0..<40).map { Array("member \($0)\n".utf8) }
    let server = try await server(way, .bytes(members.flatMap(Gzip.stored)))
    let loop = TransferLoop()
    let handler = RecordingHandler(body: Array(repeating: .pause, count: members.count))
    let handle = loop.start(request(way, server), handler: handler)
    for count in 1...members.count {
      await handler.wait { $0.body.count >= members.prefix(count).joined().count }
      #expect(handler.body == Array(members.prefix(count).joined()))
      handle.resume()
    }
    #expect(await handler.completion()?.error == nil)
    #expect(handler.body == Array(members.joined()))
    await loop.shutdown()
    await server.stop()
  }

  @Test func `another coding is decoded after gzip on the same connection`() async throws {
    // "hello" in the zlib format, which HTTP calls deflate.
    let deflated: [UInt8] =
      [0x78, 0x01, 0x01, 5, 0, 0xFA, 0xFF] + Array("hello".utf8) + [0x06, 0x2C, 0x02, 0x15]
    let server = try await FixtureServer.start { request in
      let isGzip = request.path == "/gzip"
      return FixtureResponse(
        200,
        headers: [("Content-Encoding", isGzip ? "gzip" : "deflate")],
        body: .bytes(isGzip ? Gzip.stored(Array("hello".utf8)) : deflated)
      )
    }
    let loop = TransferLoop()
    for path in ["/gzip", "/deflate", "/gzip"] {
      let response = try await loop.transfer(TransferRequest(url: server.url + path))
      #expect(response.body == Array("hello".utf8), "\(path)")
    }
    await loop.shutdown()
    await server.stop()
  }

  @Test func `another coding is decoded behind a challenge in gzip`() async throws {
    let deflated: [UInt8] =
      [0x78, 0x01, 0x01, 5, 0, 0xFA, 0xFF] + Array("hello".utf8) + [0x06, 0x2C, 0x02, 0x15]
    let server = try await FixtureServer.start { request in
      guard request.header("Authorization")?.contains("nonce=") != true else {
        return FixtureResponse(
          200,
          headers: [("Content-Encoding", "deflate")],
          body: .bytes(deflated)
        )
      }
      return FixtureResponse(
        401,
        headers: [
          ("Content-Encoding", "gzip"),
          ("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5"#),
        ],
        body: .bytes(Gzip.stored(Array("who are you?".utf8)))
      )
    }
    let loop = TransferLoop()
    var request = TransferRequest(url: server.url)
    request.options.authentication = .digest(user: "u", password: "p")
    let response = try await loop.transfer(request)
    #expect(response.status == 200)
    #expect(response.body == Array("hello".utf8))
    await loop.shutdown()
    await server.stop()
  }
}
