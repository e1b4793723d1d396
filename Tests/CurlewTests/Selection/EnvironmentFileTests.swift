import TestSupport
import Testing

/// `--env-file`: what a file of `NAME=value` lines gives a run.
@Suite(.timeLimit(.minutes(5))) struct EnvironmentFileTests {
  /// A project whose one request sends the values of some names of the environment.
  private func project(_ names: [String], base: String) throws -> CommandProject {
    let query = names.map { "\($0): \"${env.\($0) ?? 'nothing'}\"" }.joined(separator: ", ")
    return try CommandProject(base: base, scenario: "steps: [{ GET: /x, query: { \(query) } }]\n")
  }

  private func values(_ server: FixtureServer) throws -> [String: String] {
    let items = try #require(server.requests.last).queryItems
    return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value) })
  }

  @Test func `values are read as dotenv files have them`() async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    let lines = [
      ("# a comment", nil), ("", nil), ("  \t", nil),
      ("PLAIN=a b  ", "a b"), ("SPACED = x ", "x"), ("export GIVEN=1", "1"), ("export=2", "2"),
      ("HASH=a#b #c", "a#b"), ("COMMENT= # none", "nothing"), ("EMPTY=", "nothing"),
      (#"SINGLE='a\n$HOME # "b"' # c"#, #"a\n$HOME # "b""#),
      (#"DOUBLE="a\n\t\"b\" \\ \$c \d""#, "a\n\t\"b\" \\ $c \\d"),
      ("LINES=\"one\ntwo\"", "one\ntwo"), ("AS_IS=$HOME ${PLAIN} `ls`", "$HOME ${PLAIN} `ls`"),
      ("EQUALS=a=b", "a=b"), ("ÄRGER", nil), ("UMLAUT=ä\u{1F426}", "ä\u{1F426}"),
      ("TWICE=1", nil), ("TWICE=2", "2"), ("QUOTE=it's", "it's"), ("LAST=end", "end"),
    ].filter { $0.0 != "ÄRGER" }
    let expected = lines.compactMap { line, value in
      value.map { (String(line.replacing("export ", with: "").prefix { !" =".contains($0) }), $0) }
    }
    let project = try project(expected.map(\.0), base: server.url)
    for (mark, end) in [("", "\n"), ("\u{FEFF}", "\r\n")] {
      let text = mark + lines.map(\.0).joined(separator: "\n")
      try project.folder.write(text.replacing("\n", with: end), to: "some.env")
      let ending = try await project.run("run", ".", "--env-file", "some.env")
      #expect(ending.status == 0, "\(ending.all)")
      #expect(try values(server) == Dictionary(uniqueKeysWithValues: expected))
    }
    await server.stop()
  }

  @Test func `a later file wins, the environment over files, and an option over all`() async throws
  {
    let server = try await FixtureServer.start { _ in .status(200) }
    var project = try CommandProject(
      base: server.url,
      scenario: """
        variables: { v: file, w: file }
        steps: [{ GET: /x, query: { a: "${env.A}", b: "${env.B}", c: "${env.C}", v: "${v}", w: "${w}" } }]

        """
    )
    try project.folder.write("A=1\nB=1\nC=1\nCURLEW_VAR_v=1\nCURLEW_VAR_w=1\n", to: "one.env")
    try project.folder.write("B=2\nC=2\n", to: "two.env")
    project.environment["C"] = "3"
    let ending = try await project.run(
      "run",
      ".",
      "--env-file",
      "one.env",
      "--env-file",
      "two.env",
      "--var",
      "v=option"
    )
    #expect(ending.status == 0, "\(ending.all)")
    #expect(try values(server) == ["a": "1", "b": "2", "c": "3", "v": "option", "w": "1"])
    let check = try await project.run("check", ".", "--env-file", "one.env")
    #expect(check.status == 0, "\(check.all)")
    await server.stop()
  }

  @Test func `secrets of a file are masked, and its path stands in the line that repeats a run`()
    async throws
  {
    let server = try await FixtureServer.start { .json(#"{"body": "\#($0.text)"}"#, status: 500) }
    let project = try CommandProject(
      base: server.url,
      scenario: "steps: [{ POST: /x, text: \"${secret.LISTED} ${secret.OTHER}\" }]\n"
    )
    try project.folder.write("secrets: [LISTED]\n", to: "curlew.yaml")
    try project.folder.write(
      "LISTED=first-hidden\nCURLEW_SECRET_OTHER='second-hidden'\n",
      to: "some.env"
    )
    let ending = try await project.run(
      "run",
      ".",
      "--env-file",
      "some.env",
      "--verbose",
      "--report",
      "json=report.json"
    )
    #expect(ending.status == 1)
    #expect(server.requests.map(\.text) == ["first-hidden second-hidden"])
    #expect(ending.output.contains("curlew run --env-file some.env --seed"))
    for text in [ending.all, try project.folder.readText("report.json")] {
      #expect(text.contains("•••") && !text.contains("hidden"), "\(text)")
    }
    await server.stop()
  }

  @Test(arguments: [
    ("A=1\nTOKEN hunter22\n", ".env:2: expected NAME=value"),
    ("hunter22", ".env:1: expected NAME=value"), ("=hunter22", ".env:1: expected NAME=value"),
    ("1A=hunter22", ".env:1: expected NAME=value"), ("A B=hunter22", ".env:1: expected NAME"),
    ("Ä=hunter22", ".env:1: expected NAME=value"), ("export\n", ".env:1: expected NAME=value"),
    ("A=1\r\n\r\nB=\"hunter22\nC=2\n", ".env:3: the value has no closing \""),
    ("A='hunter22", ".env:1: the value has no closing '"),
    ("A=\"x\ny\"hunter22", ".env:2: expected the end of the line behind the closing quote"),
    ("A=hunter22\u{0}", ".env:1: the value is not UTF-8 text"),
  ])
  func `a bad line is an error with its place and without its value`(
    text: String,
    message: String
  ) async throws {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n"])
    try project.folder.write(text, to: ".env")
    for command in ["run", "check"] {
      let ending = try await project.run(command, ".", "--env-file", ".env")
      #expect(ending.status == 2 && ending.output.isEmpty, "\(ending.all)")
      #expect(ending.errors.hasPrefix("Error: --env-file: \(message)"), "\(ending.errors)")
      #expect(!ending.all.contains("hunter22"))
    }
  }

  @Test func `a file that is none, too large or binary is an error`() async throws {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n"])
    try project.folder.write(String(repeating: "A=b\n", count: 1 << 18) + "\n", to: "large")
    try project.folder.write([0x7F, 0x45, 0x4C, 0x46, 0xFF, 0x00, 0xC3] as [UInt8], to: "binary")
    for (path, message) in [
      ("none", "there is no file \"none\""), (".", "it is no file"),
      ("large", "it has more than 1 MiB"), ("binary", "binary:1: expected NAME=value"),
      ("/dev/zero", "it is no file"),
    ] {
      let ending = try await project.run("run", ".", "--env-file", path)
      #expect(ending.status == 2, "\(path): \(ending.all)")
      #expect(ending.errors.contains(message), "\(path): \(ending.all)")
    }
  }
}
