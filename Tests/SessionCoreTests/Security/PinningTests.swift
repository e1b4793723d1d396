import Cryptography
import CurlTransport
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PinningTests {
  private func session(
    _ policy: SecurityPolicy?,
    authority: CertificateAuthority,
    loop: TransferLoop = TransferLoop()
  ) -> URLSessionManager {
    var configuration = SessionConfiguration()
    configuration.securityPolicy = policy
    configuration.transport.tls.certificateAuthorities = .file(authority.certificateFile)
    return URLSessionManager(configuration: configuration, loop: loop)
  }

  private func code(_ session: URLSessionManager, _ url: String) async throws -> [Int] {
    let request = SessionRequest(url: try URI(url))
    do throws(SessionError) {
      return [try await session.data(for: request).response.status]
    } catch {
      let finest = (error.underlying ?? error).underlyingErrors.first as? CurlError
      #expect(finest?.code == .peerVerificationFailed || finest?.code == .trustRejected)
      return [error.code.rawValue, error.underlying?.code.rawValue ?? 0]
    }
  }

  @Test(arguments: [SecurityPolicy.PinningMode.publicKey, .certificate])
  func `row 93: leaf, intermediate and the root that is not sent may be pinned`(
    mode: SecurityPolicy.PinningMode
  ) async throws {
    let root = try CertificateAuthority(name: "Pin Root")
    let middle = try root.intermediate()
    let identity = try middle.issue(.server())
    #expect(identity.sentChain.map(\.der) == [identity.certificate.der, middle.certificate.der])
    let server = try await FixtureServer.start(.tls(identity))
    for pin in [identity.certificate, middle.certificate, root.certificate] {
      let policy = SecurityPolicy(pinning: mode, to: [pin.der])
      #expect(try await code(session(policy, authority: root), server.url + "/json") == [200])
    }
    #expect(server.counts.requests == 3)
  }

  @Test func `a key may be pinned by its SHA-256`() async throws {
    let root = try CertificateAuthority.shared
    let identity = try root.issue(.server())
    let server = try await FixtureServer.start(.tls(identity))
    func digest(_ certificate: FixtureCertificate) throws -> [UInt8] {
      try DigestAlgorithm.sha256.digest(of: CertificateFacts(der: certificate.der).publicKeyInfo)
    }
    var policy = SecurityPolicy(pinning: .publicKey, to: [])
    let stranger = try digest(CertificateAuthority.selfSigned(.server()).certificate)
    for pin in [identity.certificate, root.certificate] {
      policy.pinnedPublicKeyDigests = [stranger, try digest(pin)]
      #expect(try await code(session(policy, authority: root), server.url + "/json") == [200])
    }
    policy.pinnedPublicKeyDigests = [stranger]
    #expect(try await code(session(policy, authority: root), server.url + "/json") != [200])
    // The digest of the key is no key, and the other way round.
    policy.pinnedPublicKeyDigests = [
      try CertificateFacts(der: identity.certificate.der).publicKeyInfo
    ]
    policy.pinnedPublicKeys = [try digest(identity.certificate)]
    #expect(try await code(session(policy, authority: root), server.url + "/json") != [200])
    policy.allowsInvalidCertificates = true
    policy.validatesDomainName = false
    #expect(try await code(session(policy, authority: root), server.url + "/json") != [200])
    policy.pinnedPublicKeyDigests = [try digest(identity.certificate)]
    #expect(try await code(session(policy, authority: root), server.url + "/json") == [200])
    #expect(server.counts.requests == 3)
  }

  @Test(arguments: [SecurityPolicy.PinningMode.publicKey, .certificate])
  func `row 94: under a wrong pin no byte of the request arrives`(
    mode: SecurityPolicy.PinningMode
  ) async throws {
    let root = try CertificateAuthority.shared
    let server = try await FixtureServer.start(.tls(root.issue(.server())))
    let stranger = try CertificateAuthority.selfSigned(.server()).certificate.der
    let session = session(.init(pinning: mode, to: [stranger]), authority: root)
    let request = SessionRequest(url: try URI(server.url + "/json"))
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
    #expect(error.code.rawValue == -1202)
    #expect(
      error.message
        == "The certificate for this server is invalid. You might be connecting to a server that "
        + "is pretending to be \u{201C}127.0.0.1\u{201D} which could put your confidential "
        + "information at risk."
    )
    #expect(error.domain == .url)
    #expect(error.failingURL == server.url + "/json")
    #expect((error.underlyingErrors.first as? CurlError)?.code == .trustRejected)
    #expect(server.counts.requests == 0)
    #expect(server.counts.plainBytesReceived == 0)
    // A task is refused alike, and its hooks hear of no answer.
    let heard = Collected<Int>()
    session.updateEvents {
      $0.didReceiveResponse = { _, response in
        heard.append(response.status)
        return .allow
      }
    }
    let result = await finished {
      (completion: @escaping @Sendable (DataResponse<[UInt8]>) -> Void) in
      session.dataTask(with: request, serializer: HTTPResponseSerializer(), completion: completion)
    }
    #expect(result.error?.message == error.message)
    #expect(heard.all.isEmpty)
    #expect(server.counts.plainBytesReceived == 0)
  }

  @Test
  func `row 95: pins are checked on kept connections and resumed sessions`() async throws {
    let root = try CertificateAuthority.shared
    let server = try await FixtureServer.start(.tls(root.issue(.server())))
    let stranger = try CertificateAuthority.selfSigned(.server()).certificate.der
    let loop = TransferLoop()
    let plain = session(nil, authority: root, loop: loop)
    let right = session(
      .init(pinning: .publicKey, to: [root.certificate.der]),
      authority: root,
      loop: loop
    )
    let wrong = session(.init(pinning: .publicKey, to: [stranger]), authority: root, loop: loop)
    let url = server.url + "/json"
    #expect(try await code(plain, url) == [200])
    #expect(try await code(wrong, url).first == -1202)
    #expect(try await code(right, url) == [200])
    #expect(try await code(wrong, url).first == -1202)
  }

  @Test(arguments: [FixtureTLS.Version.tls12, .tls13])
  func `row 95: pins are checked on a kept connection whose session was resumed`(
    version: FixtureTLS.Version
  ) async throws {
    let root = try CertificateAuthority.shared
    var options = FixtureOptions()
    var tls = FixtureTLS(identity: try root.issue(.server()))
    tls.maximumVersion = version
    options.security = .tls(tls)
    let server = try await FixtureServer.start(options)
    let stranger = try CertificateAuthority.selfSigned(.server()).certificate.der
    let loop = TransferLoop()
    let plain = session(nil, authority: root, loop: loop)
    let url = server.url + "/json"
    #expect(try await code(plain, url) == [200])
    server.closeConnections()
    try await server.wait { $0.connectionsOpen == 0 }
    #expect(try await code(plain, url) == [200])
    var asking = SessionRequest(url: try URI(url))
    asking.collectsTLSFacts = true
    let hop = try #require(try await plain.data(for: asking).metrics.hops.first)
    #expect(hop.transfer.reusedConnection)
    #expect(hop.tls?.isResumed == true, "the test needs a resumed session")
    for mode in [SecurityPolicy.PinningMode.publicKey, .certificate] {
      let right = session(
        .init(pinning: mode, to: [root.certificate.der]),
        authority: root,
        loop: loop
      )
      #expect(try await code(right, url) == [200])
    }
    #expect(server.counts.connectionsAccepted == 2)
    let requests = server.counts.requests
    let wrong = session(.init(pinning: .publicKey, to: [stranger]), authority: root, loop: loop)
    #expect(try await code(wrong, url).first == -1202)
    #expect(server.counts.requests == requests)
    #expect(server.counts.connectionsAccepted == 2)
  }

  @Test
  func `row 96: a manager without a secure base takes no pins`() throws {
    let session = session(.init(pinning: .publicKey, to: [[1]]), authority: try .shared)
    for base in [nil, "http://h/"] {
      let error = #expect(throws: SessionError.self) {
        try HTTPSessionManager(baseURL: base, session: session)
      }
      #expect(
        error?.message
          == "Invalid Security Policy: A security policy configured with "
          + "`AFSSLPinningModePublicKey` can only be applied on a manager with a secure base URL "
          + "(i.e. https)"
      )
    }
    #expect(throws: Never.self) { try HTTPSessionManager(baseURL: "https://h/", session: session) }
  }

  @Test
  func `row 97: an untrusted server is -1202 with the finer code beneath`() async throws {
    let root = try CertificateAuthority.shared
    let other = try CertificateAuthority(name: "Unknown Root")
    let requests: [(CertificateIdentity, Int)] = [
      (try root.issue(.server().expired), -1201), (try root.issue(.server().notYetValid), -1204),
      (try other.issue(.server()), -1203), (try root.issue(.server(["x.test"], addresses: [])), 0),
    ]
    for (identity, finer) in requests {
      let server = try await FixtureServer.start(.tls(identity))
      #expect(
        try await code(session(nil, authority: root), server.url + "/json") == [-1202, finer]
      )
      #expect(server.counts.requests == 0)
    }
  }

  @Test
  func `certificates are in the metrics, if asked for`() async throws {
    let root = try CertificateAuthority.shared
    let identity = try root.issue(.server())
    let server = try await FixtureServer.start(.tls(identity))
    let session = session(nil, authority: root)
    var request = SessionRequest(url: try URI(server.url + "/json"))
    #expect(try await session.data(for: request).metrics.hops.first?.tls == nil)
    request.collectsTLSFacts = true
    for _ in 0..<2 {
      let facts = try #require(try await session.data(for: request).metrics.hops.first?.tls)
      #expect(facts.peerChain.first == identity.certificate.der)
      #expect(facts.protocolVersion == "TLSv1.3")
    }
  }

  @Test
  func `a self-signed server is believed when its key is pinned and that is allowed`() async throws
  {
    let identity = try CertificateAuthority.selfSigned(.server())
    let server = try await FixtureServer.start(.tls(identity))
    var policy = SecurityPolicy(pinning: .publicKey, to: [identity.certificate.der])
    #expect(
      try await code(session(policy, authority: .shared), server.url + "/json").first == -1202
    )
    policy.allowsInvalidCertificates = true
    #expect(try await code(session(policy, authority: .shared), server.url + "/json") == [200])
  }
}
