import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// Mistakes in `options`, above all in `tls` and `proxy`, which are no failures of a transfer.
@Suite(.timeLimit(.minutes(5))) struct TLSMistakeTests {
  /// A folder with certificates and keys of all kinds, and a server that demands the client's.
  private struct Fixture {
    let folder: TemporaryFolder
    let server: FixtureServer

    init() async throws {
      let authority = try CertificateAuthority.shared
      let client = try authority.issue(.client("ada"))
      folder = try TemporaryFolder("tls")
      let locked = try client.keyPEM(lockedWith: "open sesame")
      try folder.write(authority.certificate.pem, to: "ca.pem")
      try folder.write(authority.certificate.der, to: "ca.der")
      try folder.write(client.certificate.pem, to: "cli.pem")
      try folder.write(client.certificate.der, to: "cli.der")
      try folder.write(client.keyPEM, to: "cli.key")
      try folder.write(locked, to: "cli.p8")
      try folder.write(client.certificate.pem + locked, to: "both.pem")
      try folder.write(client.certificate.pem + client.keyPEM, to: "open.pem")
      try folder.write(try authority.issue(.client("bob")).keyPEM, to: "bob.key")
      try folder.write("what is this", to: "garbage")
      let damaged = authority.certificate.pem.replacing("MII", with: "M!!")
      try folder.write(damaged, to: "damaged.pem")
      server = try await FixtureServer.start(
        .tls(try authority.issue(.server()), clientAuthority: authority)
      )
    }

    func run(_ options: String, _ rest: String = "") async throws -> EngineRun {
      let text = """
        steps:
          - step: it
            GET: /json
            options: { \(options) }
            \(rest)
        """
      return try await EngineRun(scenario: text, base: server.url, in: folder)
    }
  }

  @Test(arguments: [
    "certificate: cli.pem, key: cli.key", "certificate: open.pem",
    "certificate: cli.pem, key: cli.p8, key-password: open sesame",
    "certificate: both.pem, key-password: open sesame",
    "certificate: cli.pem, key: cli.key, key-password: not needed",
  ])
  func `certificates and keys that fit are shown`(tls: String) async throws {
    let fixture = try await Fixture()
    for authority in ["ca.pem", "ca.der"] {
      let run = try await fixture.run("tls: { ca: \(authority), \(tls) }")
      #expect(run.hasPassed, "\(run.problems)")
    }
  }

  /// More than OpenSSL takes.
  private static let tooLong = String(repeating: "a", count: 5000)

  @Test(arguments: [
    ("ca: garbage", "garbage", "holds no certificate"),
    ("ca: cli.key", "cli.key", "holds no certificate"),
    ("ca: damaged.pem", "damaged.pem", "cannot be read"),
    ("certificate: cli.pem, key: cli.p8", "cli.p8", "is encrypted"),
    ("certificate: both.pem", "both.pem", "is encrypted"),
    ("certificate: cli.pem, key: cli.p8, key-password: shut", "shut", "does not open"),
    ("certificate: both.pem, key-password: shut", "shut", "does not open"),
    ("certificate: both.pem, key-password: \(tooLong)", tooLong, "does not open"),
    ("certificate: cli.pem, key: garbage", "garbage", "no private key"),
    ("certificate: cli.pem, key: bob.key", "bob.key", "is not that of the certificate"),
    ("certificate: cli.pem", "cli.pem", "no private key"),
    ("certificate: cli.der, key: cli.key", "cli.der", "is not in PEM"),
    ("certificate: garbage, key: cli.key", "garbage", "holds no certificate"),
  ])
  func `a file that cannot be used is a mistake at its place, whatever error is expected`(
    tls: String,
    place: String,
    words: String
  ) async throws {
    let fixture = try await Fixture()
    for error in ["tls", "any"] {
      let run = try await fixture.run("tls: { \(tls) }", "expect: { error: \(error) }")
      #expect(run.outcomes == [.errored], "\(run.problems)")
      guard case .errored(let fault) = run.steps.last?.result else {
        Issue.record("\(run.problems)")
        return
      }
      #expect(fault.kind == .request)
      #expect(fault.range?.text == place)
      #expect(fault.message.contains(words), "\(fault.message)")
    }
    #expect(fixture.server.counts.connectionsAccepted == 0)
  }

  @Test func `a mistake in the key shows although a connection stands`() async throws {
    let fixture = try await Fixture()
    let wrong = ["key: cli.p8, key-password: shut", "key: bob.key", "key: garbage", "key: cli.p8"]
    let steps = wrong.map { key in
      """
        - GET: /json
          continue: true
          options: { tls: { ca: ca.pem, certificate: cli.pem, \(key) } }
      """
    }
    let text = """
      steps:
        - GET: /json
          options: { tls: { ca: ca.pem, certificate: cli.pem, key: cli.p8, key-password: open sesame } }
      \(steps.joined(separator: "\n"))
      """
    let run = try await EngineRun(scenario: text, base: fixture.server.url, in: fixture.folder)
    #expect(run.steps.map(\.result.word) == ["passed"] + wrong.map { _ in "errored" })
  }

  @Test(arguments: [
    ("tls: { min: \"1.3\", max: \"1.2\" }", "\"1.3\"", "min (1.3) is newer than max (1.2)"),
    ("tls: { key: cli.key }", "cli.key", "key is of no use without certificate"),
    ("tls: { key-password: x }", "x", "key-password is of no use without certificate"),
    ("proxy: \"not a proxy\"", "\"not a proxy\"", "expected the URL of a proxy"),
    ("proxy: ftp://x:1", "ftp://x:1", "\"ftp\" is no scheme of a proxy"),
    ("proxy: http://x:99999", "http://x:99999", "\"99999\" is no port"),
    ("proxy: \"http://u:p@:1\"", "\"http://u:p@:1\"", "\"\" is no host"),
    ("rate: 5", "5", "expected a rate"),
    ("tls: { pin: {} }", "{}", "pin takes either certificates or public-keys"),
    ("tls: { pin: { certificates: [] } }", "{ certificates: [] }", "pin needs at least one file"),
    ("resolve: api.example", "api.example", "expected host:port:address"),
    ("connect-to: [a:1:b:2, \"a:1:b\"]", "\"a:1:b\"", "expected host:port:host:port"),
    ("no-proxy: [a, \"http://b\"]", "\"http://b\"", "expected a host"),
    ("limit-rate: 0", "0", "expected at least 1B a second"),
    ("tls: { pin: { public-keys: sha256//abc } }", "{ public-keys: sha256//abc }", "no SHA-256"),
    ("location-trusted: true", "location-trusted", "unknown key"),
  ])
  func `what is wrong in itself is found before anything is sent`(
    options: String,
    place: String,
    words: String
  ) async throws {
    let fixture = try await Fixture()
    let run = try await fixture.run(options, "expect: { error: any }")
    #expect(run.diagnostics.count == 1)
    #expect(run.diagnostics.first?.message.contains(words) == true, "\(run.problems)")
    #expect(run.diagnostics.first?.range?.text == place)
    // The same from an expression shows when the step runs.
    let isProxy = options.hasPrefix("proxy")
    guard isProxy else { return }
    let value = options.dropFirst("proxy: ".count).filter { $0 != "\"" }
    let late = try await fixture.run("proxy: \"${'\(value)'}\"", "expect: { error: any }")
    #expect(late.outcomes == [.errored])
    guard case .errored(let fault) = late.steps.last?.result else { return }
    #expect(fault.kind == .request)
    #expect(fault.message.contains(words), "\(fault.message)")
  }

  @Test func `what defaults and a step give together is looked at`() async throws {
    let fixture = try await Fixture()
    let text = """
      defaults: { options: { tls: { ca: ca.pem, certificate: cli.pem, key: cli.p8, max: "1.2" } } }
      steps:
        - { GET: /json, options: { tls: { key-password: open sesame } } }
      """
    let run = try await EngineRun(scenario: text, base: fixture.server.url, in: fixture.folder)
    #expect(run.hasPassed, "\(run.problems)")
    let wrong = text.replacing("key-password: open sesame", with: "min: \"1.3\"")
    let other = try await EngineRun(scenario: wrong, base: fixture.server.url, in: fixture.folder)
    #expect(other.diagnostics.map(\.message) == ["tls: min (1.3) is newer than max (1.2)"])
  }

  @Test(arguments: [
    "127.0.0.1:PORT", "HTTP://127.0.0.1:PORT", "http://u:p@127.0.0.1:PORT/", "none", "\"\"",
  ])
  func `addresses that libcurl takes are taken`(proxy: String) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: """
        steps:
          - GET: /json
            options: { proxy: \(proxy.replacing("PORT", with: "\(server.port)")) }
        """,
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: [502, 407, 404])
  func `a proxy that makes no tunnel is an error of connecting`(status: Int) async throws {
    let proxy = try await FixtureServer.start { _ in .status(status) }
    func run(_ rest: String) async throws -> EngineRun {
      try await EngineRun(
        scenario: "steps: [{ GET: /, options: { proxy: \"\(proxy.url)\" }\(rest) }]",
        base: "https://nobody.invalid"
      )
    }
    let expected = try await run(", expect: { error: connect }")
    #expect(expected.hasPassed, "\(expected.problems)")
    let bare = try await run("")
    #expect(bare.problems.contains("response \(status)"), "\(bare.problems)")
    #expect(bare.problems.contains("user:password") == (status == 407), "\(bare.problems)")
  }

  @Test func `a proxy that hangs up is an error of connecting`() async throws {
    for steps in [[FixtureStep.reset], [.close]] {
      let proxy = try await FixtureServer.start { _ in .script(steps) }
      let run = try await EngineRun(
        scenario: """
          steps: [{ GET: /, options: { proxy: "\(proxy.url)" }, expect: { error: connect } }]
          """,
        base: "https://nobody.invalid"
      )
      #expect(run.hasPassed, "\(run.problems)")
    }
  }

  @Test func `a certificate that is demanded and missing is an error of TLS`() async throws {
    let fixture = try await Fixture()
    let run = try await fixture.run("tls: { ca: ca.pem }", "expect: { error: tls }")
    #expect(run.hasPassed, "\(run.problems)")
    let bare = try await fixture.run("tls: { ca: ca.pem }")
    #expect(bare.problems.contains("options.tls.certificate"), "\(bare.problems)")
  }

  @Test(arguments: [
    (
      "expired", "ca: ca.pem", "the server is not trusted: the certificate of localhost expired",
      "renew"
    ),
    ("other", "ca: ca.pem", "is for other.test, not for 127.0.0.1", "options.resolve"),
    ("good", "{}", "which is not known", "options.tls.ca"),
    (
      "good", "ca: ca.pem, pin: { public-keys: other.pem }", "the pinned key is not in its chain",
      "tls.pin"
    ),
    (
      "good", "ca: ca.pem, pin: { certificates: [other.pem, expired.pem] }",
      "none of the 2 pinned certificates is in its chain, which is localhost, Fixture Root",
      "tls.pin"
    ),
  ])
  func `a server that is not trusted is told of with reason and remedy`(
    identity: String,
    tls: String,
    words: String,
    hint: String
  ) async throws {
    let authority = try CertificateAuthority.shared
    let identities = [
      "expired": try authority.issue(CertificateRequest.server().expired),
      "other": try authority.issue(.server(["other.test"], addresses: [])),
      "good": try authority.issue(.server()),
    ]
    let folder = try TemporaryFolder("tls")
    try folder.write(authority.certificate.pem, to: "ca.pem")
    for (name, identity) in identities {
      try folder.write(identity.certificate.pem, to: "\(name).pem")
    }
    let server = try await FixtureServer.start(.tls(try #require(identities[identity])))
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /json, options: { tls: { \(tls == "{}" ? "" : tls) } } }]",
      base: server.url,
      in: folder
    )
    guard case .errored(let fault) = run.steps.last?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.kind == .tls)
    #expect(fault.message.contains(words), "\(fault.message)")
    #expect(fault.hint?.contains(hint) == true, "\(fault.hint ?? "none")")
  }
}
