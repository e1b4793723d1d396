import Diagnostics
import Engine
import Locks
import RunEvents
import TestSupport
import Testing

/// `auth.oauth2`: the token's request goes by the step's options, and its failures say why and where.
@Suite(.timeLimit(.minutes(2))) struct OAuth2StepTests {
  private static func auth(_ url: String) -> String {
    "auth: { oauth2: { token-url: \"\(url)\", client-id: app, client-secret: s3cr3t-s3cr3t } }"
  }

  private static func scenario(_ url: String, _ options: String = "", rest: String = "") -> String {
    """
    steps:
      - step: it
        GET: /api
        \(options.isEmpty ? "" : "options: \(options)")
        \(rest)
        \(auth(url))
    """
  }

  private typealias Answer = @Sendable (FixtureRequest) async -> FixtureResponse

  private func answers(_ token: FixtureResponse) -> Answer {
    { $0.path == "/token" ? token : .json("{}") }
  }

  private static let good = FixtureResponse.json(#"{"access_token": "tok-1-tok-1"}"#)

  @Test(arguments: ["timeout: 2s", "idle-timeout: 2s, timeout: 1h"])
  func `a token's server that hangs is left when the step's time is up`(
    options: String
  ) async throws {
    let gate = Gate()
    let server = try await FixtureServer.start(answer: answers(Self.good.after([.gate(gate)])))
    let run = try await EngineRun(
      scenario: Self.scenario(server.url + "/token", "{ \(options) }"),
      base: server.url
    )
    guard case .errored(let fault) = run.step("it")?.result else {
      Issue.record("expected an error: \(run.problems)")
      return
    }
    #expect(fault.kind == .timeout)
    #expect(fault.message.hasPrefix("no token from \(server.url)/token: "), "\(fault.message)")
    #expect(fault.range?.text.hasPrefix("{ token-url:") == true, "\(fault)")
    #expect(server.requests.map(\.path) == ["/token"])
    gate.open()
    await server.stop()
  }

  @Test func `a step that waits for another's token is cut off by its own limit`() async throws {
    let gate = Gate()
    let told = Locked(0)
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/token": return Self.good.after([.gate(gate)])
      case "/told":
        // The token comes once both that cannot wait for it have been told so.
        let count = told.withLock { count in
          count += 1
          return count
        }
        if count == 2 { gate.open() }
        return .json("{}")
      case _: return .json("{}")
      }
    }
    var files: [String: String] = [:]
    for (name, limit) in [("a", "2s"), ("b", "3s"), ("c", "1h")] {
      files["\(name).scenario.yaml"] = """
        scenario: \(name)
        base: BASE
        steps:
          - timeout: \(limit)
            GET: /api
            \(Self.auth(server.url + "/token"))
        teardown: [{ GET: /told }]

        """
    }
    let run = try await EngineRun(files, base: server.url) { $0.jobs = 3 }
    #expect(run.outcomes == [.errored, .errored, .passed], "\(run.problems)")
    #expect(run.problems.contains("timeout of 2s passed"), "\(run.problems)")
    #expect(run.problems.contains("timeout of 3s passed"), "\(run.problems)")
    #expect(server.requests.count { $0.path == "/token" } <= 2)
    await server.stop()
  }

  @Test func `the token's server is believed as the options say`() async throws {
    let authority = try CertificateAuthority.shared
    let own = try authority.issue(.server(["localhost"]))
    let others = try authority.issue(.server(["localhost"]))
    var options = FixtureOptions()
    options.security = .tls(FixtureTLS(identity: others))
    let tokens = try await FixtureServer.start(options, answer: answers(Self.good))
    options.security = .tls(FixtureTLS(identity: own))
    let server = try await FixtureServer.start(options, answer: answers(Self.good))
    let plain = try await FixtureServer.start(answer: answers(Self.good))
    let folder = try TemporaryFolder("oauth")
    try folder.write(authority.certificate.pem, to: "ca.pem")
    try folder.write(own.certificate.pem, to: "own.pem")
    try folder.write(others.certificate.pem, to: "others.pem")
    func run(_ tls: String, _ base: String, tokens: FixtureServer) async throws -> EngineRun {
      try await EngineRun(
        scenario: Self.scenario(tokens.url + "/token", "{ tls: \(tls) }"),
        base: base,
        in: folder
      )
    }
    for (tls, isGood) in [
      ("{ ca: ca.pem }", true), ("{ insecure: true }", true), ("{}", false),
      ("{ ca: own.pem }", false),
    ] {
      let run = try await run(tls, plain.url, tokens: tokens)
      #expect(run.hasPassed == isGood, "\(tls): \(run.problems)")
      guard !isGood, case .errored(let fault) = run.step("it")?.result else { continue }
      #expect(fault.kind == .tls && fault.message.hasPrefix("no token from "))
    }
    let text = Self.scenario(tokens.url + "/token")
    let insecure = try await EngineRun(scenario: text, base: plain.url) { $0.insecure = true }
    #expect(insecure.hasPassed, "\(insecure.problems)")
    // A pin is for the step's own server, whatever it gives out.
    let pin = "{ ca: ca.pem, pin: { certificates: own.pem } }"
    let pinned = try await run(pin, server.url, tokens: tokens)
    #expect(pinned.hasPassed, "\(pinned.problems)")
    let wrong = "{ ca: ca.pem, pin: { certificates: others.pem } }"
    let refused = try await run(wrong, server.url, tokens: server)
    #expect(refused.outcomes == [.errored])
    #expect(refused.problems.contains("no token from "), "\(refused.problems)")
    for server in [tokens, server, plain] { await server.stop() }
  }

  @Test(arguments: [
    (FixtureResponse.status(500), "500 Internal Server Error"),
    (
      .json(#"{"error": "invalid_client", "error_description": "who is app?"}"#, status: 400),
      "400 Bad Request, invalid_client: who is app?"
    ),
    (.text("<p>", type: "text/html"), "expected JSON, got text/html"),
    (.json("{"), "the body is not JSON: "), (.json(#"{"access_token": ""}"#), "is empty"),
    (
      .json(#"{"access_token": "abc", "token_type": "mac"}"#), "a token_type other than bearer"
    ),
    (.json(#"{"access_token": "abc", "token_type": 1}"#), "a token_type other than bearer"),
  ])
  func `a token that does not come is told with its reason, at auth`(
    token: FixtureResponse,
    reason: String
  ) async throws {
    let server = try await FixtureServer.start(answer: answers(token))
    let run = try await EngineRun(
      scenario: Self.scenario(server.url + "/token"),
      base: server.url
    )
    guard case .errored(let fault) = run.step("it")?.result else {
      Issue.record("expected an error: \(run.problems)")
      return
    }
    #expect(fault.message.contains(reason), "\(fault.message)")
    #expect(fault.range?.text.hasPrefix("{ token-url:") == true, "\(fault)")
    #expect(server.counts.requests == 1)
    // What went out is shown as the request for a token, not as that of the step.
    let sent = try #require(run.step("it")?.attempts.first?.exchange?.request)
    #expect(sent.method == "POST" && sent.url == server.url + "/token" && sent.fields.isEmpty)
    await server.stop()
  }

  @Test func `an answer of any length is not taken whole for a token`() async throws {
    let server = try await FixtureServer.start { _ in
      .json(#"{"access_token": "\#(String(repeating: "x", count: 2 << 20))"}"#)
    }
    let run = try await EngineRun(
      scenario: Self.scenario(server.url + "/token"),
      base: server.url
    )
    #expect(run.problems.contains("its answer is longer than 1 MiB"), "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: ["not a url", "/tok/ok", "ftp://x/tok", "http://h:x/tok", "", "http:///x"])
  func `a token-url that is none is found before the run, at its value`(url: String) async throws {
    let run = try await EngineRun(scenario: Self.scenario(url), base: "http://127.0.0.1:1")
    let mistake = try #require(run.diagnostics.first, "\(run.problems)")
    #expect(run.diagnostics.count == 1)
    #expect(mistake.severity == .error && mistake.message.hasPrefix("token-url: "))
    #expect(mistake.range?.text == "\"\(url)\"", "\(mistake)")
    #expect(mistake.hint == "write the whole URL, as in https://id.example/token")
  }

  @Test func `a token-url that is made during the run is told at its value`() async throws {
    let run = try await EngineRun(
      scenario: "variables: { host: /tok }\n" + Self.scenario("${host}/ok"),
      base: "http://127.0.0.1:1"
    )
    guard case .errored(let fault) = run.step("it")?.result else {
      Issue.record("expected an error: \(run.problems)")
      return
    }
    #expect(fault.message == #"oauth2: token-url: expected an http or https URL, got "/tok/ok""#)
    #expect(fault.range?.text == "\"${host}/ok\"")
  }

  @Test func `fifty scenarios that ask for the same token fetch it once, by any grant`()
    async throws
  {
    let token = FixtureResponse.json(#"{"access_token": "tok-1-tok-1", "token_type": "bearer"}"#)
    let server = try await FixtureServer.start(answer: answers(token))
    let url = server.url + "/token"
    for (settings, body) in [
      ("client-secret: s3cr3t, client-auth: post", "grant_type=client_credentials&client_id=app"),
      ("grant: password, user: ada, password: lovelace", "grant_type=password&username=ada"),
      ("grant: refresh-token, refresh-token: ref", "grant_type=refresh_token&refresh_token=ref"),
    ] {
      let before = server.requests.count
      let run = try await EngineRun(
        scenario: """
          cases: { matrix: { n: "${range(1, 50)}" } }
          steps:
            - GET: /api
              auth: { oauth2: { token-url: "\(url)", client-id: app, \(settings), audience: me, parameters: { resource: [a, b], n: 1 } } }
          """,
        base: server.url
      ) { $0.jobs = 50 }
      #expect(run.hasPassed && run.outcomes.count == 50, "\(run.problems)")
      let sent = server.requests.dropFirst(before)
      let tokens = sent.filter { $0.path == "/token" }
      #expect(tokens.count == 1)
      #expect(tokens.first?.text.hasPrefix(body) == true, "\(tokens)")
      #expect(tokens.first?.text.hasSuffix("&audience=me&resource=a&resource=b&n=1") == true)
      #expect(
        sent.count { $0.header("Authorization") == "Bearer tok-1-tok-1" } == 50
      )
    }
    await server.stop()
  }

  @Test(arguments: [
    ("", "the grant client-credentials needs the key \"client-secret\"", ""),
    ("grant: password, user: ada", "the grant password needs the key \"password\"", ""),
    ("grant: refresh-token", "the grant refresh-token needs the key \"refresh-token\"", ""),
    ("client-secret: x, user: ada", "the grant client-credentials does not use user", "ada"),
    (
      "grant: password, user: u, password: p, refresh-token: r",
      "the grant password does not use refresh-token", "r"
    ),
    (
      "grant: refresh-token, refresh-token: r, client-auth: post",
      "client-auth says how client-secret is sent, and there is none", "post"
    ),
    (
      "client-secret: x, parameters: { a: 1, grant_type: x }",
      "the parameter \"grant_type\" has a key of its own", "x"
    ),
    ("grant: none, client-secret: x", "grant knows no \"none\"", "none"),
    ("client-secret: x, client-auth: header", "client-auth knows no \"header\"", "header"),
    ("client-secret: x, parameters: [a]", "parameters takes a map, got a list", "[a]"),
    ("client-secret: x, parameters: { a: { b: 1 } }", "a takes a text", "{ b: 1 }"),
    ("client-secret: x, audience: null", "audience takes a text, got null", "null"),
  ])
  func `settings that do not fit each other are found before the run`(
    settings: String,
    message: String,
    place: String
  ) async throws {
    let text = "token-url: http://127.0.0.1:1/token, client-id: app, \(settings)"
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /api, auth: { oauth2: { \(text) } } }]",
      base: "http://127.0.0.1:1"
    )
    #expect(run.diagnostics.count == 1 && run.steps.isEmpty, "\(run.problems)")
    let mistake = try #require(run.diagnostics.first)
    #expect(mistake.message.hasPrefix(message), "\(mistake.message)")
    #expect(place.isEmpty || mistake.range?.text == place, "\(mistake)")
  }

  @Test(arguments: [
    ("nope", "grant: expected one of client-credentials, password, refresh-token, got \"nope\""),
    ("password", "the grant password needs the key \"user\""),
  ])
  func `settings that are computed are looked at when they are known`(
    grant: String,
    message: String
  ) async throws {
    let run = try await EngineRun(
      scenario: """
        variables: { grant: \(grant) }
        steps:
          - step: it
            GET: /api
            auth: { oauth2: { token-url: http://127.0.0.1:1/token, client-id: app, grant: "${grant}" } }
        """,
      base: "http://127.0.0.1:1"
    )
    guard case .errored(let fault) = run.step("it")?.result else {
      Issue.record("expected an error: \(run.problems)")
      return
    }
    #expect(fault.message == "oauth2: \(message)")
  }
}
