import CurlTransport
import Locks
import SessionCore
import TestSupport
import Testing

/// Signatures of what arrives at a server, worked out there again.
@Suite(.timeLimit(.minutes(5))) struct AWSSignature4AuthenticationTests {
  private static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

  private func request(
    _ url: String,
    service: String = "execute-api",
    token: String? = nil,
    _ change: (inout SessionRequest) -> Void = { _ in }
  ) throws -> SessionRequest {
    var request = SessionRequest(
      url: try URI(url),
      authentication: .awsSignature4(
        accessKey: "AKIDEXAMPLE",
        secretKey: Self.secret,
        sessionToken: token,
        region: "eu-central-1",
        service: service
      )
    )
    change(&request)
    return request
  }

  private func check(
    _ request: FixtureRequest,
    service: String = "execute-api"
  ) throws -> SignatureProbe {
    let probe = try #require(
      try SignatureProbe(request, secretKey: Self.secret, encodesAgain: service != "s3")
    )
    #expect(probe.given == probe.expected, "\(request.headerLines)")
    #expect(probe.signedNames.contains("host") && probe.signedNames.contains("x-amz-date"))
    for name in probe.signedNames { #expect(request.header(name) != nil, "\(name) was not sent") }
    return probe
  }

  @Test(
    arguments: [
      "", "/", "/a%20b/%E2%82%AC/c+d", "/?b=2&a=1&a=0&B=3", "/x?flag&empty=&x/y=z", "/?a=b+c%2Fd",
      "/~user/-_.?~=-_.", "/?b&a", "//double//x",
    ],
    ["execute-api", "s3"]
  )
  func `paths and queries are signed as the service reads them`(
    target: String,
    service: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    _ = try await URLSessionManager().data(for: request(server.url + target, service: service))
    let probe = try check(try #require(server.requests.first), service: service)
    #expect(probe.signedNames.contains("x-amz-content-sha256") == (service == "s3"))
  }

  @Test(arguments: ["execute-api", "s3"])
  func `bodies of every kind are hashed, and nothing is signed that is not sent`(
    service: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    let folder = try TemporaryFolder("aws")
    let long = [UInt8](repeating: 0x61, count: 3 << 20)
    try folder.write(long, to: "long.bin")
    var form = MultipartFormData(boundary: "b")
    form.append(Array("v".utf8), name: "n")
    try form.append(file: folder.path("long.bin"), name: "f")
    form.throttleBandwidth(packetSize: 1 << 20, delay: .milliseconds(1))
    let bodies: [RequestBody] = [
      .bytes(Array(#"{"a": 1}"#.utf8)), .bytes(long), .file(path: folder.path("long.bin")),
      .multipart(form), .source(PiecesSource(long, isRewindable: true)), .none,
    ]
    for body in bodies {
      let request = try request(server.url + "/x", service: service) {
        $0.method = "POST"
        $0.body = body
        $0.headers["Content-Type"] = "application/x-thing"
        $0.headers["X-Amz-Meta-A"] = "  two   words "
      }
      _ = try await URLSessionManager().data(for: request)
      let arrived = try #require(server.requests.last)
      let probe = try check(arrived, service: service)
      #expect(probe.signedNames.contains("content-type"))
      #expect(probe.signedNames.contains("x-amz-meta-a"))
      #expect(!probe.signedNames.contains("expect"))
      let hash = arrived.header("X-Amz-Content-Sha256")
      #expect(hash == (service == "s3" ? arrived.bodySHA256 : nil))
    }
    #expect(
      server.requests.map(\.bodyLength).sorted() == [0, 8, 3 << 20, 3 << 20, 3 << 20]
        + [Int(form.contentLength)]
    )
  }

  @Test func `the port of the scheme is signed as it is sent: not at all`() async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    var configuration = SessionConfiguration()
    let port = Int(try #require(try URI(server.url).port))
    configuration.transport.connectTo = [.init(toHost: "127.0.0.1", toPort: port)]
    let session = URLSessionManager(configuration: configuration)
    for place in ["http://orders.test:80/a", "http://orders.test:443/a", "http://orders.test/a"] {
      _ = try await session.data(for: request(place))
    }
    #expect(
      server.requests.map { $0.header("Host") } == [
        "orders.test", "orders.test:443", "orders.test",
      ]
    )
    for request in server.requests { _ = try check(request) }
  }

  @Test
  func `a stream that can be read only once goes unsigned`() async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    let request = try request(server.url + "/x") {
      $0.method = "PUT"
      $0.body = .source(PiecesSource([1, 2, 3], isRewindable: false))
    }
    _ = try await URLSessionManager().data(for: request)
    let arrived = try #require(server.requests.first)
    #expect(arrived.body == [1, 2, 3])
    #expect(arrived.header("X-Amz-Content-Sha256") == "UNSIGNED-PAYLOAD")
    _ = try check(arrived)
  }

  @Test
  func `a file that is not there is told before anything is sent`() async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    let request = try request(server.url) { $0.body = .file(path: "/nowhere/x") }
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: request)
    }
    #expect(error.message.contains("/nowhere/x"), "\(error)")
    #expect(server.counts.requests == 0)
  }

  @Test
  func `temporary credentials, a date and a hash of one's own are in the signature`() async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    let request = try request(server.url, service: "s3", token: "tok/en==") {
      $0.headers["X-Amz-Date"] = "20150830T123600Z"
      $0.headers["X-Amz-Content-Sha256"] = "UNSIGNED-PAYLOAD"
    }
    _ = try await URLSessionManager().data(for: request)
    let arrived = try #require(server.requests.first)
    let probe = try check(arrived, service: "s3")
    #expect(arrived.header("X-Amz-Security-Token") == "tok/en==")
    #expect(arrived.header("X-Amz-Content-Sha256") == "UNSIGNED-PAYLOAD")
    #expect(arrived.header("Authorization")?.contains("/20150830/eu-central-1/s3/") == true)
    #expect(probe.signedNames.contains("x-amz-security-token"))
  }

  @Test
  func `a redirect within the origin and a retry are signed anew, with a new date`() async throws {
    let tries = Locked(0)
    let server = try await FixtureServer.start { request in
      if request.path == "/from" { return .redirect("/to?z=1&y=2", status: 307) }
      return .status(
        tries.withLock { count in
          count += 1
          return count < 2 ? 503 : 200
        }
      )
    }
    let clock = Locked(1_440_938_160.0)
    var configuration = SessionConfiguration()
    var policy = RetryPolicy()
    policy.delay = .milliseconds(1)
    configuration.retries = policy
    configuration.now = {
      clock.withLock { now in
        now += 60
        return now
      }
    }
    let request = try request(server.url + "/from") {
      $0.method = "PUT"
      $0.body = .bytes([1])
    }
    let session = URLSessionManager(configuration: configuration)
    #expect(try await session.data(for: request).response.status == 200)
    let requests = server.requests
    #expect(requests.map(\.target) == ["/from", "/to?y=2&z=1", "/to?y=2&z=1"])
    for request in requests { _ = try check(request) }
    #expect(Set(requests.map { $0.header("X-Amz-Date") }).count == 3)
  }

  @Test
  func `a redirect to another origin drops the signature and the token`() async throws {
    let other = try await FixtureServer.start { _ in .status(200) }
    let server = try await FixtureServer.start { _ in .redirect(other.url + "/x") }
    let request = try request(server.url, service: "s3", token: "temporary")
    #expect(try await URLSessionManager().data(for: request).response.status == 200)
    _ = try check(try #require(server.requests.first), service: "s3")
    let names = try #require(other.requests.first).headers.map { $0.name.lowercased() }
    #expect(!names.contains("authorization"))
    #expect(!names.contains { $0.hasPrefix("x-amz-") }, "\(names)")
  }

  @Test
  func `the curl line of a signed request sends the same, that of another signs itself`()
    async throws
  {
    let server = try await FixtureServer.start { _ in .status(200) }
    let request = try request(server.url + "/a%20b?b&a", token: "t") {
      $0.method = "POST"
      $0.body = .bytes(Array("hello".utf8))
      $0.headers["Content-Type"] = "text/plain"
    }
    let data = try await URLSessionManager().data(for: request)
    let sent = try #require(data.metrics.hops.last?.request)
    let shell = CommandRunner("/bin/sh")
    let line = CurlCommandLine(sent).text
    #expect(try await shell.run(["-c", line + " -s -o /dev/null"]).status == 0)
    #expect(server.requests.count == 2)
    for request in server.requests { _ = try check(request) }
    let words = CurlCommandLine(request).words
    #expect(words.contains("aws:amz:eu-central-1:execute-api"))
    #expect(words.contains("AKIDEXAMPLE:\(Self.secret)"))
    #expect(words.contains("X-Amz-Security-Token: t"))
  }
}

/// Bytes that are given out in pieces, perhaps only once.
private final class PiecesSource: BodySource {
  private let bytes: [UInt8]
  private let isRewindable: Bool
  private let place = Locked(0)

  init(_ bytes: [UInt8], isRewindable: Bool) {
    self.bytes = bytes
    self.isRewindable = isRewindable
  }

  var length: Int64? { Int64(bytes.count) }

  func read(into buffer: inout OutputRawSpan) throws -> BodySourceState {
    let start = place.withLock { $0 }
    if start == bytes.count { return .end }
    let count = buffer.append(contentsOf: bytes[start..<min(start + 1000, bytes.count)])
    place.withLock { $0 += count }
    return .more
  }

  func rewind() -> Bool {
    if isRewindable { place.withLock { $0 = 0 } }
    return isRewindable
  }
}
