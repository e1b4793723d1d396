import Documents
import TestSupport
import Testing

/// Every way into a run of `.hurl` files for a secret, every place that an entry has for it, and all that a run tells, in all spellings.
@Suite(.timeLimit(.minutes(5))) struct HurlSecretTests {
  private static func server() async throws -> FixtureServer {
    try await FixtureServer.start { request in
      if request.path == "/token" {
        let token: JSONValue = ["token": .string(MarkedSecret.text("token"))]
        return .json(token.serializedText())
      }
      let echo: JSONValue = [
        "target": .string(request.target), "body": .string(request.text),
        "headers": .array(request.headerLines.map { .string($0) }),
      ]
      return .json(echo.serializedText())
    }
  }

  private static func capture(_ url: String) -> String {
    """
    GET \(url)/token
    HTTP 200
    [Captures]
    token: jsonpath "$.token" redact

    """
  }

  /// An entry for each place that a secret may stand in; all but the first end red.
  private static func entries(_ name: String, _ url: String) -> [String] {
    let s = "{{\(name)}}"
    return [
      "POST \(url)/echo\n```\n\(s)\n```\nHTTP 200\n",
      "POST \(url)/echo/\(s)?a=\(s)\nHTTP 500\n",
      "POST \(url)/echo\n[Query]\nq: \(s)\n[Cookies]\nc: x\nHTTP 500\n",
      "POST \(url)/echo\n[BasicAuth]\nada: \(s)\nHTTP 500\n",
      "POST \(url)/echo\n[Options]\nuser: ada:\(s)\nHTTP 500\n",
      "POST \(url)/echo\n[Form]\nkey: \(s)\nHTTP 500\n",
      "POST \(url)/echo\n[Multipart]\nkey: \(s)\nHTTP 500\n",
      "POST \(url)/echo\n<a>\(s)</a>\nHTTP 500\n",
      "POST \(url)/echo\n`\(s)`\nHTTP 200\n`\(s)`\n",
      "POST \(url)/echo\n```\n\(s)\n```\nHTTP 200\n[Asserts]\njsonpath \"$.body\" not contains \"\(s)\"\n",
      "POST \(url)/echo\n```\n\(s)\n```\nHTTP 200\n[Asserts]\njsonpath \"$.body\" urlEncode == \"\(s)\"\n",
      "POST \(url)/echo\nHTTP 200\n[Asserts]\nvariable \"\(name)\" == \"x\"\n",
      "POST \(url)/echo\nHTTP 200\n[Asserts]\nvariable \"\(name)\" utf8Encode base64Encode == \"x\"\n",
      "POST http://nope.invalid/\(s)\nHTTP 200\n",
    ]
  }

  private static func expectNoLeaks(
    _ texts: [String: String],
    of names: [String],
    _ place: SourceLocation = #_sourceLocation
  ) {
    for (kind, text) in texts {
      #expect(
        text.contains("•••") || text.contains(#"\u2022"#),
        "\(kind)",
        sourceLocation: place
      )
      for name in names {
        for (leak, lines) in MarkedSecret.lines(of: text, with: MarkedSecret.leaks(name)) {
          #expect(
            lines.isEmpty,
            "\(kind): \(leak) in \(lines.prefix(2).map { $0.prefix(400) })",
            sourceLocation: place
          )
        }
      }
    }
  }

  @Test(arguments: [[], ["--verbose"], ["--curl"], ["--quiet"]])
  func `no secret is in anything that curlew run tells`(options: [String]) async throws {
    let server = try await Self.server()
    var project = try CommandProject([:])
    // A file of its own for each entry, for an entry that fails ends its file.
    for name in ["option", "variable", "token"] {
      for (number, entry) in Self.entries(name, server.url).enumerated() {
        let start = name == "token" ? Self.capture(server.url) : ""
        try project.folder.write(start + entry, to: "\(name)\(number).hurl")
      }
    }
    project.environment["CURLEW_SECRET_variable"] = MarkedSecret.text("variable")
    var arguments = ["run", ".", "--secret", "option=\(MarkedSecret.text("option"))"]
    let kinds = ["junit", "json", "html", "tap", "markdown", "github", "events", "har"]
    for kind in kinds { arguments += ["--report", "\(kind)=report.\(kind)"] }
    let ending = try await project.run(arguments + options)
    #expect(ending.status == 1, "\(ending.all)")
    for name in ["option", "variable", "token"] {
      #expect(server.requests.contains { $0.text.contains(MarkedSecret.text(name)) }, "\(name)")
    }
    var texts = ["console": ending.all]
    for kind in kinds { texts[kind] = try project.folder.readText("report.\(kind)") }
    Self.expectNoLeaks(texts, of: ["option", "variable", "token"])
    await server.stop()
  }

  @Test(arguments: [
    ["--test"], ["-v"], ["--very-verbose"], ["--error-format", "long"],
  ])
  func `no secret is in anything that hurl tells`(options: [String]) async throws {
    let server = try await Self.server()
    var project = try HurlProject()
    let names = ["option", "variable", "file", "token"]
    var files: [String] = []
    for name in names {
      for (number, entry) in Self.entries(name, server.url).enumerated() {
        let start = name == "token" ? Self.capture(server.url) : ""
        files.append("\(name)\(number).hurl")
        try project.folder.write(start + entry, to: files[files.count - 1])
      }
    }
    project.environment["HURL_SECRET_variable"] = MarkedSecret.text("variable")
    try project.folder.write("file=\(MarkedSecret.text("file"))\n", to: "secrets")
    var arguments = ["--secret", "option=\(MarkedSecret.text("option"))"]
    arguments += ["--secrets-file", "secrets", "--no-output", "--continue-on-error"]
    arguments += ["--report-junit", "junit.xml", "--report-tap", "report.tap"]
    arguments += ["--report-html", "html", "--report-json", "json", "--curl", "curl.txt"]
    let ending = try await project.run(arguments + options + files)
    #expect(ending.status == 4 || ending.status == 3, "\(ending.all)")
    for name in names {
      #expect(server.requests.contains { $0.text.contains(MarkedSecret.text(name)) }, "\(name)")
    }
    var texts = ["console": ending.all]
    for path in ["junit.xml", "report.tap", "html/index.html", "json/report.json", "curl.txt"] {
      texts[path] = try project.folder.readText(path)
    }
    Self.expectNoLeaks(texts, of: names)
    await server.stop()
  }
}
