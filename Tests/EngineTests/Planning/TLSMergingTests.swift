import TestSupport
import Testing

/// `options.tls` of a step lies over that of the defaults key by key.
@Suite(.timeLimit(.minutes(5))) struct TLSMergingTests {
  private struct Fixture {
    let folder: TemporaryFolder
    let server: FixtureServer

    init(_ version: FixtureTLS.Version) async throws {
      let authority = try CertificateAuthority.shared
      folder = try TemporaryFolder("tls-merging")
      try folder.write(authority.certificate.pem, to: "ca.pem")
      try folder.write(
        try CertificateAuthority.selfSigned(.server()).certificate.pem,
        to: "stranger.pem"
      )
      var tls = FixtureTLS(identity: try authority.issue(.server(["localhost"])))
      tls.minimumVersion = version
      tls.maximumVersion = version
      var options = FixtureOptions()
      options.security = .tls(tls)
      server = try await FixtureServer.start(options)
    }
  }

  @Test(arguments: [
    // Defaults of the project and of the scenario, what the step says, whether a request arrives.
    ("{ ca: ca.pem }", "{}", "{ min: 1.2 }", true),
    ("{ ca: ca.pem }", "{ min: 1.2 }", "{ max: 1.2 }", true),
    ("{ ca: stranger.pem }", "{ ca: ca.pem }", "{ min: 1.2 }", true),
    ("{ ca: ca.pem }", "{}", "{ ca: stranger.pem }", false),
    ("{ min: 1.3 }", "{}", "{ ca: ca.pem }", false),
    ("{ min: 1.3 }", "{ ca: ca.pem }", "{ min: 1.2 }", true),
  ])
  func `keys that a step leaves out are those of the defaults`(
    project: String,
    scenario: String,
    step: String,
    arrives: Bool
  ) async throws {
    let fixture = try await Fixture(.tls12)
    let run = try await EngineRun(
      [
        "curlew.yaml": "defaults: { options: { tls: \(project) } }\n",
        "s.scenario.yaml": """
        scenario: s
        base: BASE
        defaults: { options: { tls: \(scenario) } }
        steps:
          - GET: /json
            options: { tls: \(step) }
            \(arrives ? "" : "expect: { error: tls }")

        """,
      ],
      base: fixture.server.url,
      in: fixture.folder
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(fixture.server.counts.requests == (arrives ? 1 : 0))
    await fixture.server.stop()
  }
}
