import Documents
import TestSupport
import Testing

/// Secrets in all that a run tells.
@Suite(.timeLimit(.minutes(5))) struct SecretTests {
  private static let secret = #"p@ss/"w&<ö?\ 1"#
  private static let listed = "listed+value=9"

  private static let scenario = #"""
    steps:
      - step: everywhere
        continue: true
        POST: /echo/${secret.key}?k=${secret.key}
        query: { q: "${secret.key}", listed: "${secret.LISTED}" }
        headers: { X-Key: "${url_encode(secret.key)}" }
        auth: { basic: { user: ada, password: "${secret.key}" } }
        json: { key: "${secret.key}" }
        expect:
          headers: { X-Nothing: "${secret.key}" }
          json: { $.target: "${secret.key}" }
          that: ["${response.json.target == secret.key}"]
      - step: in a form
        continue: true
        POST: /status/500
        form: { key: "${secret.key}" }
      - step: captured by a step that fails
        continue: true
        GET: /token
        expect: { json: { $.ok: true } }
        capture: { token: { json: $.token, secret: true } }
      - step: sent on
        continue: true
        GET: /status/500
        auth: { bearer: "${token}" }
      - log: "the key is ${secret.key}"
      - set: { copy: "${secret.key}" }
      - step: not reachable
        GET: http://nope.invalid/${secret.key}
    """#

  @Test(arguments: [[], ["--verbose"]])
  func `no secret is in any output`(options: [String]) async throws {
    let standard = FixtureRoutes.standard
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/token": return .json(#"{"token": "tok-very-secret-1", "ok": false}"#)
      case "/status/500": return await standard.answer(request)
      default:
        let echo: JSONValue = [
          "target": .string(request.target), "body": .string(request.text),
          "headers": .array(request.headerLines.map { .string($0) }),
        ]
        return .json(echo.serializedText())
      }
    }
    var project = try CommandProject(base: server.url, scenario: Self.scenario)
    try project.folder.write("secrets: [LISTED]\n", to: "curlew.yaml")
    project.environment["LISTED"] = Self.listed
    let ending = try await project.run(
      ["run", ".", "--secret", "key=\(Self.secret)", "--report", "junit=junit.xml"] + options
    )
    #expect(ending.status == 1, "\(ending.all)")
    // What was sent was not masked.
    let sent = try #require(server.requests.first)
    #expect(sent.text == #"{"key":"p@ss/\"w&<ö?\\ 1"}"#)
    #expect(sent.queryValue("q") == Self.secret)
    #expect(sent.queryValue("listed") == Self.listed)
    let bearer = server.requests.compactMap { $0.header("Authorization") }.last
    #expect(bearer == "Bearer tok-very-secret-1")
    let junit = try project.junit().text
    for text in [ending.all, junit] {
      #expect(text.contains("•••"))
      for leak in [
        "p@ss", "p%40ss", "P%40SS", "cEBzcy8id", "BAc3MvI", "w&<", "w&amp;&lt;", "%22w", "tok-very",
        "listed+value", "listed%2Bvalue",
      ] {
        let lines = text.split(separator: "\n").filter { $0.contains(leak) }
        #expect(lines.isEmpty, "\(leak): \(lines)")
      }
    }
    await server.stop()
  }

  @Test func `a secret in a data row is not in its label`() async throws {
    var project = try CommandProject([
      "curlew.yaml": "secrets: [LISTED]\n",
      "a.scenario.yaml": "scenario: a\ncases: [{ n: \(Self.listed) }]\nsteps:\n  - log: x\n",
    ])
    project.environment["LISTED"] = Self.listed
    for options in [["--report", "junit=-"], [], ["--dry-run"]] {
      let ending = try await project.run(["run", "."] + options)
      #expect(ending.status == 0, "\(ending.all)")
      #expect(ending.output.contains("[•••]") && !ending.all.contains(Self.listed))
    }
  }

  @Test func `a variable among the secrets is warned about`() async throws {
    var project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps:\n  - log: x\n"])
    project.environment["LISTED"] = Self.listed
    for (variables, advice) in [
      ("{ token: \"${env.LISTED}\" }", "write secrets: [LISTED]"),
      ("{ token: abc }", "write token: ${secret.token}"),
      ("{ token: \"${env.token ?? 'abc'}\" }", nil), ("{ token: \"${secret.token}\" }", nil),
      ("{ tokens: abc }", nil),
    ] {
      try project.folder.write("secrets: [token]\nvariables: \(variables)\n", to: "curlew.yaml")
      let ending = try await project.run("check", ".")
      #expect(ending.status == 0, "\(ending.all)")
      #expect(ending.all.contains("curlew.yaml:1:11: warning:") == (advice != nil), "\(ending.all)")
      if let advice { #expect(ending.all.contains(advice), "\(ending.all)") }
    }
  }

  @Test func `a secret that is too short is warned about`() async throws {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps:\n  - log: x1y\n"])
    let ending = try await project.run("run", ".", "--secret", "key=1")
    #expect(ending.status == 0)
    #expect(ending.errors.contains("key") && ending.errors.contains("not masked"))
  }

  @Test(arguments: [("12345", true), ("123456", false), ("", false), (nil, false)])
  func `a secret of the project that is too short is warned about`(
    value: String?,
    isWarnedOf: Bool
  ) async throws {
    var project = try CommandProject([
      "curlew.yaml": "secrets: [PIN]\n",
      "a.scenario.yaml": "scenario: a\nsteps:\n  - log: \"pin ${secret.PIN ?? 'none'}\"\n",
    ])
    project.environment["PIN"] = value
    let ending = try await project.run("run", ".")
    #expect(ending.status == 0, "\(ending.all)")
    let warning = """
      curlew.yaml:1:11: warning: the secret PIN is shorter than 6 characters and is not masked
      """
    #expect(ending.all.contains(warning) == isWarnedOf, "\(ending.all)")
  }

  @Test func `a captured secret that is too short is hidden and warned about`() async throws {
    let server = try await FixtureServer.start { _ in .json(#"{"pin": "1234"}"#) }
    let project = try CommandProject([
      "a.scenario.yaml": """
      scenario: a
      base: \(server.url)
      steps:
        - GET: /pin
          capture: { pin: { json: $.pin, secret: true } }
        - log: next
          capture: { logged: { value: "${pin}", secret: true } }
        - assert: ${pin != ''}
          capture: { asserted: { value: "${pin}", secret: true } }
        - exec: [echo, "1"]
          capture: { printed: { value: "${stdout}", secret: true } }
      """
    ])
    let ending = try await project.run("run", ".", "--allow-exec", "--report", "json=report.json")
    #expect(ending.status == 0, "\(ending.all)")
    let report = try project.folder.readText("report.json")
    #expect(report.ranges(of: #""value":"•••""#).count == 4, "\(report)")
    #expect(!report.contains(#""value":"1234""#), "\(report)")
    for name in ["pin", "logged", "asserted", "printed"] {
      let warning = "the secret \(name) is shorter than 6 characters and is not masked"
      #expect(report.contains(warning), "\(report)")
    }
  }

  @Test func `a secret that a message of a schema cuts is masked`() async throws {
    let secret = String(repeating: "s3cr3t-", count: 30)
    let server = try await FixtureServer.start { _ in .json(#"{"token": "\#(secret)"}"#) }
    let project = try CommandProject(
      base: server.url,
      scenario: """
        steps:
          - GET: /
            expect: { json: { $: { schema: { properties: { token: { maxLength: 3 } } } } } }
        """
    )
    let ending = try await project.run("run", ".", "--secret", "token=\(secret)")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.output.contains("at most 3 characters"), "\(ending.all)")
    #expect(!ending.all.contains("s3cr3t-s3cr3t"), "\(ending.all)")
    await server.stop()
  }
}
