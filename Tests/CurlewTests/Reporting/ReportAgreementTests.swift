import Documents
import TestSupport
import Testing

/// All reports of one real run say the same.
@Suite(.timeLimit(.minutes(5))) struct ReportAgreementTests {
  /// The kinds that the command knows, as it names them itself.
  private func kinds() async throws -> [String] {
    let errors = try await CommandProject().run("run", "--report", "zzzzzz=x").errors
    let list = try #require(
      errors.split(separator: "there are ").last?.split(separator: "\n").first
    )
    return list.split(separator: ", ").map { $0.filter { $0.isLetter || $0 == "-" } }
  }

  private static func files(_ base: String) -> [String: String] {
    [
      "a-pass": "steps:\n  - GET: /json\n  - GET: /json\n",
      "b-fail":
        "steps:\n  - GET: /json\n    expect: { status: 418 }\n    continue: true\n  - GET: /json\n",
      "c-error": "steps:\n  - GET: http://127.0.0.1:1/\n  - GET: /json\n",
      "d-skip": "skip: not today\nsteps:\n  - GET: /json\n",
      "e-known":
        "steps:\n  - GET: /json\n    known-failure: issue 7\n    expect: { status: 418 }\n",
      "f-set-up": "setup:\n  - GET: http://127.0.0.1:1/\nsteps:\n  - GET: /json\n",
      "g-bad": "steps: 7\n",
    ].reduce(into: [:]) { files, own in
      files["\(own.key).scenario.yaml"] = "scenario: \(own.key)\nbase: \(base)\n\(own.value)"
    }
  }

  /// What a run was told of itself, read from its reports.
  private struct Told {
    var project: CommandProject
    var kinds: [String]
    var ending: CommandProject.Ending

    func text(_ kind: String) throws -> String { try project.folder.readText("out.\(kind)") }

    func summary() throws -> JSONValue {
      let report = try JSONParser().parse(project.folder.read("out.json"))
      return try #require(report["summary"])
    }

    func count(_ part: String, _ name: String) throws -> Int {
      try #require(try summary()[part]?[name]?.number?.int)
    }
  }

  private func run(_ project: CommandProject, _ options: [String]) async throws -> Told {
    let kinds = try await kinds()
    let reports = kinds.flatMap { ["--report", "\($0)=out.\($0)"] }
    let ending = try await project.run(["run", "."] + options + reports)
    return Told(project: project, kinds: kinds, ending: ending)
  }

  private static let names = [
    ("passed", "passed"), ("failed", "failed"), ("errored", "errored"), ("flaky", "flaky"),
    ("skipped", "skipped"), ("notRun", "not run"),
  ]

  @Test(arguments: [[], ["--fail-fast", "1", "--jobs", "1"], ["--repeat", "3"]])
  func `counts are equal in every report`(options: [String]) async throws {
    let server = try await FixtureServer.start()
    let told = try await run(CommandProject(Self.files(server.url)), options)
    #expect(told.kinds.count >= 8)
    #expect(told.ending.status == 2, "\(told.ending.all)")
    let junit = try JUnitReport(told.project.folder.read("out.junit"))
    #expect(try junit.countsAreRight())
    // The file that cannot be understood is a case of its own.
    #expect(try junit.count("failures") == told.count("steps", "failed"))
    #expect(try junit.count("errors") == told.count("steps", "errored") + 1)
    #expect(try junit.count("skipped") == told.count("steps", "skipped"))

    let console = try told.text("console").split(separator: "\n").last ?? ""
    #expect(told.ending.output.split(separator: "\n").last?.prefix(20) == console.prefix(20))
    let tap = try told.text("tap").split(separator: "\n")
    let markdown = try told.text("markdown").split(separator: "\n")
    var row = "| scenarios |"
    for (name, shown) in Self.names {
      let count = try told.count("scenarios", name)
      #expect(console.contains(" \(count) \(shown)") == (count > 0), "\(console)")
      row += " \(count) |"
    }
    #expect(console.contains(", 1 unreadable file in "))
    #expect(markdown.contains { $0 == row })
    let bad = try told.count("scenarios", "failed") + told.count("scenarios", "errored")
    #expect(tap.count { $0.hasPrefix("not ok ") } == bad + 1)
    #expect(
      try tap.count { $0.hasPrefix("ok ") && $0.contains(" # SKIP not run: ") }
        == told.count("scenarios", "notRun")
    )
    let events = try told.text("events").split(separator: "\n")
    let last = try JSONParser().parse(Array((events.last ?? "").utf8))
    #expect(try last["summary"] == told.summary())
    let page = try HTMLReport(told.project.folder.read("out.html"))
    #expect(try page.summary() == told.summary())
    let outcomes = try page.outcomes()
    for (name, shown) in Self.names {
      #expect(try outcomes.count { $0 == shown } == told.count("scenarios", name), "\(shown)")
    }
    let har = try JSONParser().parse(told.project.folder.read("out.har"))
    let entries = har["log"]?["entries"]?.array?.count
    #expect(try entries == told.summary()["requestCount"]?.number?.int)
    await server.stop()
  }

  @Test func `a failure has one place, one expectation and one value in every report`()
    async throws
  {
    let server = try await FixtureServer.start()
    var project = try CommandProject([
      "one.scenario.yaml": """
      scenario: one
      base: ${env.FIXTURE_URL}
      steps:
        - step: it fails
          GET: /json
          expect: { json: { $.slideshow.title: Expected-title } }

      """
    ])
    project.environment["FIXTURE_URL"] = server.url
    let told = try await run(project, [])
    #expect(told.ending.status == 1, "\(told.ending.all)")
    let block = """
      ✗ it fails  GET /json → 200 in 
      """
    let excerpt = """
        one.scenario.yaml:6:42
          6 |     expect: { json: { $.slideshow.title: Expected-title } }
            |                                          ^^^^^^^^^^^^^^ expected "Expected-title", got 
      """
    for kind in told.kinds where kind != "har" && !kind.hasPrefix("coverage") {
      let text = try told.text(kind)
      for part in ["one.scenario.yaml", "Expected-title", "Sample"] {
        #expect(text.contains(part), "\(kind): \(part)")
      }
    }
    let junit = try told.project.folder.read("out.junit")
    let body = try #require(try JUnitReport(junit).cases.first?.body)
    for text in [told.ending.output, try told.text("console"), try told.text("markdown"), body] {
      #expect(text.contains("\(block)"), "\(text)")
      #expect(text.contains("\(excerpt)\"Sample\"\n"), "\(text)")
    }
    // The page has them as members of the assertion, and says them by the same texts.
    let page = try HTMLReport(told.project.folder.read("out.html"))
    let step = try page.scenario(0)["steps"]?[0]
    let bad = try #require(step?["assertions"]?.array?.first { $0["verdict"]?.string == "fails" })
    #expect(bad["expected"]?.string == "\"Expected-title\"")
    #expect(bad["actual"]?.string == "\"Sample\"")
    #expect(bad["place"]?["path"]?.string == "one.scenario.yaml")
    #expect(bad["place"]?["line"]?.number?.int == 6)
    #expect(bad["place"]?["column"]?.number?.int == 42)
    await server.stop()
  }
}
