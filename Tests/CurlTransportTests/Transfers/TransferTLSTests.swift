import CurlTransport
import Locks
import TestSupport
import Testing

struct TransferTLSTests {
  private let loop = TransferLoop()

  @Test func `a server is believed by its authority's file or text`() async throws {
    let authority = try CertificateAuthority.shared
    let server = try await FixtureServer.start(.tls(try authority.issue(.server())))
    var request = TransferRequest(url: server.url(host: "localhost") + "/json")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    let response = try await loop.transfer(request)
    #expect(response.status == 200)
    #expect(response.metrics.appConnect > 0)
    request.options.tls.certificateAuthorities = .pem(Array(authority.certificate.pem.utf8))
    #expect(try await loop.transfer(request).status == 200)
  }

  @Test func `an unknown authority, a wrong name, an old certificate are refused`() async throws {
    let authority = try CertificateAuthority.shared
    let good = try await FixtureServer.start(.tls(try authority.issue(.server())))
    var request = TransferRequest(url: good.url(host: "localhost"))
    let unknown = await failure(of: request)
    #expect(unknown?.code == .peerVerificationFailed)
    #expect(unknown?.verifyResult != 0)
    let named = try await FixtureServer.start(
      .tls(try authority.issue(.server(["other.test"], addresses: [])))
    )
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    request.url = named.url(host: "localhost")
    #expect(await failure(of: request)?.code == .peerVerificationFailed)
    let old = try await FixtureServer.start(
      .tls(try authority.issue(CertificateRequest.server().expired))
    )
    request.url = old.url(host: "localhost")
    #expect(await failure(of: request)?.code == .peerVerificationFailed)
    request.options.tls.insecure = true
    #expect(await failure(of: request) == nil)
    // What one transfer believes, the next does not.
    request.options.tls.insecure = false
    #expect(await failure(of: request)?.code == .peerVerificationFailed)
  }

  @Test func `our certificate is shown when it is asked for`() async throws {
    let authority = try CertificateAuthority.shared
    let client = try authority.issue(.client("ann"))
    let server = try await FixtureServer.start(
      FixtureOptions.tls(try authority.issue(.server()), clientAuthority: authority)
    )
    var request = TransferRequest(url: server.url(host: "localhost") + "/json")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    #expect(await failure(of: request) != nil)
    request.options.tls.certificateFile = client.certificateFile
    request.options.tls.keyFile = client.keyFile
    #expect(await failure(of: request) == nil)
    #expect(try await server.nextRequest().clientCertificate == client.certificate.der)
  }

  @Test func `HTTP 2 is negotiated by TLS`() async throws {
    let authority = try CertificateAuthority.shared
    var options = FixtureOptions.tls(try authority.issue(.server()))
    options.protocols = .http2
    let server = try await FixtureServer.start(options)
    var request = TransferRequest(url: server.url(host: "localhost") + "/json")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    #expect(try await loop.transfer(request).head.version.major == 2)
    request.options.httpVersion = .http11
    #expect(try await loop.transfer(request).head.version.major == 1)
  }

  @Test func `the trust evaluation sees a TLS session for each request, before it is sent`()
    async throws
  {
    let authority = try CertificateAuthority.shared
    let server = try await FixtureServer.start(.tls(try authority.issue(.server())))
    var request = TransferRequest(url: server.url(host: "localhost") + "/json")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    // An unpinned transfer first: its kept connection is judged as well.
    #expect(await failure(of: request) == nil)
    let seen = Locked<[String]>([])
    request.options.tls.trust = TrustEvaluation { trust in
      let hasSession = unsafe trust.tlsSession != nil
      seen.withLock { $0.append("\(trust.host) \(trust.address) \(hasSession)") }
      return .allow
    }
    #expect(await failure(of: request) == nil)
    #expect(await failure(of: request) == nil)
    #expect(seen.withLock { $0 }.allSatisfy { $0.hasPrefix("localhost ") && $0.hasSuffix(" true") })
    #expect(seen.withLock { $0.count } == 2)
    request.options.tls.trust = TrustEvaluation { _ in .reject("not this one") }
    let error = await failure(of: request)
    #expect(error?.code == .trustRejected)
    #expect(error?.message == "not this one")
    #expect(server.counts.requests == 3)
  }

  @Test(arguments: [(TransferOptions.TLS.Version.tls12, "TLSv1.2"), (.tls13, "TLSv1.3")])
  func `the versions of TLS can be bounded`(
    version: TransferOptions.TLS.Version,
    name: String
  ) async throws {
    let authority = try CertificateAuthority.shared
    let server = try await FixtureServer.start(.tls(try authority.issue(.server())))
    var request = TransferRequest(url: server.url(host: "localhost") + "/json")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    request.options.tls.minimumVersion = version
    request.options.tls.maximumVersion = version
    #expect(await failure(of: request) == nil)
    #expect(try await server.nextRequest().tlsVersion == name)
  }

  private func failure(of request: TransferRequest) async -> CurlError? {
    do throws(CurlError) {
      _ = try await loop.transfer(request)
      return nil
    } catch {
      return error
    }
  }
}
