import TestSupport
import Testing

/// Exit statuses and what is asked for wrongly.
@Suite(.timeLimit(.minutes(5))) struct UsageTests {
  @Test(arguments: [
    ["run", ".", "--bogus"], ["run", ".", "--var", "x"], ["run", ".", "--var", "1x=2"],
    ["run", ".", "--var", "x:={"], ["run", ".", "--tag", "x and"], ["run", ".", "--tag", "(x"],
    ["run", ".", "--report", "nope=x"], ["run", ".", "--report", "junit"],
    ["run", ".", "--report", "junit=a.xml", "--report", "junit=a.xml"],
    ["run", ".", "--report", "junit=one.scenario.yaml"],
    ["run", ".", "--report", "json=./curlew.yaml"],
    ["run", ".", "--environment", "nope"], ["run", ".", "--jobs", "0"],
    ["run", ".", "--timeout", "0s"],
    ["run", ".", "--repeat", "0"], ["run", ".", "--grace", "5"], ["run", ".", "--secret", "x"],
    ["run", ".", "--color", "pink"], ["run", ".", "--variables", "nope.json"], ["bogus"],
    ["run", "no-such-folder"], ["check", "no-such-folder"],
    ["check", ".", "--environment", "nope"],
  ])
  func `wrong usage exits with 2 and sends nothing`(arguments: [String]) async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: "tags: [x]\nsteps:\n  - GET: /json\n"
    )
    try project.folder.write(
      "environments: { here: { base: \"\(server.url)\" } }\n",
      to: "curlew.yaml"
    )
    let ending = try await project.run(arguments)
    #expect(ending.status == 2, "\(ending.all)")
    #expect(!ending.all.isEmpty && !ending.all.contains("rawValue"))
    #expect(server.counts.requests == 0)
    #expect(try project.folder.readText("one.scenario.yaml").contains("GET: /json"))
    #expect(try project.folder.readText("curlew.yaml").contains("environments"))
    await server.stop()
  }

  @Test(arguments: [
    ("api/shop.yaml", "curlew import openapi api/shop.yaml"),
    ("a.hurl", "curlew import hurl a.hurl"),
    ("opneapi", "Did you mean 'openapi'?"), ("postman", "curlew help coming-from-postman"),
    ("karate", "'karate' cannot be imported, only hurl and openapi."),
  ])
  func `an import without its kind says how to write it`(word: String, answer: String) async throws
  {
    let ending = try await CommandProject([:]).run("import", word)
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.errors.contains(answer), "\(ending.all)")
  }

  @Test func `a file whose name looks like an option is run again by its path`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject([
      "-a.scenario.yaml": "scenario: a\nbase: \(server.url)\nsteps: [{ GET: /status/500 }]\n"
    ])
    let ending = try await project.run("run", "--", "-a.scenario.yaml")
    #expect(ending.status == 1, "\(ending.all)")
    let line = try #require(ending.output.split(separator: "\n").first { $0.hasPrefix("rerun") })
    #expect(line.contains(" ./-a.scenario.yaml"), "\(line)")
    let words = String(line.dropFirst("rerun".count))
    let again = try await project.shell(
      words.replacing("curlew", with: "\"$CURLEW\"", maxReplacements: 1)
    )
    #expect(again.status == 1 && again.output.contains("1 failed"), "\(again.all)")
    await server.stop()
  }

  @Test(arguments: ["/dev/null/junit.xml", "/proc/no/such.xml", "."])
  func `a report that cannot be written ends the run before the first request`(
    path: String
  )
    async throws
  {
    let server = try await FixtureServer.start()
    let project = try CommandProject(base: server.url, scenario: "steps:\n  - GET: /json\n")
    let ending = try await project.run("run", ".", "--report", "junit=\(path)")
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errors.contains("cannot be written"))
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test func `nothing selected exits with 4, unless that is allowed`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: "tags: [x]\nsteps:\n  - GET: /json\n"
    )
    try project.folder.write(
      "before-all: [{ GET: \"\(server.url)/json\" }]\n",
      to: "curlew.yaml"
    )
    let empty = try await project.run("run", ".", "--tag", "y", "--report", "junit=junit.xml")
    #expect(empty.status == 4)
    #expect(try project.junit().cases.map(\.verdict) == ["error"])
    let allowed = try await project.run(
      "run",
      ".",
      "--tag",
      "y",
      "--allow-empty",
      "--report",
      "junit=junit.xml"
    )
    #expect(allowed.status == 0)
    #expect(try project.junit().cases.map(\.verdict) == ["skipped"])
    #expect(try await project.run("run", ".", "--tag", "y", "--dry-run").status == 4)
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test func `the report of an earlier run is gone before the first request`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: "steps:\n  - GET: /fault/stallBeforeHead\n"
    )
    try project.folder.write("<testsuites/>", to: "junit.xml")
    let command = try project.start("run", ".", "--report", "junit=junit.xml")
    _ = try await server.requests(count: 1)
    #expect((try? project.folder.read("junit.xml")) == nil)
    command.send(9)
    #expect(try await command.result().signal == 9)
    #expect((try? project.folder.read("junit.xml")) == nil)
    await server.stop()
  }

  @Test func `a file named - is not removed as an earlier report`() async throws {
    let project = try CommandProject([
      "a.scenario.yaml": "scenario: a\nsteps: [{ set: { a: 1 } }]\n"
    ])
    try project.folder.write("mine", to: "-")
    #expect(try await project.run("run", ".", "--report", "tap=-", "--no-such-option").status == 2)
    #expect(try project.folder.read("-") == Array("mine".utf8))
  }

  @Test(arguments: [[], ["--jobs", "2"]])
  func `without a path the folder scenarios is run`(options: [String]) async throws {
    let project = try CommandProject([
      "scenarios/one.scenario.yaml": "scenario: one\nsteps: [{ set: { a: 1 } }]\n",
      "two.scenario.yaml": "scenario: two\nsteps: [{ set: { a: 1 } }]\n",
    ])
    let ending = try await project.run(["run"] + options)
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("1 scenario: 1 passed"))
  }

  @Test func `a folder outside the project is read only when that is allowed`() async throws {
    let outside = try TemporaryFolder("outside")
    try outside.write("name,id\nfirst,1\nsecond,2\n", to: "rows.csv")
    let project = try CommandProject([
      "one.scenario.yaml": """
      scenario: one
      cases: { csv: \(outside.path)/rows.csv }
      steps: [{ set: { a: "${id}" } }]

      """
    ])
    let refused = try await project.run("run", "one.scenario.yaml")
    #expect(refused.status == 2 && refused.all.contains("--allow-files"), "\(refused.all)")
    let ending = try await project.run("run", ".", "--allow-files", outside.path)
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("2 scenarios: 2 passed"))
  }

  @Test func `help and version are no mistakes`() async throws {
    let project = try CommandProject()
    for arguments in [
      ["--help"], ["run", "--help"], ["--version"], ["help", "check"], ["help"], ["help", "help"],
      ["help", "requests"], ["help", "--help"],
    ] {
      let ending = try await project.run(arguments)
      #expect(ending.status == 0)
      #expect(!ending.output.isEmpty)
    }
  }

  @Test(arguments: [
    ("requets", "Did you mean 'requests'?"), ("chekc", "Did you mean 'check'?"), ("zzzzzz", ""),
  ])
  func `help on what is neither a command nor a topic is a mistake`(
    word: String,
    suggestion: String
  ) async throws {
    let ending = try await CommandProject().run("help", word)
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.hasPrefix("Error: there is no command or topic '\(word)'."))
    #expect(ending.errors.contains(suggestion))
    #expect(ending.errors.contains("Topics: getting-started, requests"))
    #expect(ending.errors.contains("Commands: run, check"))
  }

  @Test func `demo serves until it is told to end`() async throws {
    let project = try CommandProject()
    let command = try project.start("demo")
    let url = try await command.line(containing: "http://")
    try project.folder.write(
      "scenario: demo\nsteps:\n  - GET: \(url)/health\n",
      to: "one.scenario.yaml"
    )
    #expect(try await project.run("run", ".").status == 0)
    command.send(15)
    #expect(try await command.result().status == 0)
    #expect(try await project.run("run", ".").status == 1)
  }

  @Test(arguments: ["\"$CURLEW\" query json '$'", "./hurl"])
  func `a signal ends a command that waits for its standard input`(command: String) async throws {
    let project = try CommandProject()
    // More bytes are written than a pipe holds, so that the command has begun to read.
    let ending = try await project.shell(
      """
      ln -s "$CURLEW" hurl && mkfifo input
      \(command) <input & exec 3>input
      head -c 200000 /dev/zero | tr '\\0' ' ' >&3
      kill -TERM $!
      wait $!
      """
    )
    #expect(ending.status == 143, "\(ending.all)")
  }
}
