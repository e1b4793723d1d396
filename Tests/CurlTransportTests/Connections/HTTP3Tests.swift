import CurlTransport
import TestSupport
import Testing

/// HTTP/3 and nothing else, where it was asked for.
@Suite(.timeLimit(.minutes(5))) struct HTTP3Tests {
  private let loop = TransferLoop()

  private func request(_ url: String) throws -> TransferRequest {
    var request = TransferRequest(url: url)
    request.options.httpVersion = .http3
    request.options.timeout = .seconds(20)
    request.options.tls.certificateAuthorities = .file(
      try CertificateAuthority.shared.certificateFile
    )
    return request
  }

  private func failure(of request: TransferRequest) async -> CurlError? {
    do throws(CurlError) {
      _ = try await loop.transfer(request)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    .enabled(if: CurlVersion.current.hasHTTP3, "this libcurl has no HTTP/3"),
    .enabled("there is no nginx with HTTP/3") { await HTTP3Server.isThere }
  )
  func `a server that speaks HTTP/3 is spoken to in it, over one connection`() async throws {
    try await HTTP3Server.run(CertificateAuthority.shared.issue(.server())) { server in
      for number in 0..<3 {
        let response = try await loop.transfer(request(server.url + "/"))
        #expect(response.status == 200)
        #expect(response.head.version.description == "HTTP/3")
        #expect(String(decoding: response.body, as: UTF8.self) == "GET h3")
        #expect(response.metrics.connectionsOpened == (number == 0 ? 1 : 0))
      }
      // Another version stays another version.
      var older = try request(server.url + "/")
      older.options.httpVersion = .http11
      let response = try await loop.transfer(older)
      #expect(response.head.version.description == "HTTP/1.1")
    }
  }

  @Test(
    .enabled(if: CurlVersion.current.hasHTTP3, "this libcurl has no HTTP/3"),
    .enabled("there is no nginx with HTTP/3") { await HTTP3Server.isThere }
  )
  func `a server that is not believed gets no request by HTTP/3 either`() async throws {
    let authority = try CertificateAuthority.shared
    let other = try authority.issue(.server(["other.test"], addresses: []))
    try await HTTP3Server.run(other) { server in
      let named = await failure(of: try request(server.url + "/"))
      #expect(named?.code == .peerVerificationFailed, "\(named?.message ?? "it passed")")
      var distrusting = try request(server.url + "/")
      distrusting.options.tls.insecure = true
      #expect(await failure(of: distrusting) == nil)
      distrusting.options.tls.trust = TrustEvaluation { _ in .reject("no") }
      #expect(await failure(of: distrusting)?.code == .trustRejected)
    }
    try await HTTP3Server.run(authority.issue(.server())) { server in
      var unknown = try request(server.url + "/")
      unknown.options.tls.certificateAuthorities = .system
      let error = await failure(of: unknown)
      #expect(error?.code == .peerVerificationFailed, "\(error?.message ?? "it passed")")
    }
  }

  @Test(.enabled(if: CurlVersion.current.hasHTTP3, "this libcurl has no HTTP/3"))
  func `a server without HTTP/3 is an error and no older version is spoken`() async throws {
    let authority = try CertificateAuthority.shared
    let server = try await FixtureServer.start(.tls(authority.issue(.server())))
    let error = await failure(of: try request(server.url(host: "127.0.0.1") + "/json"))
    #expect(error?.code == .couldNotConnect || error?.code == .quicConnectFailed)
    #expect(error?.message.hasPrefix("no connection for HTTP/3 could be made: ") == true)
    #expect(server.counts.requests == 0)
  }

  @Test func `HTTP/3 without TLS is an error before anything is sent`() async throws {
    let server = try await FixtureServer.start()
    let error = await failure(of: try request(server.url + "/json"))
    #expect(error?.code == .unsupported)
    #expect(error?.message == "HTTP/3 needs an https URL, got '\(server.url)/json'")
    #expect(server.counts.connectionsAccepted == 0)
  }
}
