import CurlTransport
import SessionCore
import TestSupport
import Testing

/// What the error of a server that is not trusted tells of its certificates.
@Suite(.timeLimit(.minutes(5))) struct PeerChainTests {
  private func error(
    _ server: FixtureServer,
    _ configuration: SessionConfiguration
  ) async throws -> SessionError {
    let session = URLSessionManager(configuration: configuration, loop: TransferLoop())
    let request = SessionRequest(url: try URI(server.url + "/json"))
    return try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
  }

  @Test
  func `a server whose root is not known is refused with its chain`() async throws {
    let middle = try CertificateAuthority(name: "Nobody").intermediate()
    let identity = try middle.issue(.server())
    let server = try await FixtureServer.start(.tls(identity))
    let error = try await error(server, SessionConfiguration())
    #expect(error.code == .serverCertificateUntrusted)
    #expect(error.peerChain == [identity.certificate.der, middle.certificate.der])
    // A policy judges it alike.
    let trust = ServerTrust(sentChain: error.peerChain, anchors: [])
    #expect(!SecurityPolicy().evaluate(trust, domain: "127.0.0.1"))
  }

  @Test
  func `a server for another name is refused with its chain`() async throws {
    let root = try CertificateAuthority.shared
    var request = CertificateRequest.server()
    request.dnsNames = ["other.test"]
    request.addresses = []
    let identity = try root.issue(request)
    let server = try await FixtureServer.start(.tls(identity))
    var configuration = SessionConfiguration()
    configuration.transport.tls.certificateAuthorities = .file(root.certificateFile)
    let error = try await error(server, configuration)
    #expect(error.code == .serverCertificateUntrusted)
    #expect(error.peerChain.first == identity.certificate.der)
    let trust = ServerTrust(sentChain: error.peerChain, anchors: [root.certificate.der])
    #expect(SecurityPolicy().evaluate(trust, domain: "other.test"))
    #expect(!SecurityPolicy().evaluate(trust, domain: "127.0.0.1"))
  }

  @Test(arguments: [SecurityPolicy.PinningMode.publicKey, .certificate])
  func `a server that a pin refuses is told with its chain`(
    mode: SecurityPolicy.PinningMode
  ) async throws {
    let root = try CertificateAuthority.shared
    let identity = try root.issue(.server())
    let server = try await FixtureServer.start(.tls(identity))
    var configuration = SessionConfiguration()
    configuration.transport.tls.certificateAuthorities = .file(root.certificateFile)
    let stranger = try CertificateAuthority.selfSigned(.server()).certificate.der
    configuration.securityPolicy = SecurityPolicy(pinning: mode, to: [stranger])
    let error = try await error(server, configuration)
    #expect(error.code == .serverCertificateUntrusted)
    #expect(error.peerChain.first == identity.certificate.der)
  }

  @Test
  func `other errors have no chain, and a damaged chain is not believed`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let request = SessionRequest(url: try URI(server.url + "/fault/closeBeforeHead"))
    let lost = try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
    #expect(lost.peerChain.isEmpty)
    let damaged = ServerTrust(sentChain: [[1, 2, 3]], anchors: [])
    #expect(!SecurityPolicy().evaluate(damaged, domain: nil))
    #expect(!SecurityPolicy().evaluate(ServerTrust(sentChain: [], anchors: []), domain: nil))
  }
}
