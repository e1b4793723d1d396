import Diagnostics
import Engine
import Foundation
import RunEvents
import TestSupport
import Testing

/// `options.tls` and `expect.certificate` against real TLS.
@Suite(.timeLimit(.minutes(5))) struct TLSOptionTests {
  /// A folder with the certificates of an authority, and a server that shows one of them.
  private struct Fixture {
    let folder: TemporaryFolder
    let server: FixtureServer
    let identity: CertificateIdentity

    /// Made once, for each takes a moment.
    private static let identities = Result {
      let authority = try CertificateAuthority.shared
      return (
        server: try authority.issue(.server(["localhost", "api.test"])),
        stranger: try CertificateAuthority.selfSigned(.server()).certificate,
        client: try authority.issue(.client("ada"))
      )
    }

    init(
      _ request: CertificateRequest? = nil,
      change: (inout FixtureTLS) -> Void = { _ in }
    ) async throws {
      let authority = try CertificateAuthority.shared
      let own = try Self.identities.get()
      identity = try request.map { try authority.issue($0) } ?? own.server
      folder = try TemporaryFolder("tls")
      try folder.write(authority.certificate.pem, to: "ca.pem")
      try folder.write(identity.certificate.pem, to: "server.pem")
      try folder.write(identity.certificate.der, to: "server.der")
      try folder.write(own.stranger.pem, to: "stranger.pem")
      try folder.write("no certificate", to: "empty.pem")
      try folder.write(own.client.certificate.pem, to: "client.pem")
      try folder.write(own.client.keyPEM, to: "client.key")
      var tls = FixtureTLS(identity: identity)
      change(&tls)
      var options = FixtureOptions()
      options.security = .tls(tls)
      server = try await FixtureServer.start(options)
    }

    func run(tls: String, _ rest: String = "") async throws -> EngineRun {
      let text = """
        steps:
          - step: it
            GET: /json
            options: { tls: \(tls) }
            \(rest)
        """
      return try await EngineRun(scenario: text, base: server.url, in: folder)
    }
  }

  @Test(arguments: [
    ("{ ca: ca.pem }", ""), ("{ insecure: true }", ""),
    ("{ ca: ca.pem, pin: { certificates: server.pem } }", ""),
    ("{ ca: ca.pem, pin: { certificates: [stranger.pem, ca.pem] } }", ""),
    ("{ ca: ca.pem, pin: { public-keys: [server.der] } }", ""),
    ("{ insecure: true, pin: { public-keys: server.pem } }", ""),
    ("{ ca: ca.pem, min: \"1.3\" }", ""), ("{ ca: ca.pem, max: 1.2 }", ""),
    ("{ ca: stranger.pem }", "expect: { error: tls }"), ("{}", "expect: { error: tls }"),
    ("{ ca: ca.pem, pin: { certificates: stranger.pem } }", "expect: { error: tls }"),
    ("{ ca: ca.pem, pin: { public-keys: stranger.pem } }", "expect: { error: tls }"),
    ("{ insecure: true, pin: { public-keys: stranger.pem } }", "expect: { error: tls }"),
    ("{ ca: ca.pem, pin: { public-keys: stranger.pem } }", "expect: { error: any }"),
  ])
  func `servers are believed or not as the options say`(
    tls: String,
    rest: String
  ) async throws {
    let fixture = try await Fixture()
    let run = try await fixture.run(tls: tls, rest)
    #expect(run.hasPassed, "\(tls): \(run.problems)")
    // Under a wrong pin no byte of the request arrives.
    #expect(fixture.server.counts.requests == (rest.isEmpty ? 1 : 0))
  }

  @Test func `a public key can be pinned without its certificate`() async throws {
    let fixture = try await Fixture()
    try OpenSSLCommand.run(
      ["x509", "-in", "server.pem", "-noout", "-pubkey", "-out", "key.pem"],
      in: fixture.folder.path
    )
    let run = try await fixture.run(tls: "{ ca: ca.pem, pin: { public-keys: key.pem } }")
    #expect(run.hasPassed, "\(run.problems)")
    let other = try await fixture.run(tls: "{ ca: ca.pem, pin: { certificates: key.pem } }")
    #expect(other.problems.contains("holds no certificate"), "\(other.problems)")
  }

  @Test func `a public key can be pinned by its SHA-256 as curl has it`() async throws {
    let fixture = try await Fixture()
    let script =
      "openssl x509 -in server.pem -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64"
    var shell = CommandRunner("/bin/sh")
    shell.folder = fixture.folder.path
    let output = try await shell.run(["-c", script]).outputText
    let pin = "sha256//" + output.split(whereSeparator: \.isWhitespace).joined()
    let stranger = "sha256//" + String(repeating: "A", count: 43) + "="
    for pins in ["\"\(pin)\"", "[\"\(stranger)\", \"\(pin)\"]", "[stranger.pem, \"\(pin)\"]"] {
      let run = try await fixture.run(tls: "{ ca: ca.pem, pin: { public-keys: \(pins) } }")
      #expect(run.hasPassed, "\(run.problems)")
    }
    let other = try await fixture.run(
      tls: "{ ca: ca.pem, pin: { public-keys: \"\(stranger)\" } }",
      "expect: { error: tls }"
    )
    #expect(other.hasPassed, "\(other.problems)")
    #expect(fixture.server.counts.requests == 3)
  }

  @Test func `a client shows its certificate when it has one`() async throws {
    let authority = try CertificateAuthority.shared
    let fixture = try await Fixture { $0.clientAuthority = [authority.certificate] }
    let with = try await fixture.run(
      tls: "{ ca: ca.pem, certificate: client.pem, key: client.key }"
    )
    #expect(with.hasPassed, "\(with.problems)")
    let without = try await fixture.run(tls: "{ ca: ca.pem }", "expect: { error: any }")
    #expect(without.hasPassed, "\(without.problems)")
    try OpenSSLCommand.run(
      ["pkey", "-in", "client.key", "-aes256", "-passout", "pass:open sesame"]
        + ["-out", "locked.key"],
      in: fixture.folder.path
    )
    let locked = "ca: ca.pem, certificate: client.pem, key: locked.key"
    let right = try await fixture.run(tls: "{ \(locked), key-password: open sesame }")
    #expect(right.hasPassed, "\(right.problems)")
    // A connection that stands would be used again.
    fixture.server.closeConnections()
    try await fixture.server.wait { $0.connectionsOpen == 0 }
    let wrong = try await fixture.run(tls: "{ \(locked), key-password: shut sesame }")
    #expect(wrong.outcomes == [.errored])
  }

  @Test(arguments: [
    (FixtureTLS.Version.tls12, "{ ca: ca.pem, min: \"1.3\" }"),
    (.tls13, "{ ca: ca.pem, max: \"1.2\" }"),
  ])
  func `a version that the server does not speak is an error of TLS`(
    version: FixtureTLS.Version,
    tls: String
  ) async throws {
    let fixture = try await Fixture {
      $0.minimumVersion = version
      $0.maximumVersion = version
    }
    let run = try await fixture.run(tls: tls, "expect: { error: tls }")
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: [
    ("{ ca: missing.pem }", "there is no file \"missing.pem\""),
    ("{ ca: /etc/passwd }", "outside the project's folder"),
    ("{ pin: { certificates: ../x.pem } }", "no file"),
    ("{ pin: { certificates: empty.pem } }", "holds no certificate"),
    ("{ pin: { public-keys: empty.pem } }", "and no public key"),
    ("{ pin: { certificates: ca.pem, public-keys: ca.pem } }", "either certificates or"),
    ("{ pin: {} }", "either certificates or public-keys"),
    ("{ pin: { public-keys: sha256//abc } }", "is no SHA-256 of a public key"),
    ("{ pin: { public-keys: [ca.pem, \"sha256//AAAA\"] } }", "is no SHA-256 of a public key"),
    ("{ pin: { certificates: sha256//AAAA } }", "no file"),
    ("{ pin: { keys: a.pem } }", "keys"), ("{ pin: server.pem }", "pin"),
    ("{ min: \"1.4\" }", "1.4"), ("{ insecure: maybe }", "insecure"), ("{ cert: a.pem }", "cert"),
  ])
  func `a mistake has its place`(tls: String, part: String) async throws {
    let fixture = try await Fixture()
    let run = try await fixture.run(tls: tls)
    #expect(run.problems.contains(part), "\(run.problems)")
    #expect(fixture.server.counts.requests == 0)
    var lines = run.diagnostics.compactMap { $0.range?.start.line }
    for report in run.steps {
      if case .errored(let fault) = report.result, let range = fault.range {
        lines.append(range.start.line)
      }
    }
    #expect(lines.contains(6), "\(lines)")
  }

  @Test(arguments: [
    ("subject: { contains: CN=localhost }", true), ("subject: CN=other", false),
    ("issuer: { matches: 'Fixture Root' }", true), ("issuer: { contains: Somebody }", false),
    ("expires: { after: now }", true), ("expires: { before: now }", false),
    ("expires: { format: date-time, after: now }", true),
    ("alternative-names: { any: api.test }", true), ("alternative-names: { count: 4 }", true),
    ("alternative-names: { unordered: [localhost, api.test, 127.0.0.1, \"::1\"] }", true),
    ("alternative-names: { each: { ends-with: .test } }", false),
    ("alternative-names: api.test", false),
  ])
  func `the server's certificate is looked at`(matcher: String, holds: Bool) async throws {
    let fixture = try await Fixture()
    // Twice, for the second request may find the connection of the first.
    for _ in 0..<2 {
      let run = try await fixture.run(
        tls: "{ ca: ca.pem }",
        "expect: { certificate: { \(matcher) } }"
      )
      #expect(run.outcomes == [holds ? .passed : .failed], "\(run.problems)")
      if !holds { #expect(run.problems.contains("certificate \(matcher.prefix { $0 != ":" })")) }
    }
  }

  @Test func `without TLS there is no certificate, which is said`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /json, expect: { certificate: { subject: { contains: a } } } }]",
      base: server.url
    )
    #expect(run.outcomes == [.failed])
    #expect(run.problems.contains("http has no certificates, only https has"), "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: [
    (CertificateRequest.server().expired, "tls"), (.server(["other.test"], addresses: []), "tls"),
  ])
  func `a certificate that is out of date or for another host is an error of TLS`(
    request: CertificateRequest,
    kind: String
  ) async throws {
    let fixture = try await Fixture(request)
    let run = try await fixture.run(tls: "{ ca: ca.pem }", "expect: { error: \(kind) }")
    #expect(run.hasPassed, "\(run.problems)")
    let bare = try await fixture.run(tls: "{ ca: ca.pem }")
    #expect(bare.outcomes == [.errored])
  }
}
