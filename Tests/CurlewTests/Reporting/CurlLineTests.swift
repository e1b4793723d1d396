import TestSupport
import Testing

/// `--curl`: requests as lines that a shell can run.
@Suite(.timeLimit(.minutes(5))) struct CurlLineTests {
  private static let secret = "it's-a'secret"

  private static let scenario = #"""
    steps:
      - step: quotes
        POST: /echo?q='x'&d=$(id)
        headers: { X-Key: "a 'b' \"c\" $HOME `id`" }
        json: { text: "it's \"quoted\"\nand broken" }
      - step: lines
        PUT: /echo
        text: "::error::one\nit's two\tand $HOME\n"
      - step: bytes
        POST: /echo
        hex: 00ff250a7f
      - step: nothing
        DELETE: /echo/x
      - step: a form
        POST: /echo
        form: { a: "b c", d: "'" }
      - step: a form in parts
        POST: /echo
        multipart:
          - { name: "it's", value: "one\ntwo" }
          - { name: file, value: "{}", filename: a.json, type: application/json }
    """#

  @Test func `a shell sends what the run sent`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(base: server.url, scenario: Self.scenario)
    let ending = try await project.run("run", ".", "--curl")
    #expect(ending.status == 0, "\(ending.all)")
    let sent = server.requests
    let lines = ending.output.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("curl ") || $0.hasPrefix("printf ") }
    #expect(lines.count == 6)
    for line in lines {
      #expect(try await project.shell("\(line) -s -o /dev/null").status == 0, "\(line)")
    }
    let again = server.requests.dropFirst(sent.count)
    #expect(again.count == 6)
    for (first, second) in zip(sent, again) {
      #expect(first.method == second.method)
      #expect(first.target == second.target)
      #expect(first.body == second.body)
      for name in ["X-Key", "Content-Type", "User-Agent", "Accept"] {
        #expect(first.header(name) == second.header(name), "\(name)")
      }
    }
    await server.stop()
  }

  @Test func `a secret with a quote is masked, redirects and attempts are lines too`() async throws
  {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: #"""
        steps:
          - GET: /status/500?k=${secret.key}
            headers: { X-Key: "${secret.key}" }
            auth: { basic: { user: ada, password: "${secret.key}" } }
            retry: { attempts: 2, every: 1ms }
          - GET: http://127.0.0.1:1/${secret.key}
        """#
    )
    let ending = try await project.run("run", ".", "--curl", "--secret", "key=\(Self.secret)")
    #expect(ending.status == 1)
    let lines = ending.output.split(separator: "\n").filter { $0.hasPrefix("  curl ") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("X-Key: •••") })
    for leak in ["it's", #"it'\''s"#, "a'secret", "secret'", "YWRhOml0J3M"] {
      #expect(!ending.output.contains(leak), "\(leak)")
    }
    await server.stop()
  }

  @Test func `the line for running again leaves out what selects, and secrets`() async throws {
    let project = try CommandProject([
      "a.scenario.yaml": "scenario: a\nsteps:\n  - GET: http://127.0.0.1:1/\n"
    ])
    let ending = try await project.run(
      "run",
      ".",
      "--secret",
      "key=\(Self.secret)",
      "--var",
      "x=a b",
      "--tag",
      "not slow",
      "--report",
      "junit=x.xml",
      "--insecure",
      "--seed",
      "7"
    )
    #expect(
      ending.output.contains(
        "rerun     curlew run --var 'x=a b' --secret key=••• --insecure --seed 7 a.scenario.yaml:1\n"
      )
    )
  }

  @Test func `verbose shows whole exchanges, quiet only what failed`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: "steps:\n  - POST: /echo\n    text: hello\n"
    )
    let verbose = try await project.run("run", ".", "--verbose", "--curl").output
    for line in [
      "    $ curl -X POST", "    > POST \(server.url)/echo", "    > hello", "    < HTTP/1.1 200",
    ] {
      #expect(verbose.contains("\n\(line)"), "\(line)")
    }
    let quiet = try await project.run("run", ".", "--quiet", "--curl").output
    #expect(quiet.split(separator: "\n").count == 1)
    await server.stop()
  }
}
