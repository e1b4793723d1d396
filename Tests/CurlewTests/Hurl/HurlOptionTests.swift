import TestSupport
import Testing

/// Hurl's options, each by what it changes on the wire, for the program called as `hurl` and for `curlew run`.
@Suite(.timeLimit(.minutes(5))) struct HurlOptionTests {
  /// A command line, and what must be true of the requests that it makes a file send.
  struct Row: Sendable, CustomTestStringConvertible {
    var words: [String]
    var holds: @Sendable ([FixtureRequest]) -> Bool
    /// What is sent, to the path.
    var path = "/echo/x"
    var testDescription: String { words.joined(separator: " ") }

    init(
      _ words: String...,
      path: String = "/echo/x",
      holds: @escaping @Sendable ([FixtureRequest]) -> Bool
    ) {
      (self.words, self.path, self.holds) = (words, path, holds)
    }
  }

  static let mistakes: [([String], String)] = [
    (["--header", "none"], "--header: expected a field"),
    (["--user", "ada"], "--user: expected name:password"),
    (["--max-redirs", "x"], "--max-redirs: expected a number from -1 to 1000000"),
    (["--max-time", "soon"], "--max-time: expected a duration"),
    (["--retry", "x"], "--retry: expected a number from 0 to 1000000"),
    (["--resolve", "x"], "--resolve: expected host:port:address"),
    (["--connect-to", "x"], "--connect-to: expected host:port:host:port"),
    (["--proxy", "ftp://x"], "--proxy: \"ftp\" is no scheme of a proxy"),
    (["--limit-rate", "x"], "--limit-rate: expected a size"),
    (["--pinnedpubkey", "sha256//x"], "--pinnedpubkey: \"sha256//x\" is no SHA-256"),
    (["--error-format", "x"], "--error-format: expected short or long"),
    (["--from-entry", "0"], "--from-entry: expected the number of an entry"),
    (["--variable", "a b=1"], "\"a b\" cannot be the name of a variable"),
    (["--ntlm"], "--ntlm needs a name and a password"),
    (["--aws-sigv4", "aws:amz", "--user", "a:b"], "--aws-sigv4 needs a region and a service"),
  ]

  private static func values(_ requests: [FixtureRequest], _ name: String) -> [String] {
    requests.last?.headers.filter { $0.name.lowercased() == name }.map(\.value) ?? []
  }

  static let rows: [Row] = [
    Row("--header", "X-One: a b", "-H", "X-Two:2") {
      values($0, "x-one") == ["a b"] && values($0, "x-two") == ["2"]
    },
    Row("--header", "X-Own: again") { values($0, "x-own") == ["own", "again"] },
    Row("--header", "User-Agent: me") { values($0, "user-agent") == ["me"] },
    Row("--user-agent", "me/1") { values($0, "user-agent") == ["me/1"] },
    Row("-A", "me/2") { values($0, "user-agent") == ["me/2"] },
    Row("--user", "ada:love:lace") {
      values($0, "authorization") == ["Basic YWRhOmxvdmU6bGFjZQ=="]
    },
    Row("--compressed") { values($0, "accept-encoding").first?.contains("gzip") == true },
    Row("--http1.0") { $0.last?.version == "HTTP/1.0" },
    Row("-0") { $0.last?.version == "HTTP/1.0" },
    Row("--location", path: "/hop") { $0.map(\.path) == ["/hop", "/echo/landed"] },
    Row("-L", "--max-redirs", "-1", path: "/hop") { $0.count == 2 },
    Row("--location-trusted", path: "/hop") { $0.count == 2 },
    Row("--ipv4") { $0.count == 1 },
    Row("--path-as-is", path: "/echo/a/../b") { $0.last?.path == "/echo/a/../b" },
    Row("--max-time", "20") { $0.count == 1 },
    Row("-m", "20s", "--connect-timeout", "5") { $0.count == 1 },
    Row("--limit-rate", "100000") { $0.count == 1 },
    Row("--max-filesize", "100000") { $0.count == 1 },
    Row("--delay", "1") { $0.count == 1 },
    Row("--netrc-file", "netrc") { values($0, "authorization") == ["Basic YTpi"] },
    Row("--netrc-optional") { values($0, "authorization") == [] },
    Row("--cookie", "jar.txt") { values($0, "cookie") == ["taste=sweet"] },
    Row("-b", "jar.txt") { values($0, "cookie") == ["taste=sweet"] },
    Row("--aws-sigv4", "aws:amz:eu-central-1:s3", "--user", "k:secret-key") {
      values($0, "authorization").first?.hasPrefix("AWS4-HMAC-SHA256 Credential=k/") == true
    },
    Row("--retry", "2", "--retry-interval", "1", path: "/echo/flaky") { $0.count == 3 },
    Row("--variable", "part=with-text", path: "/echo/{{part}}") {
      $0.last?.path == "/echo/with-text"
    },
    Row("--variables-file", "variables", path: "/echo/{{from-file}}") {
      $0.last?.path == "/echo/7"
    },
    Row("--secret", "part=very-secret", path: "/echo/{{part}}") {
      $0.last?.path == "/echo/very-secret"
    },
    Row("--secrets-file", "secrets", path: "/echo/{{hidden}}") {
      $0.last?.path == "/echo/out-of-sight"
    },
    Row("--insecure") { $0.count == 1 },
    Row("--repeat", "2") { $0.count == 2 },
    Row("--test", "--parallel") { $0.count == 1 },
    Row("--noproxy", "*", "--proxy", "127.0.0.1:1") { $0.count == 1 },
    Row("--continue-on-error", "--error-format", "short", "--no-color") { $0.count == 1 },
  ]

  private func server() async throws -> FixtureServer {
    try await FixtureServer.start { request in
      switch request.path {
      case "/hop": .redirect("/echo/landed")
      case "/echo/flaky" where request.number < 2: .status(503)
      case _: .json(#"{"ok": true}"#)
      }
    }
  }

  private func files(_ url: String, _ path: String) -> [String: String] {
    [
      "a.hurl": "GET \(url)\(path)\nX-Own: own\nHTTP *\n[Asserts]\nstatus < 400\n",
      "netrc": "machine 127.0.0.1 login a password b\n",
      "jar.txt": "127.0.0.1\tFALSE\t/\tFALSE\t0\ttaste\tsweet\n",
      "variables": "# typed\nfrom-file = 7\n",
      "secrets": "hidden=out-of-sight\n",
    ]
  }

  @Test(arguments: rows)
  func `an option means the same for both programs`(row: Row) async throws {
    let server = try await server()
    let hurl = try HurlProject(files(server.url, row.path))
    let ending = try await hurl.run(row.words + ["a.hurl"])
    #expect(ending.status == 0, "\(ending.all)")
    #expect(row.holds(server.requests), "\(server.requests.map(\.headerLines))")

    let second = try await self.server()
    let project = try CommandProject(files(second.url, row.path))
    let run = try await project.run(["run", "a.hurl"] + row.words)
    #expect(run.status == 0, "\(run.all)")
    #expect(row.holds(second.requests), "\(second.requests.map(\.headerLines))")
  }

  @Test func `scenarios in YAML heed them, and what a step says itself is stronger`() async throws {
    let server = try await server()
    let project = try CommandProject(
      base: server.url,
      scenario: """
        defaults: { options: { user-agent: file } }
        steps:
          - GET: /hop
          - GET: /echo/own
            options: { user-agent: step, follow-redirects: false }
            auth: { basic: { user: x, password: y } }
        """
    )
    let ending = try await project.run(
      "run",
      ".",
      "--location",
      "--user-agent",
      "line",
      "--user",
      "a:b"
    )
    #expect(ending.status == 0, "\(ending.all)")
    let agents = server.requests.map { request in
      request.headers.first { $0.name.lowercased() == "user-agent" }?.value
    }
    #expect(agents == ["line", "line", "step"])
    #expect(Self.values(server.requests, "authorization") == ["Basic eDp5"])
  }

  @Test func `a connection is made to another place`() async throws {
    let server = try await server()
    for option in [
      ["--resolve", "shop.example:\(server.port):127.0.0.1"],
      ["--connect-to", "shop.example:\(server.port):127.0.0.1:\(server.port)"],
    ] {
      let project = try HurlProject([
        "a.hurl": "GET http://shop.example:\(server.port)/echo/x\nHTTP 200\n"
      ])
      let ending = try await project.run(option + ["--noproxy", "*", "a.hurl"])
      #expect(ending.status == 0, "\(ending.all)")
    }
    #expect(server.requests.count == 2)
  }

  @Test func `certificates are taken from files of the working folder`() async throws {
    let authority = try CertificateAuthority(name: "Root of this test")
    var options = FixtureOptions()
    options.security = .tls(FixtureTLS(identity: try authority.issue(.server())))
    let server = try await FixtureServer.start(options) { _ in .json("{}") }
    let project = try HurlProject(["a.hurl": "GET \(server.url)/x\nHTTP 200\n"])
    try project.folder.write(authority.certificate.pem, to: "ca.pem")
    let refused = try await project.run("a.hurl")
    #expect(refused.status == 3, "\(refused.all)")
    for words in [["--cacert", "ca.pem"], ["-k"]] {
      let ending = try await project.run(words + ["a.hurl"])
      #expect(ending.status == 0, "\(ending.all)")
    }
    let missing = try await project.run("--cacert", "none.pem", "a.hurl")
    #expect(missing.status == 1)
    #expect(missing.errorText.contains("--cacert: there is no file \"none.pem\""))
  }

  @Test func `the environment gives variables and secrets`() async throws {
    let server = try await server()
    var project = try HurlProject([
      "a.hurl":
        "GET \(server.url)/echo/{{name}}\nX-Token: {{token}}\nHTTP 404\n[Asserts]\nvariable \"count\" == 3\n"
    ])
    project.environment["HURL_VARIABLE_name"] = "from-environment"
    project.environment["HURL_VARIABLE_count"] = "3"
    project.environment["HURL_SECRET_token"] = "correct-horse"
    let ending = try await project.run("-v", "--test", "a.hurl", "--report-json", "report")
    #expect(ending.status == 4, "\(ending.all)")
    #expect(server.requests.map(\.path) == ["/echo/from-environment"])
    #expect(Self.values(server.requests, "x-token") == ["correct-horse"])
    #expect(!ending.all.contains("correct-horse"), "\(ending.all)")
    #expect(try !project.folder.readText("report/report.json").contains("correct-horse"))
    let stronger = try await project.run("--variable", "name=given", "--no-output", "a.hurl")
    #expect(stronger.status == 4)
    #expect(server.requests.last?.path == "/echo/given")
  }

  @Test func `a secret is masked, and cannot be overwritten`() async throws {
    let server = try await FixtureServer.start { _ in .text("your token is correct-horse") }
    let project = try HurlProject([
      "a.hurl": "GET \(server.url)/x\nHTTP 200\n[Asserts]\nbody == \"{{token}}\"\n",
      "b.hurl": "GET \(server.url)/x\nHTTP 200\n[Captures]\ntoken: body\n",
    ])
    let secret = ["--secret", "token=correct-horse"]
    let ending = try await project.run(secret + ["a.hurl", "--report-junit", "junit.xml"])
    #expect(ending.status == 4)
    #expect(!ending.all.contains("correct-horse"), "\(ending.all)")
    #expect(try !project.folder.readText("junit.xml").contains("correct-horse"))
    let captured = try await project.run(secret + ["b.hurl"])
    #expect(captured.status == 3)
    #expect(captured.errorText.contains("is a secret and cannot get another value"))
  }

  @Test func `a password of the command line is masked`() async throws {
    let server = try await FixtureServer.start { _ in .text("open-sesame") }
    let project = try CommandProject(["a.hurl": "GET \(server.url)/x\nHTTP 500\n"])
    let ending = try await project.run("run", "a.hurl", "--user", "ali:open-sesame")
    #expect(ending.status == 1)
    #expect(!ending.all.contains("open-sesame"), "\(ending.all)")
  }

  @Test func `paths in files begin at the file root`() async throws {
    let server = try await FixtureServer.start()
    let project = try HurlProject([
      "tests/a.hurl": "POST \(server.url)/echo\nfile,data.txt;\nHTTP 200\n",
      "data/data.txt": "the data",
      "tests/escape.hurl": "POST \(server.url)/echo\nfile,../secret.txt;\nHTTP 200\n",
      "secret.txt": "not for tests",
    ])
    let without = try await project.run("tests/a.hurl")
    #expect(without.status == 3, "\(without.all)")
    let with = try await project.run("--file-root", "data", "tests/a.hurl")
    #expect(with.status == 0, "\(with.all)")
    #expect(server.requests.last?.body == Array("the data".utf8))
  }

  @Test func `cookies are written to a jar`() async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, headers: [("Set-Cookie", "taste=sweet")])
    }
    let project = try HurlProject(["a.hurl": "GET \(server.url)/x\nHTTP 200\n"])
    let ending = try await project.run("--cookie-jar", "jar.txt", "a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(try project.folder.readText("jar.txt").contains("taste\tsweet"))
  }

  @Test func `curl writes each request as a command line`() async throws {
    let server = try await server()
    let project = try HurlProject(["a.hurl": "GET \(server.url)/hop\n[Options]\nlocation: true\n"])
    let ending = try await project.run("--curl", "curl.txt", "a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
    let lines = try project.folder.readText("curl.txt").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("curl ") })
    #expect(lines.last?.hasSuffix("/echo/landed") == true)
  }

  @Test(arguments: [
    ["--output", "x"], ["-o", "x"], ["--include"], ["--json"], ["--no-output"], ["--pretty"],
  ])
  func `curlew run says what to use in place of other options`(words: [String]) async throws {
    let project = try CommandProject(["a.hurl": "GET http://127.0.0.1:1/\n"])
    let ending = try await project.run(["run", "a.hurl"] + words)
    #expect(ending.status == 2)
    let start = "Error: \(words[0]) is an option of the program called as hurl; in curlew run, "
    #expect(ending.errors.hasPrefix(start), "\(ending.all)")
  }

  @Test(arguments: mistakes)
  func `a value that cannot be used is reported with its option`(
    words: [String],
    message: String
  ) async throws {
    let project = try CommandProject(["a.hurl": "GET http://127.0.0.1:1/\n"])
    let ending = try await project.run(["run", "a.hurl"] + words)
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.all.contains(message), "\(ending.all)")
  }
}
