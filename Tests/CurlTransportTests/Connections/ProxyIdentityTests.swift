import CurlTransport
import TestSupport
import Testing

/// Whose certificate is not believed: the server's, or that of a proxy spoken to over TLS.
@Suite(.timeLimit(.minutes(5))) struct ProxyIdentityTests {
  private let loop = TransferLoop()

  private func failure(of request: TransferRequest) async -> CurlError? {
    do throws(CurlError) {
      _ = try await loop.transfer(request)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["localhost", "127.0.0.1"], ["http://nobody.invalid/", "https://127.0.0.2:1/"])
  func `a proxy whose certificate is for another name is named, also by its address`(
    host: String,
    url: String
  ) async throws {
    let authority = try CertificateAuthority.shared
    let identity = try authority.issue(.server(["other.test"], addresses: ["192.0.2.1"]))
    let proxy = try await FixtureServer.start(.tls(identity))
    var request = TransferRequest(url: url)
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    request.options.proxy = .url("https://\(host):\(proxy.port)")
    let error = await failure(of: request)
    #expect(error?.code == .proxyVerificationFailed, "\(error?.message ?? "it passed")")
    #expect(error?.message == "the certificate is for other.test, 192.0.2.1, not for \(host)")
    #expect(error?.verifyResult == 62)
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `a server is named without a proxy, also by its address`(host: String) async throws {
    let authority = try CertificateAuthority.shared
    let identity = try authority.issue(.server(["other.test"], addresses: ["192.0.2.1"]))
    let server = try await FixtureServer.start(.tls(identity))
    var request = TransferRequest(url: "https://\(host):\(server.port)/")
    request.options.tls.certificateAuthorities = .file(authority.certificateFile)
    let error = await failure(of: request)
    #expect(error?.code == .peerVerificationFailed)
    #expect(error?.message == "the certificate is for other.test, 192.0.2.1, not for \(host)")
    #expect(error?.verifyResult == 62)
  }

  @Test(arguments: [(407, CurlError.Code.proxyAuthenticationRequired), (502, .proxyFailed)])
  func `a proxy that refuses a tunnel says so by its status`(
    status: Int,
    code: CurlError.Code
  ) async throws {
    let proxy = try await FixtureServer.start { _ in .status(status) }
    var request = TransferRequest(url: "https://nobody.invalid/")
    request.options.proxy = .url(proxy.url)
    let error = await failure(of: request)
    #expect(error?.code == code)
    #expect(error?.message == "CONNECT tunnel failed, response \(status)")
  }
}
