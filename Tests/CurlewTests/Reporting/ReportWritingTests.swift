import Documents
import TestSupport
import Testing

/// Reports that can be written, and those that cannot.
@Suite(.timeLimit(.minutes(5))) struct ReportWritingTests {
  private func project(_ base: String, steps: Int = 1) throws -> CommandProject {
    let all = (1...steps).map { "  - GET: /json?\($0)\n" }.joined()
    return try CommandProject(base: base, scenario: "steps:\n\(all)")
  }

  @Test(arguments: ["junit=one.scenario.yaml/x.xml", "junit=folder", "json=/proc/nope/x.json"])
  func `an unwritable path is found before the first request`(report: String) async throws {
    let server = try await FixtureServer.start()
    let project = try project(server.url)
    try project.folder.write("x", to: "folder/file")
    let ending = try await project.run("run", ".", "--report", report)
    #expect(ending.status == 3, "\(ending.all)")
    let kind = report.prefix { $0 != "=" }
    #expect(ending.errors.contains("error: the \(kind) report cannot be written to "))
    #expect(server.requests.isEmpty)
    await server.stop()
  }

  @Test func `a folder is made, and an earlier report is gone from the start`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(server.url)
    try project.folder.write("old", to: "out/old.xml")
    let ending = try await project.run(
      "run",
      ".",
      "--report",
      "junit=out/old.xml",
      "--report",
      "json=new/deep/report.json"
    )
    #expect(ending.status == 0, "\(ending.all)")
    _ = try JSONParser().parse(project.folder.read("new/deep/report.json"))
    #expect(try project.folder.readText("out/old.xml").hasPrefix("<?xml"))
    #expect(
      try await project.shell("ls -A out new/deep").output
        == "new/deep:\nreport.json\n\nout:\nold.xml\n"
    )
    await server.stop()
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func `what standard output is written to is not replaced`(path: String) async throws {
    let server = try await FixtureServer.start()
    let project = try project(server.url)
    let ending = try await project.shell(
      "echo old > log; \"$CURLEW\" run . --report tap=\(path) >> log; echo new >> log"
    )
    let log = try project.folder.readText("log").split(separator: "\n")
    #expect(log.first == "old" && log.last == "new", "\(ending.all)")
    #expect(log.contains("TAP version 14"))
    let both = try await project.run(
      ["run", ".", "--report", "json=-", "--report", "tap=\(path)"]
    )
    #expect(both.status == 2, "\(both.all)")
    await server.stop()
  }

  @Test func `what errors are written to is not replaced`() async throws {
    let project = try project("http://127.0.0.1:1")
    let ending = try await project.shell(
      "echo old > log; \"$CURLEW\" run . --report tap=/dev/stderr 2>> log"
    )
    let log = try project.folder.readText("log")
    #expect(ending.status == 2 && log.hasPrefix("old\n"), "\(log)")
    #expect(log.contains("standard error leads to a file"), "\(log)")
  }

  @Test(arguments: ["schema", "reference", "query json $ one.json", "check --format json ."])
  func `what could not be printed is no success`(command: String) async throws {
    let project = try project("http://127.0.0.1:1")
    try project.folder.write("[1]", to: "one.json")
    let ending = try await project.shell("\"$CURLEW\" \(command) > /dev/full")
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errors.contains("error: standard output cannot be written: "), "\(ending.all)")
    let left = try await project.shell("\"$CURLEW\" \(command) | true")
    #expect(!left.errors.contains("error:"), "\(left.all)")
  }

  @Test(arguments: [
    ("--tag none --allow-empty", "# ✓ Curlew: nothing was run"),
    ("--tag none", "# ✗ Curlew: nothing was run"),
  ])
  func `the page agrees with the status`(options: String, head: String) async throws {
    let project = try project("http://127.0.0.1:1")
    _ = try await project.shell("\"$CURLEW\" run . \(options) --report markdown=page.md")
    #expect(try project.folder.readText("page.md").hasPrefix(head))
    let dry = try await project.shell("\"$CURLEW\" run . \(options) --dry-run")
    let reason = "nothing to run: of 1 scenario in . none goes with --tag 'none'\n"
    let warning = "warning: no scenario has the tag \"none\" of --tag\n"
    #expect(dry.errors == (options.contains("empty") ? "" : reason) + warning)
  }

  @Test func `a report that fails does not take the others along`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(server.url)
    let ending = try await project.run(
      "run",
      ".",
      "--report",
      "json=/dev/full",
      "--report",
      "junit=junit.xml",
      "--report",
      "tap=out.tap"
    )
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errors.contains("the json report cannot be written to /dev/full: cannot write"))
    #expect(ending.output.contains("✓ 1 scenario: 1 passed"))
    #expect(try project.junit().countsAreRight())
    #expect(try project.folder.readText("out.tap").hasSuffix("1..1\n"))
    await server.stop()
  }

  @Test
  func `a limit on the size of files is an error of the report that reaches it`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in
      .text("{}", type: "application/json").after([.gate(gate)])
    }
    let project = try project(server.url, steps: 200)
    let command = try project.start(
      "run",
      ".",
      "--report",
      "events=events.ndjson",
      "--report",
      "markdown=summary.md"
    )
    await gate.reached()
    // Enough for the summary, not for all exchanges. A sanitizer writes files of its own at the start.
    let limit = try await CommandRunner("/usr/bin/prlimit")
      .run(["--pid", "\(command.identifier)", "--fsize=8192"])
    #expect(limit.status == 0, "\(limit.errorText)")
    gate.open()
    let ending = CommandProject.Ending(try await command.result())
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errors.contains("the events report cannot be written to events.ndjson: "))
    #expect(try project.folder.readText("summary.md").hasPrefix("# ✓ Curlew: 1 passed"))
    #expect((try? project.folder.read("events.ndjson")) == nil)
    #expect(try await project.shell("ls -A").output == "one.scenario.yaml\nsummary.md\n")
    await server.stop()
  }

  @Test func `a closed standard output breaks no connection and no report`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(server.url)
    let ending = try await project.shell("exec $CURLEW run . --report junit=junit.xml >&- 2>&- <&-")
    #expect(ending.status == 0)
    #expect(try project.junit().countsAreRight())
    await server.stop()
  }

  @Test func `a second signal leaves nothing half-written`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: """
        steps:
          - GET: /fault/stallBeforeHead
        teardown:
          - GET: /fault/stallBeforeHead?again

        """
    )
    try project.folder.write("old", to: "junit.xml")
    let command = try project.start(
      "run",
      ".",
      "--report",
      "junit=junit.xml",
      "--report",
      "json=a/report.json"
    )
    _ = try await server.requests(count: 1)
    command.send(15)
    _ = try await server.requests(count: 2)
    command.send(2)
    #expect(try await command.result().status == 130)
    #expect(try await project.shell("ls -AR").output == ".:\na\none.scenario.yaml\n\n./a:\n")
    await server.stop()
  }
}
