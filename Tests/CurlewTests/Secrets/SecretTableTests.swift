import Documents
import TestSupport
import Testing

/// Every way into a run for a secret, every place that a request has for it, and all that a run tells, in all spellings.
@Suite(.timeLimit(.minutes(5))) struct SecretTableTests {
  /// Ways in: a listed variable, `--secret`, `CURLEW_SECRET_`, a capture.
  private static let ways = ["listed", "option", "variable", "token"]

  private static func steps(_ name: String, _ expression: String) -> String {
    let s = "${\(expression)}"
    return """

        - step: \(name) in URL, query and header
          continue: true
          POST: /echo/\(s)?a=\(s)
          query: { q: "\(s)" }
          headers: { X-Key: "${base64(\(expression))}", X-Url: "${url_encode(\(expression))}" }
          cookies: { c: "${base64url(\(expression))}" }
          auth: { basic: { user: ada, password: "\(s)" } }
          json: { key: "\(s)" }
          expect:
            status: 201
            headers: { X-Nothing: "${url_encode(\(expression))}" }
        - step: \(name) in assertions
          continue: true
          POST: /echo
          json: { key: "\(s)" }
          expect:
            json: { $.body: "\(s)", equals: { key: "\(s)" }, partial: { other: "\(s)" } }
            text: { matches: '^nothing' }
            that: ["${response.json.body == \(expression)}"]
        - { step: \(name) form, continue: true, POST: /echo, form: { key: "\(s)" }, expect: { status: 500 } }
        - { step: \(name) xml, continue: true, POST: /echo, xml: "<a>\(s)</a>", expect: { status: 500 } }
        - { step: \(name) text, continue: true, POST: /echo, text: "\(s)", expect: { text: "\(s)" } }
        - { step: \(name) plist, continue: true, POST: /echo, plist: { key: "\(s)" }, expect: { status: 500 } }
        - { step: \(name) multipart, continue: true, POST: /echo, multipart: { key: "\(s)" }, expect: { status: 500 } }
        - { step: \(name) base64, continue: true, POST: /echo, base64: "${base64('a' + \(expression))}", expect: { status: 500 } }
        - { step: \(name) json in json, continue: true, POST: /quiet, json: { key: "${to_json(\(expression))}" }, expect: { status: 500 } }
        - { step: \(name) error, continue: true, GET: "http://nope.invalid/${url_encode(\(expression))}" }
        - { step: \(name) output, continue: true, exec: [printf, "%s\\\\n", "\(s)"], capture: { shown: "${stdout}" } }
        - { step: \(name) failing command, continue: true, exec: [sh, -c, 'printf %s "$1" >&2; exit 3', x, "\(s)"] }
        - { step: \(name) log, continue: true, log: "it is \(s) and ${base64(\(expression))}" }
        - step: \(name) asserted
          continue: true
          assert: ["${\(expression) == 'x'}", { value: "\(s)", equals: x }, "\(s)"]
        - step: \(name) tried
          continue: true
          retry: { attempts: 2, every: 1ms }
          steps: [{ POST: /echo, text: "\(s)", expect: { text: "\(s)x" } }]
        - { step: \(name) set, continue: true, set: { copy: "\(s)" } }
      """
  }

  private static let scenario = """
    steps:
      - GET: /token
        capture: { token: { json: $.token, secret: true } }
    """

  /// What the echo breaks, with its value in what is said of it; the paths with secrets are not documented.
  private static let contract = """
    openapi: 3.1.0
    info: { title: Echo, version: "1" }
    paths:
      /echo:
        post:
          parameters:
            - { name: q, in: query, schema: { type: string, enum: [a], maxLength: 1 } }
          responses:
            "200":
              description: The request.
              content:
                application/json: { schema: { properties: { body: { type: string, maxLength: 1 } } } }
    """

  @Test(arguments: [[], ["--verbose"], ["--curl"], ["--quiet"]])
  func `no secret is in anything that a run tells`(options: [String]) async throws {
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/token":
        let token: JSONValue = ["token": .string(MarkedSecret.text("token"))]
        return .json(token.serializedText())
      case "/quiet": return .json("{}")
      case _:
        let echo: JSONValue = [
          "target": .string(request.target), "body": .string(request.text),
          "headers": .array(request.headerLines.map { .string($0) }),
        ]
        return .json(echo.serializedText())
      }
    }
    let expressions = [
      "listed": "secret.listed", "option": "secret.option", "variable": "secret.variable",
      "token": "token",
    ]
    var text = Self.scenario
    for way in Self.ways { text += Self.steps(way, expressions[way] ?? way) }
    var project = try CommandProject(base: server.url, scenario: text + "\n")
    try project.folder.write(
      """
      secrets: [listed]
      contracts: [{ openapi: api.yaml, undocumented: warn, responses: warn }]

      """,
      to: "curlew.yaml"
    )
    try project.folder.write(Self.contract, to: "api.yaml")
    project.environment["listed"] = MarkedSecret.text("listed")
    project.environment["CURLEW_SECRET_variable"] = MarkedSecret.text("variable")
    var arguments = [
      "run", ".", "--allow-exec", "--secret", "option=\(MarkedSecret.text("option"))",
    ]
    let kinds = [
      "junit", "json", "html", "tap", "markdown", "github", "events", "har", "coverage",
      "coverage-markdown",
    ]
    for kind in kinds { arguments += ["--report", "\(kind)=report.\(kind)"] }
    let ending = try await project.run(arguments + options)
    #expect(ending.status == 1, "\(ending.all)")
    // What was sent was not masked, in each of the ways.
    for way in Self.ways {
      let sent = server.requests.map(\.text)
      let escaped = MarkedSecret.text(way).replacing("&", with: "&amp;").replacing(
        "<",
        with: "&lt;"
      )
      #expect(sent.contains { $0.contains(escaped) }, "\(way): \(sent)")
      #expect(sent.contains(MarkedSecret.text(way)), "\(way)")
    }
    var texts = ["console": ending.all]
    for kind in kinds { texts[kind] = try project.folder.readText("report.\(kind)") }
    for (kind, text) in texts {
      #expect(text.contains("•••") || text.contains(#"\u2022"#), "\(kind)")
      for way in Self.ways {
        for (leak, lines) in MarkedSecret.lines(of: text, with: MarkedSecret.leaks(way)) {
          #expect(lines.isEmpty, "\(kind): \(leak) in \(lines.prefix(2).map { $0.prefix(400) })")
        }
      }
    }
    await server.stop()
  }
}
