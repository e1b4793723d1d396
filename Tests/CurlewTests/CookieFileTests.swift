import TestSupport
import Testing

/// `--cookies-file` and `--save-cookies` with the real command.
@Suite(.timeLimit(.minutes(5))) struct CookieFileTests {
  private static func line(_ name: String, _ value: String, end: Int = 0) -> String {
    "127.0.0.1\tFALSE\t/\tFALSE\t\(end)\t\(name)\t\(value)\n"
  }

  private func project(_ text: String, _ server: FixtureServer) throws -> CommandProject {
    try CommandProject(base: server.url, scenario: text)
  }

  @Test func `what one run saves another one starts with`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(
      """
      steps:
        - { GET: "/cookies/set?session=abc&theme=dark", expect: { status: 302 } }
        - { GET: "/cookies/set?other=1", session: second, expect: { status: 302 } }
      """,
      server
    )
    let saved = try await project.run("run", ".", "--save-cookies", "jar.txt")
    #expect(saved.status == 0, "\(saved.all)")
    let text = try project.folder.readText("jar.txt")
    #expect(text.hasPrefix("# Netscape HTTP Cookie File\n"))
    #expect(text.contains("\tsession\tabc\n") && text.contains("\ttheme\tdark\n"))
    // Those of other sessions are not among them.
    #expect(!text.contains("other"))
    let rights = try await project.shell("stat -c %a jar.txt")
    #expect(rights.output == "600\n")
    try project.folder.write(
      "scenario: two\nbase: \(server.url)\nsteps:\n  - { GET: /echo }\n  - { GET: /echo, session: second }\n",
      to: "two.scenario.yaml"
    )
    let again = try await project.run("run", "two.scenario.yaml", "--cookies-file", "jar.txt")
    #expect(again.status == 0, "\(again.all)")
    let cookies = server.requests.suffix(2).map { $0.header("Cookie") }
    #expect(cookies == ["session=abc; theme=dark", "session=abc; theme=dark"])
    // curl takes the file as well.
    let curl = try await project.shell("curl -s -b jar.txt \(server.url)/echo >curl.json")
    #expect(curl.status == 0)
    #expect(server.requests.last?.header("Cookie")?.contains("session=abc") == true)
    await server.stop()
  }

  @Test func `scenarios at once have a copy each, and nothing of one reaches another`() async throws
  {
    let server = try await FixtureServer.start()
    let project = try CommandProject(["jar.txt": Self.line("start", "1")])
    for number in 0..<6 {
      let text = """
        scenario: s\(number)
        base: \(server.url)
        steps:
          - { GET: "/cookies/set?own=\(number)", expect: { status: 302 } }
          - GET: /echo?n=\(number)
        """
      try project.folder.write(text, to: "\(number).scenario.yaml")
    }
    try project.folder.write("run: { cookies-file: jar.txt, jobs: 6 }\n", to: "curlew.yaml")
    let ending = try await project.run("run", ".")
    #expect(ending.status == 0, "\(ending.all)")
    let echoes = server.requests.filter { $0.path == "/echo" }
    #expect(echoes.count == 6)
    for echo in echoes {
      #expect(echo.header("Cookie") == "start=1; own=\(echo.queryValue("n") ?? "")")
    }
    #expect(try project.folder.readText("jar.txt") == Self.line("start", "1"))
    let refused = try await project.run("run", ".", "--save-cookies", "all.txt")
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("keeps the cookies of one scenario, and 6 would run"),
      "\(refused.all)"
    )
    #expect(server.requests.count == 12)
    let one = try await project.run("run", "3.scenario.yaml", "--save-cookies", "one.txt")
    #expect(one.status == 0, "\(one.all)")
    let text = try project.folder.readText("one.txt")
    #expect(text.contains("\tstart\t1\n") && text.contains("\town\t3\n"))
    await server.stop()
  }

  @Test func `before-all starts with the file too, and its cookies reach the saved one`()
    async throws
  {
    let server = try await FixtureServer.start()
    let project = try project("steps: [{ GET: /echo }]\n", server)
    try project.folder.write(Self.line("start", "1"), to: "jar.txt")
    try project.folder.write(
      "base: \(server.url)\nrun: { cookies-file: jar.txt }\nbefore-all: [{ GET: '/cookies/set?token=t1', expect: { status: 302 } }]\n",
      to: "curlew.yaml"
    )
    let ending = try await project.run("run", ".", "--save-cookies", "jar.txt")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(server.requests.map { $0.header("Cookie") } == ["start=1", "start=1; token=t1"])
    let text = try project.folder.readText("jar.txt")
    #expect(text.contains("\tstart\t1\n") && text.contains("\ttoken\tt1\n"))
    await server.stop()
  }

  @Test func `the last attempt counts, and a run that fails saves as well`() async throws {
    let server = try await FixtureServer.start { request in
      FixtureResponse(500, headers: [("Set-Cookie", "n\(request.number)=1")])
    }
    let project = try project("steps: [{ GET: / }]\n", server)
    let ending = try await project.run("run", ".", "--retries", "1", "--save-cookies", "jar.txt")
    #expect(ending.status == 1)
    let text = try project.folder.readText("jar.txt")
    #expect(text.contains("\tn1\t1\n") && !text.contains("\tn0\t"))
    await server.stop()
  }

  @Test func `a run that never comes to its scenario leaves the file as it was`() async throws {
    let server = try await FixtureServer.start()
    let project = try project("steps: [{ GET: /echo }]\n", server)
    try project.folder.write("before-all: [{ assert: '${1 == 2}' }]\n", to: "curlew.yaml")
    try project.folder.write("as it was", to: "jar.txt")
    let ending = try await project.run("run", ".", "--save-cookies", "jar.txt")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(try project.folder.readText("jar.txt") == "as it was")
    let dry = try await project.run("run", ".", "--dry-run", "--save-cookies", "none.txt")
    #expect(dry.status == 0, "\(dry.all)")
    #expect(try await project.shell("test ! -e none.txt").status == 0)
    await server.stop()
  }

  @Test(arguments: [
    ("missing/jar.txt", "no such file or directory"), ("folder", "it is no file"),
    ("/dev/null", "it is no file"),
  ])
  func `a place that cannot be written is known before anything is sent`(
    path: String,
    reason: String
  ) async throws {
    let server = try await FixtureServer.start()
    let project = try project("steps: [{ GET: /echo }]\n", server)
    try project.folder.write("x", to: "folder/x")
    let ending = try await project.run("run", ".", "--save-cookies", path)
    #expect(ending.status == 3)
    #expect(
      ending.errors.contains("--save-cookies: ") && ending.errors.contains(reason),
      "\(ending.all)"
    )
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test(arguments: [
    ("none.txt", "there is no file \"none.txt\""),
    ("junk.txt", "line 2 is no cookie: expected seven fields with tabs between them"),
    ("bytes.txt", "it is not UTF-8"),
  ])
  func `a file that holds no cookies is an error of use`(path: String, reason: String) async throws
  {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n"])
    try project.folder.write(Self.line("a", "b") + "{}\n", to: "junk.txt")
    try project.folder.write([0x66, 0xFF], to: "bytes.txt")
    let ending = try await project.run("run", ".", "--cookies-file", path)
    #expect(ending.status == 2)
    #expect(ending.errors.contains("--cookies-file \(path): \(reason)"), "\(ending.all)")
  }

  @Test func `a cookie that has ended is neither sent nor saved`() async throws {
    let server = try await FixtureServer.start()
    let project = try project("steps: [{ GET: /echo }]\n", server)
    let text = Self.line("old", "1", end: 1000) + Self.line("new", "1", end: 4_102_444_800)
    try project.folder.write("# a comment\n\n" + text, to: "jar.txt")
    let ending = try await project.run(
      "run",
      ".",
      "--cookies-file",
      "jar.txt",
      "--save-cookies",
      "saved.txt"
    )
    #expect(ending.status == 0, "\(ending.all)")
    #expect(server.requests.map { $0.header("Cookie") } == ["new=1"])
    let saved = try project.folder.readText("saved.txt")
    #expect(saved == "# Netscape HTTP Cookie File\n" + Self.line("new", "1", end: 4_102_444_800))
    await server.stop()
  }
}
