import CurlTransport
import TestSupport
import Testing

/// Which hosts are reached without the proxy.
@Suite(.timeLimit(.minutes(5))) struct ProxyExceptionTests {
  @Test(arguments: [
    (nil as [String]?, "127.0.0.1", false), ([], "127.0.0.1", false),
    (["127.0.0.1"], "127.0.0.1", true), (["127.0.0.2", "127.0.0.1"], "127.0.0.1", true),
    (["127.0.0.0/8"], "127.0.0.1", true), (["10.0.0.0/8"], "127.0.0.1", false),
    (["*"], "127.0.0.1", true), (["a.test", "*"], "127.0.0.1", true),
    (["localhost"], "localhost", true), (["host"], "localhost", false),
    (["localhost"], "127.0.0.1", false), (["test"], "a.test", true), (["a.test"], "b.test", false),
  ])
  func `a host that is excepted is asked itself`(
    exceptions: [String]?,
    host: String,
    isDirect: Bool
  ) async throws {
    let server = try await FixtureServer.start { _ in .text("server") }
    let proxy = try await FixtureServer.start { _ in .text("proxy") }
    var request = TransferRequest(url: "http://\(host):\(server.port)/")
    request.options.ipVersion = .v4
    request.options.proxy = .url(proxy.url)
    request.options.proxyExceptions = exceptions
    request.options.connectTo = [.init(host: "a.test", toHost: "127.0.0.1")]
    let loop = TransferLoop()
    let answer = try await loop.transfer(request)
    #expect(String(decoding: answer.body, as: UTF8.self) == (isDirect ? "server" : "proxy"))
    // A connection that is kept, and a handle that is used again, go by the next request's exceptions.
    request.options.proxyExceptions = isDirect ? nil : ["*"]
    if host == "127.0.0.1" {
      let other = try await loop.transfer(request)
      #expect(String(decoding: other.body, as: UTF8.self) == (isDirect ? "proxy" : "server"))
    }
    await loop.shutdown()
    await server.stop()
    await proxy.stop()
  }

  @Test func `a proxy that cannot be reached is named as one`() async throws {
    let nobody = try PortOfNobody()
    var request = TransferRequest(url: "http://127.0.0.1:1/")
    request.options.proxy = .url(nobody.url)
    for (exceptions, isNamed) in [
      (nil as [String]?, true), ([], true), (["127.0.0.1"], false), (["a.test"], false),
    ] {
      request.options.proxyExceptions = exceptions
      let sent = request
      let error = await #expect(throws: CurlError.self) {
        _ = try await TransferLoop().transfer(sent)
      }
      #expect(error?.code == .couldNotConnect)
      #expect(
        error?.message.hasPrefix("no connection to the proxy could be made: ") == isNamed,
        "\(error?.message ?? "")"
      )
    }
  }
}
