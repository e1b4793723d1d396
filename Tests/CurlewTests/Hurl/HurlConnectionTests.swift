import Foundation
import TestSupport
import Testing

/// What Hurl's options do to connections: certificates, pins, sockets, versions, limits and redirects.
@Suite(.timeLimit(.minutes(5))) struct HurlConnectionTests {
  @Test func `a server that demands a client certificate gets that of the command line`()
    async throws
  {
    let authority = try CertificateAuthority(name: "Root of this test")
    let client = try authority.issue(.client("ada"))
    let server = try await FixtureServer.start(
      .tls(try authority.issue(.server()), clientAuthority: authority)
    ) { _ in .json("{}") }
    let project = try HurlProject(["a.hurl": "GET \(server.url)/x\nHTTP 200\n"])
    try project.folder.write(authority.certificate.pem, to: "ca.pem")
    try project.folder.write(client.certificate.pem, to: "client.pem")
    try project.folder.write(client.keyPEM, to: "client.key")
    let without = try await project.run("--cacert", "ca.pem", "a.hurl")
    #expect(without.status == 3, "\(without.all)")
    #expect(server.requests.isEmpty)
    for name in ["--cert", "-E"] {
      let with = try await project.run(
        "--cacert",
        "ca.pem",
        name,
        "client.pem",
        "--key",
        "client.key",
        "a.hurl"
      )
      #expect(with.status == 0, "\(with.all)")
    }
    #expect(server.requests.count == 2)
  }

  @Test func `a pinned key that is that of the server passes, any other does not`() async throws {
    let authority = try CertificateAuthority(name: "Root of this test")
    let identity = try authority.issue(.server())
    let other = try authority.issue(.server())
    let server = try await FixtureServer.start(.tls(identity)) { _ in .json("{}") }
    let project = try HurlProject(["a.hurl": "GET \(server.url)/x\nHTTP 200\n"])
    try project.folder.write(authority.certificate.pem, to: "ca.pem")
    try project.folder.write(identity.certificate.pem, to: "own.pem")
    try project.folder.write(other.certificate.pem, to: "other.pem")
    for (pin, status) in [("own.pem", Int32(0)), ("other.pem", 3)] {
      let ending = try await project.run("--cacert", "ca.pem", "--pinnedpubkey", pin, "a.hurl")
      #expect(ending.status == status, "\(pin): \(ending.all)")
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a unix socket takes the place of the host`() async throws {
    let project = try HurlProject(["a.hurl": "GET http://shop.example/x\nHTTP 200\n"])
    var options = FixtureOptions()
    options.address = .unix(project.folder.path("api.sock"))
    let server = try await FixtureServer.start(options) { _ in .json("{}") }
    let ending = try await project.run("--unix-socket", "api.sock", "a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
    let none = try await project.run("--unix-socket", "none.sock", "a.hurl")
    #expect(none.status == 3, "\(none.all)")
    #expect(server.requests.count == 1)
  }

  @Test func `HTTP 2 by prior knowledge fails at once where only HTTP 1 is spoken`() async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let text = "GET \(server.url)/x\n[Options]\nhttp2-prior-knowledge: true\nHTTP 200\n"
    let project = try HurlProject(["a.hurl": text])
    let ending = try await project.run("a.hurl")
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errorText.contains("error: HTTP connection\n"), "\(ending.all)")
    #expect(server.requests.isEmpty)
  }

  @Test func `HTTP 2 by prior knowledge is spoken with a server that knows it`() async throws {
    let server = try await FixtureServer.start(.http2) { _ in .json("{}") }
    let text = "GET \(server.url)/x\n[Options]\nhttp2-prior-knowledge: true\nHTTP/2 200\n"
    let ending = try await HurlProject(["a.hurl": text]).run("a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
  }

  @Test func `HTTP 3 needs TLS and says so`() async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let project = try HurlProject(["a.hurl": "GET \(server.url)/x\nHTTP 200\n"])
    let ending = try await project.run("--http3", "a.hurl")
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errorText.contains("HTTP/3"), "\(ending.all)")
    #expect(server.requests.isEmpty)
  }

  @Test func `a body that is larger than max-filesize is an error`() async throws {
    let server = try await FixtureServer.start { _ in .text(String(repeating: "a", count: 5000)) }
    let project = try HurlProject(["a.hurl": "GET \(server.url)/x\nHTTP 200\n"])
    let small = try await project.run("--max-filesize", "4999", "a.hurl")
    #expect(small.status == 3, "\(small.all)")
    let enough = try await project.run("--max-filesize", "5000", "a.hurl")
    #expect(enough.status == 0, "\(enough.all)")
  }

  @Test(arguments: [
    (["--limit-rate", "10000"], Duration.milliseconds(400)),
    (["--delay", "700ms"], .milliseconds(700)),
  ])
  func `what holds a run back does`(words: [String], least: Duration) async throws {
    let server = try await FixtureServer.start { _ in .text(String(repeating: "a", count: 20_000)) }
    let project = try HurlProject(["a.hurl": "GET \(server.url)/x\nHTTP 200\n"])
    let clock = ContinuousClock.now
    let ending = try await project.run(words + ["a.hurl"])
    #expect(ending.status == 0, "\(ending.all)")
    #expect(.now - clock >= least)
  }

  @Test(arguments: ["GET", "POST"], [300, 304, 305, 306, 399])
  func `any 3xx with a Location is followed`(method: String, status: Int) async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/hop" ? .redirect("/landed", status: status) : .json("{}")
    }
    let text = """
      \(method) \(server.url)/hop
      [Options]
      location: true
      HTTP 200
      [Asserts]
      url endsWith "/landed"
      redirects count == 1
      redirects nth 0 location endsWith "/landed"
      """
    let ending = try await HurlProject(["a.hurl": text]).run("a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(server.requests.map(\.method) == [method, method])
  }

  @Test func `a name may come from the command line`() async throws {
    let server = try await FixtureServer.start { _ in .json(#"{"id": 7}"#) }
    let text = """
      GET \(server.url)/x
      HTTP 200
      [Captures]
      {{name}}_id: jsonpath "$.id"
      [Asserts]
      variable "{{name}}_id" == 7

      GET \(server.url)/{{order_id}}
      HTTP 200
      """
    let project = try HurlProject(["a.hurl": text])
    let ending = try await project.run("--variable", "name=order", "a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(server.requests.map(\.path) == ["/x", "/7"])
    let unknown = try await project.run("a.hurl")
    #expect(unknown.status == 3, "\(unknown.all)")
    #expect(unknown.errorText.contains("must be known before the run"), "\(unknown.all)")
    #expect(server.requests.count == 2)
  }
}
