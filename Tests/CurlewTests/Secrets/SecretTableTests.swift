import Documents
import TestSupport
import Testing

/// Every way into a run for a secret, every place that a request has for it, and all that a run tells, in all spellings.
@Suite(.timeLimit(.minutes(5))) struct SecretTableTests {
  /// Letters at both ends that nothing escapes, and what each encoding spells differently between them.
  private static func secret(_ name: String) -> String { #"\#(name)Qx7/+"w&<ö?\ 1Zk9\#(name)"# }

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

  /// What must not be found: the ends of the secret, plain, and in base64 at each offset.
  private static func leaks(_ name: String) -> [String] {
    let start = "\(name)Qx7"
    let end = "Zk9\(name)"
    let encoded = (0..<3).map { offset in
      // The characters that depend on nothing around.
      let text = Base64Text.encode(Array(repeating: 0x20, count: offset) + Array(start.utf8))
      return String(text.dropFirst(offset == 0 ? 0 : offset + 1).prefix { $0 != "=" }.dropLast(1))
    }
    return [start, end] + encoded
  }

  @Test(arguments: [[], ["--verbose"], ["--curl"], ["--quiet"]])
  func `no secret is in anything that a run tells`(options: [String]) async throws {
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/token":
        let token: JSONValue = ["token": .string(Self.secret("token"))]
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
    project.environment["listed"] = Self.secret("listed")
    project.environment["CURLEW_SECRET_variable"] = Self.secret("variable")
    var arguments = ["run", ".", "--allow-exec", "--secret", "option=\(Self.secret("option"))"]
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
      let escaped = Self.secret(way).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      #expect(sent.contains { $0.contains(escaped) }, "\(way): \(sent)")
      #expect(sent.contains(Self.secret(way)), "\(way)")
    }
    var texts = ["console": ending.all]
    for kind in kinds { texts[kind] = try project.folder.readText("report.\(kind)") }
    for (kind, text) in texts {
      #expect(text.contains("•••") || text.contains(#"\u2022"#), "\(kind)")
      for way in Self.ways {
        for leak in Self.leaks(way) {
          let lines = text.split(separator: "\n").filter { $0.contains(leak) }
          #expect(lines.isEmpty, "\(kind): \(leak) in \(lines.prefix(2).map { $0.prefix(400) })")
        }
      }
    }
    await server.stop()
  }
}

/// Base64, for the test alone.
private enum Base64Text {
  static func encode(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    var index = 0
    while index + 2 < bytes.count {
      let word = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
      for shift in [18, 12, 6, 0] { text.append(digits[word >> shift & 63]) }
      index += 3
    }
    return text
  }
}
