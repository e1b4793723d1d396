import CurlTransport
import Documents
import Foundation
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct SessionCodingTests {
  /// The value, archived and read back in two formats.
  static func copy<Value: Codable>(_ value: Value) throws -> Value {
    let list = try PropertyListEncoder().encode(value)
    let once = try PropertyListDecoder().decode(Value.self, from: list)
    return try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(once))
  }

  private var configuration: SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.headers = ["X-B": "1", "x-a": "2", "X-B": "3"]
    configuration.redirects = .limited(3)
    configuration.retries = RetryPolicy()
    configuration.retries?.limit = 5
    configuration.cookies?.update { jar in
      let cookie = Cookie(
        name: "c",
        value: "v",
        domain: "example.com",
        isHostOnly: false,
        path: "/p",
        expires: 5_000_000_000,
        isSecure: true,
        isHTTPOnly: true,
        sameSite: .lax
      )
      jar.set(cookie, now: 0)
    }
    configuration.cache = ResponseCache(memoryCapacity: 7, diskCapacity: 8, directory: "/no/such")
    configuration.securityPolicy = SecurityPolicy(pinning: .publicKey, to: [[1, 2]])
    configuration.compression = .gzip
    configuration.serverTrust = ServerTrustManager(
      allHostsMustBeEvaluated: false,
      evaluations: ["a.test": .disabled, "*.b.test": .all([SecurityPolicy()])]
    )
    configuration.temporaryDirectory = "/var/tmp"
    return configuration
  }

  @Test
  func `a configuration survives coding with all that is data`() throws {
    let archived = try Self.copy(configuration)
    #expect(archived.headers == configuration.headers)
    #expect(archived.compression?.coding == .gzip)
    #expect(archived.serverTrust == configuration.serverTrust)
    #expect(archived.redirects == configuration.redirects)
    #expect(archived.retries == configuration.retries)
    #expect(archived.cookies?.jar == configuration.cookies?.jar)
    #expect(archived.cookies !== configuration.cookies)
    #expect(archived.cache?.memoryCapacity == 7)
    #expect(archived.cache?.diskCapacity == 8)
    #expect(archived.cache?.directory == "/no/such")
    #expect(archived.securityPolicy == configuration.securityPolicy)
    #expect(archived.temporaryDirectory == "/var/tmp")
    var bare = SessionConfiguration()
    bare.cookies = nil
    #expect(try Self.copy(bare).cookies == nil)
    #expect(try Self.copy(bare).cache == nil)
    #expect(try Self.copy(bare).retries == nil)
  }

  @Test
  func `code and secrets are left out of a configuration's archive`() throws {
    var configuration = configuration
    configuration.authentication = .basic(user: "u", password: "sesame1")
    configuration.transport.authentication = .ntlm(user: "u", password: "sesame2")
    configuration.transport.tls.keyPassword = "sesame3"
    configuration.retriers = [OfflineRetrier()]
    let archived = try Self.copy(configuration)
    #expect(archived.authentication == nil)
    #expect(archived.transport.authentication == nil)
    #expect(archived.transport.tls.keyPassword == nil)
    #expect(archived.retriers.isEmpty)
    let text = String(decoding: try JSONEncoder().encode(configuration), as: UTF8.self)
    #expect(!text.contains("sesame"))
  }

  @Test
  func `row 90: an archive of a session holds its configuration alone`() throws {
    let session = URLSessionManager(configuration: configuration, loop: TransferLoop())
    session.updateEvents { $0.didComplete = { _, _ in Issue.record("no hook is archived") } }
    let archived = try Self.copy(session)
    #expect(archived.configuration.headers == configuration.headers)
    #expect(archived.loop === TransferLoop.shared)
    #expect(archived.tasks.isEmpty)
  }

  private static let serializers: [any RequestSerializer] = [
    HTTPRequestSerializer(), JSONRequestSerializer(writingOptions: .prettyPrinted),
    PropertyListRequestSerializer(format: .binary),
  ]

  @Test(arguments: serializers.indices)
  func `row 90: an archive of an HTTP session holds base, configuration and serializers`(
    index: Int
  ) async throws {
    let server = try await FixtureServer.start()
    var serializer = Self.serializers[index]
    serializer.settings.headers = ["X-A": "1"]
    var configuration = configuration
    configuration.securityPolicy = nil
    configuration.redirects = .never
    let api = try HTTPSessionManager(
      baseURL: server.url + "/v1",
      session: URLSessionManager(configuration: configuration),
      requestSerializer: serializer
    )
    api.responseSerializer.allowsFragments = true
    let archived = try Self.copy(api)
    #expect(archived.baseURL?.text == server.url + "/v1/")
    #expect(archived.responseSerializer == api.responseSerializer)
    #expect(archived.session.configuration.redirects == .never)
    for manager in [api, archived] { _ = try? await manager.post("x", parameters: ["a": [1]]) }
    let requests = server.requests
    #expect(requests.map(\.target) == ["/v1/x", "/v1/x"])
    #expect(requests[0].body == requests[1].body && !requests[0].body.isEmpty)
    #expect(requests[0].headerLines == requests[1].headerLines)
    #expect(requests[1].header("X-A") == "1")
  }

  @Test
  func `what a new manager would not take is no archive`() throws {
    struct Own: RequestSerializer {
      var settings = RequestSerializerSettings()
      func serialize(
        _ parameters: ParameterValue?,
        into request: SessionRequest
      ) throws(SessionError) -> SessionRequest { request }
    }
    let own = try HTTPSessionManager(requestSerializer: Own())
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(own) }
    let api = try HTTPSessionManager(baseURL: "https://example.com/")
    let text = String(decoding: try JSONEncoder().encode(api), as: UTF8.self)
    for (known, other) in [("https:", "ftp:"), ("\"http\"", "\"own\""), ("\"headers\"", "\"h\"")] {
      let damaged = text.replacing(known, with: other)
      #expect(damaged != text)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(HTTPSessionManager.self, from: Data(damaged.utf8))
      }
    }
  }

  @Test
  func `a retry of an archive with absurd numbers waits no longer than a day`() throws {
    var policy = RetryPolicy()
    policy.delay = .seconds(1_000_000_000_000)
    policy.factor = .infinity
    let request = SessionRequest(url: try URI("http://h/"))
    for (factor, delay) in [(.infinity, 1e12), (.nan, 1), (-5, 1), (1e300, 1), (1, -7)]
      as [(Double, Double)]
    {
      policy.factor = factor
      policy.delay = .seconds(delay)
      for retries in 0..<2 {
        let wait = policy.delay(beforeRetrying: request, status: 503, error: nil, retries: retries)
        #expect(try #require(wait) >= .zero && #require(wait) <= .seconds(86_400))
      }
    }
  }
}
