import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `options` of requests against real servers.
@Suite(.timeLimit(.minutes(5))) struct RequestOptionTests {
  private func run(
    _ options: String,
    _ rest: String = "",
    url: String = "/json",
    base: String,
    in folder: TemporaryFolder? = nil
  ) async throws -> EngineRun {
    let text = """
      steps:
        - step: it
          GET: "\(url)"
          options: { \(options) }
          \(rest)
      """
    return try await EngineRun(scenario: text, base: base, in: folder)
  }

  @Test(arguments: [
    ("timeout: 200ms", "/fault/stallBeforeHead", "timeout"),
    ("timeout: 300ms", "/delay/5000", "timeout"),
    ("idle-timeout: 200ms", "/fault/stallBeforeHead", "timeout"),
    ("max-body: 100", "/bytes/1000", "any"), ("timeout: 5s", "/fault/resetBeforeHead", "reset"),
  ])
  func `a transfer that breaks a limit errors as it should`(
    options: String,
    url: String,
    kind: String
  ) async throws {
    let server = try await FixtureServer.start()
    let expected = try await run(options, "expect: { error: \(kind) }", url: url, base: server.url)
    #expect(expected.hasPassed, "\(expected.problems)")
    let bare = try await run(options, url: url, base: server.url)
    #expect(bare.outcomes == [.errored])
    await server.stop()
  }

  @Test(arguments: ["connect", "any"])
  func `nobody at a port is an error of connecting`(kind: String) async throws {
    let nobody = try PortOfNobody()
    let run = try await run(
      "timeout: 5s",
      "expect: { error: \(kind) }",
      base: "http://127.0.0.1:\(nobody.port)"
    )
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: ["tls", "timeout", "dns", "reset"])
  func `another error than the one expected fails`(kind: String) async throws {
    let nobody = try PortOfNobody()
    let run = try await run(
      "timeout: 5s",
      "expect: { error: \(kind) }",
      base: "http://127.0.0.1:\(nobody.port)"
    )
    #expect(run.outcomes == [.failed])
    #expect(
      run.problems.contains("expected the transfer to fail with \(kind), got connect"),
      "\(run.problems)"
    )
  }

  @Test func `a name that nobody has is an error of name lookup`() async throws {
    let run = try await run(
      "timeout: 20s",
      "expect: { error: dns }",
      base: "http://no-such-host.invalid"
    )
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test func `a response where an error was expected fails`() async throws {
    let server = try await FixtureServer.start()
    let run = try await run("timeout: 5s", "expect: { error: any }", base: server.url)
    #expect(run.outcomes == [.failed])
    #expect(run.problems.contains("expected the transfer to fail (any), got OK (200)"))
    await server.stop()
  }

  @Test func `resolve leads one request elsewhere and no other`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - GET: http://api.test:\(server.port)/json
          options: { resolve: "api.test:\(server.port):127.0.0.1" }
          expect: { ip: 127.0.0.1 }
        - GET: http://api.test:\(server.port)/json
          options: { timeout: 20s }
          expect: { error: dns }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("Host") } == ["api.test:\(server.port)"])
    await server.stop()
  }

  @Test(arguments: [
    "api.test:8443:localhost:PORT", "api.test:8443:127.0.0.1:PORT", "::127.0.0.1:PORT",
    "API.test::localhost:PORT", ":8443:127.0.0.1:PORT",
  ])
  func `connect-to leads to another host and port, and the names stay the first ones`(
    place: String
  ) async throws {
    let authority = try CertificateAuthority.shared
    let identity = try authority.issue(.server(["api.test"], addresses: []))
    let server = try await FixtureServer.start(.tls(identity))
    let folder = try TemporaryFolder("connect")
    try folder.write(authority.certificate.pem, to: "ca.pem")
    let there = place.replacing("PORT", with: "\(server.port)")
    let run = try await run(
      "ip: 4, tls: { ca: ca.pem }, connect-to: [\"other.test:1:127.0.0.1:1\", \"\(there)\"]",
      "expect: { ip: 127.0.0.1, certificate: { subject: { contains: api.test } } }",
      base: "https://api.test:8443",
      in: folder
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("Host") } == ["api.test:8443"])
    await server.stop()
  }

  @Test func `resolve gives the address of the host that connect-to leads to`() async throws {
    let server = try await FixtureServer.start()
    let run = try await run(
      "connect-to: \"a.test:80:b.test:\(server.port)\", resolve: \"b.test:\(server.port):127.0.0.1\"",
      base: "http://a.test"
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("Host") } == ["a.test"])
    await server.stop()
  }

  @Test(arguments: [
    ("/a/../b/./c", "/a/../b/./c", "/b/c"), ("/..", "/..", "/"),
    ("x/../y?p=../z", "/x/../y?p=../z", "/y?p=../z"),
    ("/a/%2e%2e/b", "/a/%2e%2e/b", "/a/%2e%2e/b"), ("/${v}/../b", "/%2E%2E/../b", "/b"),
    ("BASE/a/../b", "/a/../b", "/b"), ("/${raw(v)}/b", "/../b", "/b"),
  ])
  func `dot segments go on the wire only when asked for`(
    url: String,
    asIs: String,
    usual: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    for base in ["base: BASE\n", url.hasPrefix("BASE") ? "" : "base: BASE\n"] {
      let text = """
        scenario: one
        \(base)variables: { v: .. }
        steps:
          - { GET: "\(url)", options: { path-as-is: true } }
          - { GET: "\(url)" }
        """
      let run = try await EngineRun(["one.scenario.yaml": text], base: server.url)
      #expect(run.hasPassed, "\(run.problems)")
      #expect(server.requests.suffix(2).map(\.target) == [asIs, usual])
    }
    await server.stop()
  }

  @Test(arguments: [
    ("true", "deflate, gzip, br, zstd", true), ("false", nil as String?, false),
    ("accept", "deflate, gzip, br, zstd", false), ("decode", nil, true),
  ])
  func `compressed bodies are asked for and decoded apart`(
    option: String,
    field: String?,
    isDecoded: Bool
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await run(
      "compressed: \(option)",
      "expect: { \(isDecoded ? "json: { $: { type: object } }" : "bytes: { starts-with: 1f8b }") }",
      url: "/gzip",
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("Accept-Encoding") } == [field])
    if !isDecoded {
      let json = try await self.run(
        "compressed: \(option)",
        "expect: { json: { $: { type: object } } }",
        url: "/gzip",
        base: server.url
      )
      #expect(json.outcomes == [.failed], "\(json.problems)")
    }
    await server.stop()
  }

  @Test func `a rate below the body's length takes its time`() async throws {
    let server = try await FixtureServer.start()
    let slow = try await run(
      "limit-rate: 10KiB",
      "expect: { time: { gt: 900ms } }",
      url: "/bytes/30000",
      base: server.url
    )
    #expect(slow.hasPassed, "\(slow.problems)")
    await server.stop()
  }

  @Test func `a rate holds after a name that has no address`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - GET: http://nowhere.invalid/
          options: { proxy: none }
          expect: { error: dns }
        - step: it
          GET: /bytes/3000
          options: { limit-rate: 10KiB }
          expect: { bytes: { length: 3000 } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: [("same-origin", false), ("any", true)])
  func `credentials follow a redirect to another host only when asked`(
    option: String,
    isSent: Bool
  ) async throws {
    let other = try await FixtureServer.start()
    let server = try await FixtureServer.start { _ in .redirect(other.url + "/echo") }
    let run = try await run(
      "redirect-credentials: \(option), follow-redirects: true",
      "auth: { basic: { user: ada, password: lovelace } }\n    cookies: { a: b }",
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    let sent = try #require(other.requests.first)
    #expect((sent.header("Authorization") != nil) == isSent)
    #expect((sent.header("Cookie") == "a=b") == isSent)
    #expect(server.requests.first?.header("Authorization") != nil)
    await server.stop()
    await other.stop()
  }

  @Test func `a unix socket takes the place of any host, its path relative to the file`()
    async throws
  {
    let folder = try TemporaryFolder("unix")
    var options = FixtureOptions()
    options.address = .unix(folder.path("api.sock"))
    let server = try await FixtureServer.start(options)
    for path in ["api.sock", folder.path("api.sock")] {
      let run = try await run(
        "unix-socket: \(path)",
        base: "http://shop.example",
        in: folder
      )
      #expect(run.hasPassed, "\(run.problems)")
    }
    let none = try await run(
      "unix-socket: none.sock",
      "expect: { error: connect }",
      base: "http://shop.example",
      in: folder
    )
    #expect(none.hasPassed, "\(none.problems)")
    await server.stop()
  }

  @Test func `a proxy is asked with the whole URL`() async throws {
    let proxy = try await FixtureServer.start { _ in .json("{\"from\": \"proxy\"}") }
    let run = try await run(
      "proxy: \"\(proxy.url)\"",
      "expect: { json: { $.from: proxy } }",
      url: "/orders?a=b",
      base: "http://shop.example"
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(proxy.requests.map(\.target) == ["http://shop.example/orders?a=b"])
    await proxy.stop()
  }

  @Test(arguments: [("4", FixtureOptions.Address.loopback), ("6", .loopback6)])
  func `ip chooses the version of the Internet Protocol`(
    version: String,
    address: FixtureOptions.Address
  ) async throws {
    var options = FixtureOptions()
    options.address = address
    let server = try await FixtureServer.start(options)
    let run = try await run(
      "ip: \(version)",
      "expect: { ip: { contains: \"\(version == "4" ? "." : ":")\" } }",
      base: server.url(host: "localhost")
    )
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: [("1.0", "1.0"), ("1.1", "1.1")])
  func `http chooses the version of HTTP`(option: String, version: String) async throws {
    let server = try await FixtureServer.start()
    let run = try await run("http: \(option)", base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map(\.version) == ["HTTP/\(version)"])
    await server.stop()
  }

  @Test func `HTTP/2 is spoken from the first byte when asked for`() async throws {
    var options = FixtureOptions()
    options.protocols = .http2
    let server = try await FixtureServer.start(options)
    let run = try await run("http: 2-prior-knowledge", "expect: { http: 2 }", base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }

  @Test func `HTTP/3 is a clear error where it cannot be had`() async throws {
    let plain = try await FixtureServer.start()
    let clear = try await run("http: 3", base: plain.url)
    #expect(clear.outcomes == [.errored])
    #expect(clear.problems.contains("HTTP/3 needs an https URL"), "\(clear.problems)")
    #expect(plain.counts.connectionsAccepted == 0)
    await plain.stop()
    // Over TLS either the library lacks it, or this server, which speaks older versions alone.
    let secure = try await FixtureServer.start(.tls(CertificateAuthority.shared.issue(.server())))
    let encrypted = try await run("http: 3, tls: { insecure: true }", base: secure.url)
    #expect(encrypted.outcomes == [.errored])
    #expect(encrypted.problems.contains("HTTP/3"), "\(encrypted.problems)")
    #expect(secure.counts.requests == 0)
    await secure.stop()
  }

  @Test func `the user agent is what the option says`() async throws {
    let server = try await FixtureServer.start()
    let run = try await run("user-agent: shop-tests/1.0", base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("User-Agent") } == ["shop-tests/1.0"])
    await server.stop()
  }

  @Test func `a body of exactly the limit is taken, of more it errors with what to do`()
    async throws
  {
    let server = try await FixtureServer.start()
    let fits = try await run("max-body: 1KB", url: "/bytes/1000", base: server.url)
    #expect(fits.hasPassed, "\(fits.problems)")
    let more = try await run("max-body: 1KB", url: "/bytes/1001", base: server.url)
    guard case .errored(let fault) = more.step("it")?.result else {
      Issue.record("\(more.problems)")
      return
    }
    #expect(fault.kind == .bodyTooLarge && fault.hint?.contains("max-body") == true)
    await server.stop()
  }

  @Test(arguments: [
    ("timeout: 5", "5"), ("ip: 5", "5"), ("http: 4", "4"), ("resolve: a:b", "host:port:address"),
    ("max-body: big", "big"), ("timeuot: 5s", "timeout"),
    ("follow-redirects: some", "true or false"),
    ("connect-to: a:b", "host:port:host:port"), ("connect-to: [\"a:0:b:1\"]", "a:0:b:1"),
    ("connect-to: \"a:1:b:65536\"", "host:port:host:port"), ("connect-to: \"a:1:[b:1\"", "[b:1"),
    ("limit-rate: 0", "at least 1B a second"), ("limit-rate: \"${'0B'}\"", "at least 1B a second"),
    ("limit-rate: fast", "not a size"), ("redirect-credentials: all", "same-origin, any"),
    ("path-as-is: maybe", "true or false"), ("compressed: gzip", "accept"),
    ("no-proxy: \"a, b\"", "expected a host"), ("no-proxy: [\"http://a\"]", "expected a host"),
    ("no-proxy: [\"\"]", "expected a host"),
    ("netrc: none.netrc", "there is no file \"none.netrc\""),
    ("netrc: /etc/hostname", "outside the project's folder"), ("netrc: true", "HOME is not set"),
    ("netrc: [a]", "netrc"),
  ])
  func `a mistake in an option is told with its place`(
    options: String,
    part: String
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await run(options, base: server.url)
    let text = String(describing: run.diagnostics) + run.problems
    #expect(text.contains(part), "\(text)")
    #expect(server.counts.requests == 0)
    await server.stop()
  }
}
