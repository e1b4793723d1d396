import CurlTransport
import HTTPMessages
import Locks
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransferBodyTests {
  private let loop = TransferLoop()

  @Test(arguments: [
    ("POST", 0), ("POST", 1), ("POST", 16_384), ("POST", 16_385), ("PUT", 3_000_000),
    ("PATCH", 100), ("DELETE", 100), ("GET", 100), ("PURGE", 100_000),
  ])
  func `bytes are sent with their length and nothing else`(method: String, count: Int) async throws
  {
    let server = try await FixtureServer.start()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let request = TransferRequest(
      method: method,
      url: server.url + "/upload",
      headers: ["Content-Length": "7"],
      body: .bytes(bytes)
    )
    #expect(try await loop.transfer(request).status == 200)
    let received = try await server.nextRequest()
    #expect(received.method == method)
    #expect(received.bodyLength == count)
    #expect(received.body == Array(bytes.prefix(1 << 20)))
    #expect(received.headerValues("Content-Length") == ["\(count)"])
    #expect(received.header("Transfer-Encoding") == nil)
    #expect(received.header("Expect") == nil)
    #expect(received.header("Content-Type") == nil)
  }

  @Test(arguments: [
    ("POST", ["0"]), ("PUT", ["0"]), ("PATCH", ["0"]), ("GET", []), ("DELETE", []),
    ("OPTIONS", []), ("HEAD", []), ("PROPFIND", []),
  ])
  func `a missing body has the method's length`(method: String, lengths: [String]) async throws {
    let server = try await FixtureServer.start()
    let request = TransferRequest(method: method, url: server.url + "/status/200")
    #expect(try await loop.transfer(request).status == 200)
    let received = try await server.nextRequest()
    #expect(received.method == method)
    #expect(received.headerValues("Content-Length") == lengths)
    #expect(received.header("Content-Type") == nil)
  }

  @Test func `methods and bodies do not leak into the next transfer`() async throws {
    let server = try await FixtureServer.start()
    let url = server.url + "/upload"
    let kinds: [(String, TransferBody, Int)] = [
      ("PUT", .bytes([1, 2, 3]), 3), ("GET", .none, 0), ("HEAD", .none, 0),
      ("POST", .bytes([UInt8](repeating: 7, count: 50_000)), 50_000), ("POST", .none, 0),
      ("DELETE", .none, 0), ("POST", .bytes([9]), 1), ("GET", .none, 0),
    ]
    for (method, body, count) in kinds {
      _ = try await loop.transfer(TransferRequest(method: method, url: url, body: body))
      let received = try await server.nextRequest()
      #expect(received.method == method)
      #expect(received.bodyLength == count)
    }
    #expect(server.counts.connectionsAccepted == 1)
  }

  @Test func `the answer to HEAD has no body`() async throws {
    let server = try await FixtureServer.start()
    let response = try await loop.transfer(
      TransferRequest(method: "HEAD", url: server.url + "/json")
    )
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
    #expect((response.head.contentLength ?? 0) > 0)
  }

  @Test func `a file is sent with its length`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder("body")
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    let path = try folder.write(bytes, to: "file")
    let request = TransferRequest(
      method: "PUT",
      url: server.url + "/upload",
      body: .file(path: path)
    )
    _ = try await loop.transfer(request)
    #expect(try await server.nextRequest().body == bytes)
  }

  @Test(arguments: ["/nonexistent/file", "/dev/zero", "/tmp"])
  func `what is no regular file cannot be sent`(path: String) async throws {
    let server = try await FixtureServer.start()
    let request = TransferRequest(method: "PUT", url: server.url, body: .file(path: path))
    #expect(await code(of: request) == .bodySourceFailed)
  }

  @Test func `a source of unknown length is sent in chunks`() async throws {
    let server = try await FixtureServer.start()
    let source = Counter(total: 100_000, length: nil)
    let request = TransferRequest(
      method: "POST",
      url: server.url + "/upload",
      body: .source(source)
    )
    _ = try await loop.transfer(request)
    let received = try await server.nextRequest()
    #expect(received.body == Counter.bytes(100_000))
    #expect(received.headerValues("Transfer-Encoding") == ["chunked"])
    #expect(received.header("Content-Length") == nil)
  }

  @Test func `a source is rewound when its body has to be sent again`() async throws {
    let server = try await FixtureServer.start()
    let source = Counter(total: 100_000, length: 100_000)
    var request = TransferRequest(
      method: "POST",
      url: server.url + "/digest-auth/ann/secret",
      body: .source(source)
    )
    request.options.authentication = .basic(user: "x", password: "y")
    _ = try await loop.transfer(request)
    let first = source.rewinds
    request.options.authentication = .digest(user: "ann", password: "secret")
    #expect(source.rewind())
    #expect(try await loop.transfer(request).status == 200)
    #expect(source.rewinds >= first + 1)
    let all = try await server.requests(count: 3)
    #expect(all[2].body == Counter.bytes(100_000))
  }

  @Test func `a source that ends early is an error`() async throws {
    let server = try await FixtureServer.start()
    let source = Counter(total: 10, length: 20)
    let request = TransferRequest(
      method: "POST",
      url: server.url + "/upload",
      body: .source(source)
    )
    #expect(await code(of: request) == .bodyLengthMismatch)
  }

  @Test func `a source's own error ends the transfer`() async throws {
    let server = try await FixtureServer.start()
    let source = Counter(total: 10, length: 20, failing: true)
    let request = TransferRequest(
      method: "POST",
      url: server.url + "/upload",
      body: .source(source)
    )
    #expect(await code(of: request) == .bodySourceFailed)
  }

  private func code(of request: TransferRequest) async -> CurlError.Code? {
    do throws(CurlError) {
      _ = try await loop.transfer(request)
      return nil
    } catch {
      return error.code
    }
  }
}

/// Gives a count of bytes, and notes how often it was rewound.
private final class Counter: BodySource {
  struct Failure: Error {}

  let length: Int64?
  private let total: Int
  private let failing: Bool
  private let state = Locked((given: 0, rewinds: 0))

  init(total: Int, length: Int64?, failing: Bool = false) {
    self.total = total
    self.length = length
    self.failing = failing
  }

  static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }

  var rewinds: Int { state.withLock { $0.rewinds } }

  func read(into buffer: inout OutputRawSpan) throws -> BodySourceState {
    let start = state.withLock { $0.given }
    guard start < total else {
      if failing { throw Failure() }
      return .end
    }
    let chunk = (start..<min(total, start + 5000)).map { UInt8(truncatingIfNeeded: $0) }
    let count = buffer.append(contentsOf: chunk[...])
    state.withLock { $0.given += count }
    return .more
  }

  func rewind() -> Bool {
    state.withLock { state in
      state.given = 0
      state.rewinds += 1
    }
    return true
  }
}
