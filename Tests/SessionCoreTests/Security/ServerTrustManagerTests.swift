import CurlTransport
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct ServerTrustManagerTests {
  @Test
  func `a host has its own entry, else that of the longest pattern`() {
    let trust = ServerTrustManager(evaluations: [
      "API.example.com.": .disabled, "*.example.com": .all([]),
      "*.deep.example.com": .policy(.init()), "127.0.0.1": .disabled, "::1": .disabled,
      "*.0.0.1": .disabled, "b\u{FC}cher.example": .disabled,
    ])
    #expect(trust.evaluation(for: "api.example.com") == .disabled)
    #expect(trust.evaluation(for: "www.example.com") == .all([]))
    #expect(trust.evaluation(for: "a.b.example.com") == .all([]))
    #expect(trust.evaluation(for: "a.deep.Example.com.") == .policy(.init()))
    #expect(trust.evaluation(for: "deep.example.com") == .all([]))
    #expect(trust.evaluation(for: "example.com") == nil)
    #expect(trust.evaluation(for: "notexample.com") == nil)
    #expect(trust.evaluation(for: "127.0.0.1") == .disabled)
    #expect(trust.evaluation(for: "9.0.0.1") == nil)
    #expect(trust.evaluation(for: "[::1]") == .disabled)
    #expect(trust.evaluation(for: "xn--bcher-kva.example") == .disabled)
    var changed = trust
    changed["*.EXAMPLE.com"] = nil
    #expect(changed.evaluation(for: "www.example.com") == nil)
    #expect(changed["api.example.com"] == .disabled)
  }

  /// One server that stands for two hosts.
  private struct Site {
    let server: FixtureServer
    let root: CertificateAuthority
    let leaf: [UInt8]
    let loop = TransferLoop()

    init(_ routes: FixtureRoutes = .standard) async throws {
      root = try CertificateAuthority.shared
      let identity = try root.issue(.server(["a.test", "b.test", "localhost"]))
      leaf = identity.certificate.der
      server = try await FixtureServer.start(.tls(identity), routes: routes)
    }

    func session(
      _ trust: ServerTrustManager?,
      policy: SecurityPolicy? = nil,
      knowsRoot: Bool = true
    ) -> URLSessionManager {
      var configuration = SessionConfiguration()
      configuration.serverTrust = trust
      configuration.securityPolicy = policy
      configuration.transport.connectTo = [.init(toHost: "127.0.0.1")]
      if knowsRoot {
        configuration.transport.tls.certificateAuthorities = .file(root.certificateFile)
      }
      return URLSessionManager(configuration: configuration, loop: loop)
    }

    func code(
      _ session: URLSessionManager,
      _ host: String,
      _ path: String = "/json"
    ) async throws
      -> Int
    {
      let request = SessionRequest(url: try URI(server.url(host: host) + path))
      do throws(SessionError) {
        return try await session.data(for: request).response.status
      } catch {
        #expect(error.domain == .url)
        let beneath = (error.underlying ?? error).underlyingErrors.first as? CurlError
        #expect(beneath?.code == .trustRejected || beneath?.code == .peerVerificationFailed)
        return error.code.rawValue
      }
    }
  }

  private static let stranger = Result {
    try CertificateAuthority.selfSigned(.server()).certificate.der
  }

  @Test
  func `each host has its policy, on kept connections too`() async throws {
    let site = try await Site()
    let wrong = SecurityPolicy(pinning: .publicKey, to: [try Self.stranger.get()])
    let right = SecurityPolicy(pinning: .publicKey, to: [site.leaf])
    let session = site.session(
      ServerTrustManager(evaluations: ["a.test": .policy(right), "b.test": .policy(wrong)])
    )
    // What nobody asks about opens connections that the others may take over.
    let plain = site.session(nil)
    for _ in 0..<2 {
      #expect(try await site.code(plain, "a.test") == 200)
      #expect(try await site.code(plain, "b.test") == 200)
      #expect(try await site.code(session, "a.test") == 200)
      #expect(try await site.code(session, "b.test") == -1202)
    }
    #expect(site.server.counts.requests == 6)
  }

  @Test
  func `a host without a policy is refused unless that is allowed`() async throws {
    let site = try await Site()
    var trust = ServerTrustManager(evaluations: ["a.test": .policy(.init())])
    let strict = site.session(trust)
    #expect(try await site.code(strict, "a.test") == 200)
    #expect(try await site.code(strict, "b.test") == -1202)
    #expect(site.server.counts.requests == 1)
    let request = SessionRequest(url: try URI(site.server.url(host: "b.test")))
    let error = try await sessionError { () async throws(SessionError) in
      try await strict.data(for: request)
    }
    #expect((error.underlyingErrors.first as? CurlError)?.message.contains("b.test") == true)
    trust.allHostsMustBeEvaluated = false
    #expect(try await site.code(site.session(trust), "b.test") == 200)
    let wrong = SecurityPolicy(pinning: .publicKey, to: [try Self.stranger.get()])
    #expect(try await site.code(site.session(trust, policy: wrong), "b.test") == -1202)
    #expect(try await site.code(site.session(trust, policy: wrong), "a.test") == 200)
    // Without TLS nothing can be judged.
    let open = try await FixtureServer.start()
    let plain = SessionRequest(url: try URI(open.url))
    let refused = try await sessionError { () async throws(SessionError) in
      try await strict.data(for: plain)
    }
    #expect(refused.code == .serverCertificateUntrusted)
    #expect(open.counts.requests == 0)
  }

  @Test
  func `a redirect to another host is judged by that host's policy`() async throws {
    let other = try await Site()
    let target = other.server.url(host: "b.test") + "/json"
    let site = try await Site(FixtureRoutes { _ in .redirect(target) })
    let right = SecurityPolicy(pinning: .certificate, to: [site.root.certificate.der])
    func end(_ evaluation: ServerTrustManager.Evaluation?) async throws -> Int {
      var trust = ServerTrustManager(evaluations: ["a.test": .policy(right)])
      trust["b.test"] = evaluation
      return try await site.code(site.session(trust), "a.test")
    }
    #expect(try await end(.policy(right)) == 200)
    #expect(other.server.counts.requests == 1)
    #expect(try await end(nil) == -1202)
    #expect(try await end(.all([right, .init(pinning: .publicKey, to: [])])) == -1202)
    #expect(other.server.counts.requests == 1)
  }

  @Test
  func `of several policies each must believe, and disabled believes all`() async throws {
    let site = try await Site()
    let stranger = try Self.stranger.get()
    let right = SecurityPolicy(pinning: .publicKey, to: [site.leaf])
    let wrong = SecurityPolicy(pinning: .publicKey, to: [stranger])
    var lax = right
    lax.allowsInvalidCertificates = true
    func code(
      _ evaluation: ServerTrustManager.Evaluation,
      knowsRoot: Bool = true
    ) async throws
      -> Int
    {
      let trust = ServerTrustManager(evaluations: ["localhost": evaluation])
      return try await site.code(site.session(trust, knowsRoot: knowsRoot), "localhost")
    }
    #expect(try await code(.all([right, .init()])) == 200)
    #expect(try await code(.all([right, wrong])) == -1202)
    #expect(try await code(.all([wrong, right])) == -1202)
    #expect(try await code(.all([])) == -1202)
    // A policy that allows an unknown root does not weaken the one beside it.
    #expect(try await code(.policy(lax), knowsRoot: false) == 200)
    #expect(try await code(.all([lax, .init()]), knowsRoot: false) == -1202)
    #expect(try await code(.all([.init(), lax]), knowsRoot: false) == -1202)
    #expect(try await code(.policy(.init()), knowsRoot: false) == -1202)
    #expect(try await code(.disabled, knowsRoot: false) == 200)
  }
}
