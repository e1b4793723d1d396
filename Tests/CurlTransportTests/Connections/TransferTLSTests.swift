import CurlTransport
import Glibc
import Locks
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransferTLSTests {
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

  @Test func `an alert that we send is not the server's`() async throws {
    let authority = try CertificateAuthority.shared
    let server = try await FixtureServer.start(
      .tls(try authority.issue(.server()))
    ) { _ in
      // A record of application data that nobody encrypted.
      FixtureResponse.script([
        .sendBelowTLS([0x17, 3, 3, 0, 32] + Array(repeating: 0, count: 32)), .untilClosed,
      ])
    }
    var request = TransferRequest(url: server.url(host: "localhost"))
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    let error = await failure(of: request)
    #expect(error?.code == .receiveFailed)
    #expect(error?.message.contains("alert") == false)
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

  @Test func `nobody is asked for the password of a key`() async throws {
    let authority = try CertificateAuthority.shared
    let client = try authority.issue(.client("ann"))
    let folder = try TemporaryFolder("keys")
    let locked = try folder.write(try client.keyPEM(lockedWith: "open sesame"), to: "locked.pem")
    let server = try await FixtureServer.start(
      FixtureOptions.tls(try authority.issue(.server()), clientAuthority: authority)
    )
    var request = TransferRequest(url: server.url(host: "localhost") + "/json")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    request.options.tls.certificateFile = client.certificateFile
    request.options.tls.keyFile = locked
    // Whoever reads standard input finds the password there.
    var pipes: [Int32] = [0, 0]
    #expect(unsafe pipe(&pipes) == 0)
    let ownInput = dup(0)
    dup2(pipes[0], 0)
    let answer = Array("open sesame\n".utf8)
    #expect(unsafe write(pipes[1], answer, answer.count) == answer.count)
    let error = await failure(of: request)
    dup2(ownInput, 0)
    for descriptor in pipes + [ownInput] { close(descriptor) }
    #expect(error?.code == .badClientCertificate, "\(error?.message ?? "it passed")")
    request.options.tls.keyPassword = "open sesame"
    #expect(await failure(of: request) == nil)
  }

  @Test(arguments: ["another password", "no password", "another key", "no key"])
  func `a connection is not used by a transfer whose key could not have made it`(
    change: String
  ) async throws {
    let authority = try CertificateAuthority.shared
    let client = try authority.issue(.client("ann"))
    let folder = try TemporaryFolder("keys")
    let locked = try folder.write(try client.keyPEM(lockedWith: "open sesame"), to: "locked.pem")
    let server = try await FixtureServer.start(
      FixtureOptions.tls(try authority.issue(.server()), clientAuthority: authority)
    )
    var request = TransferRequest(url: server.url(host: "localhost") + "/json")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    request.options.tls.certificateFile = client.certificateFile
    request.options.tls.keyFile = locked
    request.options.tls.keyPassword = "open sesame"
    let right = request
    for _ in 0..<2 { #expect(await failure(of: right) == nil) }
    #expect(server.counts.connectionsAccepted == 1)
    switch change {
    case "another password": request.options.tls.keyPassword = "shut sesame"
    case "no password": request.options.tls.keyPassword = nil
    case "another key": request.options.tls.keyFile = try authority.issue(.client("bob")).keyFile
    case _: request.options.tls.keyFile = nil
    }
    // Also behind a transfer that came with the right key after the wrong one was seen.
    for _ in 0..<2 {
      #expect(await failure(of: request)?.code == .badClientCertificate)
      #expect(await failure(of: right) == nil)
    }
  }

  @Test(arguments: [FixtureOptions.Protocols.http1, .http2], [FixtureTLS.Version.tls12, .tls13])
  func `a certificate that is demanded and missing is told of`(
    protocols: FixtureOptions.Protocols,
    version: FixtureTLS.Version
  ) async throws {
    let authority = try CertificateAuthority.shared
    var tls = FixtureTLS(
      identity: try authority.issue(.server()),
      clientAuthority: [authority.certificate]
    )
    tls.maximumVersion = version
    var options = FixtureOptions()
    options.security = .tls(tls)
    options.protocols = protocols
    let server = try await FixtureServer.start(options)
    var request = TransferRequest(url: server.url(host: "localhost") + "/json")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    let error = await failure(of: request)
    #expect(error?.code == .clientCertificateRequired, "\(error?.message ?? "it passed")")
    #expect(error?.message.contains("asked for a client certificate, got none") == true)
    // One of a stranger is refused as such.
    let stranger = try CertificateAuthority.selfSigned(.client("eve"))
    request.options.tls.certificateFile = stranger.certificateFile
    request.options.tls.keyFile = stranger.keyFile
    let refused = await failure(of: request)
    #expect(refused?.code == .badClientCertificate, "\(refused?.message ?? "it passed")")
  }

  @Test func `a server that is not believed is told of with the reason`() async throws {
    let authority = try CertificateAuthority.shared
    let alone = try CertificateAuthority.selfSigned(.server())
    let cases: [(CertificateIdentity, String, Bool)] = [
      (try authority.issue(CertificateRequest.server().expired), "localhost expired on 20", true),
      (
        try authority.issue(CertificateRequest.server().notYetValid), "is not valid before 20", true
      ),
      (
        try authority.issue(.server(["other.test"], addresses: ["192.0.2.1"])),
        "is for other.test, 192.0.2.1, not for localhost", true
      ),
      (try authority.issue(.server()), "issued by CN=Fixture Root,O=Curlew Fixtures, which", false),
      (alone, "localhost is signed by itself", true),
    ]
    for (identity, words, knowsRoot) in cases {
      let server = try await FixtureServer.start(.tls(identity))
      var request = TransferRequest(url: server.url(host: "localhost") + "/json")
      let authorities = knowsRoot ? authority : try CertificateAuthority(name: "Other Root")
      request.options.tls.certificateAuthorities = .file(authorities.certificateFile)
      let error = await failure(of: request)
      #expect(error?.code == .peerVerificationFailed)
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "it passed")")
      // The same of a proxy, which is spoken to first.
      request.options.proxy = .url(server.url(host: "localhost"))
      for url in ["http://nobody.invalid/", "https://nobody.invalid/"] {
        request.url = url
        let error = await failure(of: request)
        #expect(error?.code == .proxyVerificationFailed, "\(error?.message ?? "it passed")")
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "it passed")")
      }
    }
  }

  @Test func `a wrong name is explained for a resumed session, too`() async throws {
    let authority = try CertificateAuthority.shared
    let identity = try authority.issue(.server(["other.test"], addresses: []))
    var tls = FixtureTLS(identity: identity)
    // With TLS 1.3 it is chance whether the ticket comes before libcurl has missed the name.
    tls.maximumVersion = .tls12
    var options = FixtureOptions()
    options.security = .tls(tls)
    let server = try await FixtureServer.start(options)
    var request = TransferRequest(url: server.url(host: "localhost") + "/json")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    for round in 1...4 {
      request.options.proxy = round.isMultiple(of: 2) ? .url(server.url(host: "localhost")) : .none
      let error = await failure(of: request)
      #expect(error?.message == "the certificate is for other.test, not for localhost")
      #expect(error?.verifyResult == 62)
      #expect(error?.peerChain == [identity.certificate.der])
    }
  }

  @Test func `authorities and trust without checks hold for proxies as well`() async throws {
    let authority = try CertificateAuthority.shared
    let proxy = try await FixtureServer.start(.tls(try authority.issue(.server())))
    var request = TransferRequest(url: "http://nobody.invalid/json")
    request.options.proxy = .url(proxy.url(host: "localhost"))
    #expect(await failure(of: request)?.code == .proxyVerificationFailed)
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    #expect(await failure(of: request) == nil)
    request.options.tls.certificateAuthorities = .pem(Array(authority.certificate.pem.utf8))
    #expect(await failure(of: request) == nil)
    request.options.tls.certificateAuthorities = .system
    request.options.tls.insecure = true
    #expect(await failure(of: request) == nil)
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
