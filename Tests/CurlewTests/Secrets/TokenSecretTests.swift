import TestSupport
import Testing

/// Tokens that a run fetches, and secrets in odd places, in all that a run tells.
@Suite(.timeLimit(.minutes(5))) struct TokenSecretTests {
  private static let kinds = [
    "junit", "json", "html", "tap", "markdown", "github", "events", "har", "coverage",
    "coverage-markdown",
  ]

  /// All that a run tells, by kind.
  private func texts(
    _ project: CommandProject,
    _ options: [String]
  ) async throws -> [String: String] {
    // A contract without operations: coverage lists every path.
    try project.folder.write(
      "contracts: [{ openapi: api.yaml, undocumented: warn }]\n",
      to: "curlew.yaml"
    )
    try project.folder.write(
      "openapi: 3.1.0\ninfo: { title: None, version: '1' }\npaths: {}\n",
      to: "api.yaml"
    )
    var arguments = ["run", ".", "--junit-output", "all"] + options
    for kind in Self.kinds { arguments += ["--report", "\(kind)=report.\(kind)"] }
    var texts = ["console": try await project.run(arguments).all]
    for kind in Self.kinds { texts[kind] = try project.folder.readText("report.\(kind)") }
    return texts
  }

  @Test(arguments: [["--verbose"], ["--curl"]])
  func `a fetched token is in nothing that a run tells`(options: [String]) async throws {
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/token":
        return .json(
          #"{"access_token": "acc/ess+tok\"en1", "refresh_token": "rfx&esh<tok2", "expires_in": 1}"#
        )
      case _:
        let token = request.header("Authorization") ?? ""
        return .json(
          #"{"got": "\#(token.replacing("\"", with: "\\\""))", "refresh": "rfx&esh<tok2"}"#
        )
      }
    }
    let project = try CommandProject(
      base: server.url,
      scenario: """
        steps:
          - step: shown
            continue: true
            GET: /echo
            auth: &auth
              oauth2: { token-url: "\(server.url)/token", client-id: app, client-secret: abc }
            capture: { got: { json: $.got } }
            expect: { json: { $.got: nothing } }
          - { step: passed, POST: "/echo/${url_encode(got)}?q=${url_encode(got)}", text: "${got}", auth: *auth }

        """
    )
    let texts = try await texts(project, options)
    // What was sent was not masked.
    #expect(
      server.requests.filter { $0.path.hasPrefix("/echo") }.map { $0.header("Authorization") }
        == Array(repeating: #"Bearer acc/ess+tok"en1"#, count: 2)
    )
    for (kind, text) in texts {
      #expect(text.contains("•••") || text.contains(#"\u2022"#), "\(kind)")
      for leak in ["acc/ess", "acc%2Fess", #"acc\/ess"#, "en1", "rfx&", "esh<", "tok2"] {
        let lines = text.split(separator: "\n").filter { $0.contains(leak) }
        #expect(lines.isEmpty, "\(kind): \(leak) in \(lines.prefix(2).map { $0.prefix(300) })")
      }
    }
    await server.stop()
  }

  @Test func `what is computed for a secret of oauth2 is in nothing that a run tells`() async throws
  {
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/register": return .json(#"{"secret": "made-up-1"}"#)
      case "/token":
        let body = request.text
        return .json(#"{"error": "no", "error_description": "not \#(body)"}"#, status: 400)
      case _: return .status(200)
      }
    }
    let project = try CommandProject(
      base: server.url,
      scenario: """
        variables: { parts: [one, two] }
        steps:
          - { GET: /register, capture: { made: { json: $.secret } } }
          - step: refused
            continue: true
            GET: /api
            auth: { oauth2: { token-url: "\(server.url)/token", client-id: app, client-secret: "${made}", client-auth: post } }
          - step: password
            GET: /api
            auth: { oauth2: { token-url: "\(server.url)/token", client-id: app, grant: password, user: ada, password: "${join(parts, '-pass-')}" } }

        """
    )
    let texts = try await texts(project, [])
    #expect(server.requests.count { $0.path == "/token" } == 2)
    for (kind, text) in texts {
      #expect(!text.contains("one-pass-two"), "\(kind)")
      #expect(!text.contains("secret=made-up-1"), "\(kind)")
    }
    #expect(texts["console"]?.contains("client_secret=•••") == true)
    #expect(texts["console"]?.contains("password=•••") == true)
    await server.stop()
  }

  @Test func `a secret in a map that is computed is in nothing that a run tells`() async throws {
    let server = try await FixtureServer.start {
      .json(#"{"got": "\#($0.header("X-Key") ?? "")"}"#)
    }
    let project = try CommandProject(
      base: server.url,
      scenario: #"""
        variables:
          good: { X-Key: "${secret.K}" }
          name: { "${secret.K} x": y }
          scheme: { "${secret.K}": y }
          value: { X-Key: { a: "${secret.K}" } }
          expected: { X-None: "${secret.K}" }
        steps:
          - { step: sent, continue: true, GET: /x, headers: "${good}", cookies: "${good}", expect: { headers: "${expected}" } }
          - { step: name, continue: true, GET: /x, headers: "${name}" }
          - { step: scheme, continue: true, GET: /x, auth: "${scheme}" }
          - { step: value, continue: true, GET: /x, cookies: "${value}" }
          - { step: matcher, continue: true, GET: /x, expect: { headers: "${value}" } }

        """#
    )
    let texts = try await texts(project, ["--verbose", "--secret", "K=hunter77wurd"])
    #expect(server.requests.first?.header("X-Key") == "hunter77wurd")
    #expect(server.requests.count == 2)
    for (kind, text) in texts {
      #expect(!text.contains("hunter") && !text.contains("wurd"), "\(kind)")
    }
    let console = try #require(texts["console"])
    for part in [
      #""••• x" is no header name"#, #"unknown scheme "•••""#, "expected a text for X-Key",
    ] {
      #expect(console.contains(part), "\(console)")
    }
    await server.stop()
  }

  @Test func `no piece of a secret is in the error of a URL, a method or a scheme`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: #"""
        steps:
          - { step: user, continue: true, GET: "http://bob:${secret.SL}@127.0.0.1:1/" }
          - { step: user alone, continue: true, GET: "http://${secret.SL}@127.0.0.1:1/" }
          - { step: scheme, continue: true, GET: "${secret.SC}@127.0.0.1/" }
          - { step: odd scheme, continue: true, GET: "${secret.SO}@127.0.0.1/" }
          - { step: host, continue: true, GET: "http://${secret.SH}/" }
          - { step: address, continue: true, GET: "http://${secret.SA}/" }
          - { step: long, continue: true, GET: "http://h:${'x'}/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa${secret.SH}" }
          - { step: wrong method, continue: true, request: { method: "${secret.SL}", url: /echo } }
          - { step: method, continue: true, request: { method: "${secret.M}", url: /echo }, expect: { status: 299 } }
          - step: header
            continue: true
            POST: /echo
            headers: { "${secret.M}": x, Content-Type: "text/${secret.M}" }
            text: x
            expect: { status: 299 }

        """#
    )
    let texts = try await texts(
      project,
      [
        "--verbose", "--secret", "SL=hunter2pass/wurd9", "--secret", "SC=hunter3:wurd8",
        "--secret", "SO=hunt_er3:wurd7", "--secret", "SH=hunter4\\wurd6", "--secret",
        "SA=[hunter5:wurd5]", "--secret", "M=HUNTERSIX",
      ]
    )
    #expect(server.requests.contains { $0.method == "HUNTERSIX" })
    for (kind, text) in texts {
      for leak in ["hunt", "wurd", "HUNT"] {
        let lines = text.split(separator: "\n").filter { $0.contains(leak) }
        #expect(lines.isEmpty, "\(kind): \(leak) in \(lines.prefix(3).map { $0.prefix(300) })")
      }
    }
    await server.stop()
  }
}
