import Documents
import Locks
import TestSupport
import Testing

/// Reports of the real command, joined by the real command.
@Suite(.timeLimit(.minutes(5))) struct MergeTests {
  /// Four files: two pass, one fails, one is skipped.
  private func project(_ server: FixtureServer) throws -> CommandProject {
    var files: [String: String] = [:]
    for (index, expectation) in ["200", "404", "200", "200"].enumerated() {
      files["\(index).scenario.yaml"] = """
        scenario: number \(index)
        base: \(server.url)
        \(index == 3 ? "skip: not today\n" : "")cases: [{ n: 1 }, { n: 2 }]
        steps:
          - step: fetch
            GET: /json
            expect: { status: \(expectation) }
        """
    }
    return try CommandProject(files)
  }

  /// JUnit without what differs from run to run.
  private func normalized(_ junit: String) -> String {
    junit.replacing(#/(time|timestamp)="[^"]*"/#) { "\($0.output.1)=\"\"" }
      .replacing(#/in [0-9.]+ m?s/#, with: "in …").replacing(#/(Date|date): .*/#, with: "")
  }

  @Test func `the JUnit of four reports is that of one run but for times`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(server)
    let one = try await project.run("run", ".", "--seed", "7", "--report", "junit=one.xml")
    #expect(one.status == 1, "\(one.all)")
    for index in 0..<4 {
      let arguments = ["run", "\(index).scenario.yaml", "--seed", "7", "--report"]
      let ending = try await project.run(arguments + ["json=\(index).json"])
      #expect(ending.status == (index == 1 ? 1 : 0), "\(ending.all)")
    }
    let reports = ["2.json", "0.json", "3.json", "1.json"]
    let merged = try await project.run(
      ["merge"] + reports + ["--report", "junit=all.xml", "--report", "json=all.json"]
    )
    #expect(merged.status == 1, "\(merged.all)")
    #expect(merged.output.contains("8 scenarios: 4 passed, 2 failed, 2 skipped"))
    #expect(merged.output.contains("seed      7\n"))
    let (left, right) = (
      try project.folder.readText("all.xml"), try project.folder.readText("one.xml")
    )
    #expect(normalized(left) == normalized(right))

    // A report of the command is what the command's schema says.
    let schema = try await project.run("schema", "report")
    try project.folder.write(schema.output, to: "schema.json")
    for report in reports + ["all.json"] {
      let valid = try await project.run("validate", "schema.json", report)
      #expect(valid.status == 0, "\(valid.all)")
    }
    await server.stop()
  }

  @Test func `a merge exits as the run would, and with 2 for what is no report`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(server)
    _ = try await project.run("run", "0.scenario.yaml", "--report", "json=good.json")
    _ = try await project.run("run", "3.scenario.yaml", "--report", "json=skipped.json")
    let good = try await project.run("merge", "good.json", "skipped.json")
    #expect(good.status == 0, "\(good.all)")
    let text = try project.folder.readText("good.json")
    try project.folder.write(String(text.dropLast(40)), to: "cut.json")
    try project.folder.write("{}", to: "foreign.json")
    for (arguments, said) in [
      (["cut.json"], "cut.json:"), (["foreign.json"], "curlew-report"),
      (["good.json", "good.json"], "same file"), (["none.json"], "none.json"),
      (["good.json", "--report", "json=good.json"], "cannot be written"),
      (["good.json", "--report", "nope=x"], "unknown report"), ([], "report"),
      (["good.json", "--junit-dialect", "odd"], "rich or strict"),
    ] {
      let ending = try await project.run(["merge"] + arguments)
      #expect(ending.status == 2, "\(arguments): \(ending.all)")
      #expect(ending.errors.contains(said), "\(ending.all)")
    }
    #expect(try project.folder.readText("good.json") == text)
    let unwritable = try await project.run("merge", "good.json", "--report", "html=/proc/no/x.html")
    #expect(unwritable.status == 3, "\(unwritable.all)")
    await server.stop()
  }

  @Test func `a rerun repairs what failed, in every report, and the merge exits as that run`()
    async throws
  {
    let isMended = Locked(false)
    let server = try await FixtureServer.start { request in
      let fails = request.pathParts.first == "fails" && !isMended.withLock(\.self)
      return .status(fails ? 500 : 200)
    }
    let project = try CommandProject([
      "good.scenario.yaml": "scenario: good\nbase: \(server.url)\nsteps: [{ GET: /ok }]\n",
      "rows.scenario.yaml": """
      scenario: rows
      base: \(server.url)
      cases: [{ path: fails }, { path: ok }, { path: fails }]
      steps: [{ GET: "/${path}" }]

      """,
    ])
    let first = try await project.run("run", ".", "--report", "json=first.json")
    #expect(first.status == 1, "\(first.all)")
    #expect(first.output.contains("4 scenarios: 2 passed, 2 failed"))
    isMended.withLock { $0 = true }
    let again = ["run", ".", "--rerun-failed"]
    let second = try await project.run(again + ["first.json", "--report", "json=second.json"])
    #expect(second.status == 0, "\(second.all)")
    #expect(second.output.contains("2 scenarios: 2 passed"))
    let kinds = ["junit", "html", "tap", "markdown", "events", "json"]
    let merged = try await project.run(
      ["merge", "first.json", "--rerun", "second.json"]
        + kinds.flatMap { ["--report", "\($0)=all.\($0)"] }
    )
    #expect(merged.status == 0, "\(merged.all)")
    #expect(merged.output.contains("4 scenarios: 2 passed, 2 flaky"), "\(merged.output)")
    for kind in kinds {
      let text = try project.folder.readText("all.\(kind)")
      #expect(text.lowercased().contains("flaky"), "\(kind)")
    }
    let strict = try await project.run(
      "merge",
      "first.json",
      "--rerun",
      "second.json",
      "--fail-on-flaky"
    )
    #expect(strict.status == 1)
    #expect(try await project.run("merge", "all.json", "--quiet").status == 0)
    #expect(try await project.run("merge", "first.json").status == 1)
    let schema = try await project.run("schema", "report")
    try project.folder.write(schema.output, to: "schema.json")
    #expect(try await project.run("validate", "schema.json", "all.json").status == 0)

    let none = try await project.run(again + ["second.json", "--report", "json=none.json"])
    #expect(none.status == 0, "\(none.all)")
    let empty = try await project.run("merge", "first.json", "--rerun", "none.json")
    #expect(empty.status == 1)
    #expect(
      empty.errors == "warning: none.json holds no scenario, so that no verdict changes\n",
      "\(empty.errors)"
    )
    for (arguments, said) in [
      (["second.json", "--rerun", "first.json"], "began before"),
      (["first.json", "--rerun", "first.json"], "same file"),
      (["first.json", "--rerun", "none"], "none"), (["--rerun", "second.json"], "report"),
      (
        ["first.json", "--rerun", "second.json", "--report", "json=second.json"],
        "cannot be written"
      ),
    ] {
      let ending = try await project.run(["merge"] + arguments)
      #expect(ending.status == 2, "\(arguments): \(ending.all)")
      #expect(ending.errors.contains(said), "\(ending.all)")
    }
    try project.folder.write(
      "scenario: new\nbase: \(server.url)\nsteps: [{ GET: /ok }]\n",
      to: "new.scenario.yaml"
    )
    _ = try await project.run("run", "new.scenario.yaml", "--report", "json=new.json")
    let foreign = try await project.run("merge", "first.json", "--rerun", "new.json")
    #expect(foreign.status == 2)
    #expect(
      foreign.errors.contains("the scenario new (new.scenario.yaml:1) is in no report"),
      "\(foreign.errors)"
    )
    await server.stop()
  }
}
