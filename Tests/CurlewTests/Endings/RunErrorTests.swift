import Documents
import TestSupport
import Testing

/// `before-all` and `after-all` are no scenarios in any count; a failed one is one error of the run in each report.
@Suite(.timeLimit(.minutes(5))) struct RunErrorTests {
  private static let kinds = ["json", "junit", "html", "tap", "markdown", "github"]

  private func run(
    _ phase: String,
    _ steps: String,
    _ body: (CommandProject, CommandProject.Ending) throws -> Void
  ) async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject([
      "curlew.yaml": "base: \(server.url)\n\(phase): [\(steps)]\n",
      "a.scenario.yaml": "scenario: a\nsteps: [{ GET: /json }]\n",
      "b.scenario.yaml": "scenario: b\nsteps: [{ GET: /json }]\n",
    ])
    let reports = Self.kinds.flatMap { ["--report", "\($0)=out.\($0)"] }
    let ending = try await project.run(["run", "."] + reports)
    await server.stop()
    try body(project, ending)
  }

  @Test(arguments: ["before-all", "after-all"])
  func `one that passes is in no count`(phase: String) async throws {
    try await run(phase, "{ GET: /json }, { GET: /json }") { project, ending in
      #expect(ending.status == 0, "\(ending.all)")
      #expect(ending.output.contains("✓ 2 scenarios: 2 passed in "))
      let json = try JSONParser().parse(project.folder.read("out.json"))
      #expect(json["summary"]?["scenarios"]?["passed"] == 2)
      #expect(json["summary"]?["steps"]?["passed"] == 2)
      #expect(json["summary"]?["runErrorCount"] == 0)
      let junit = try JUnitReport(project.folder.read("out.junit"))
      #expect(junit.cases.count == 2)
      let tap = try project.folder.readText("out.tap")
      #expect(tap.contains("1..2"))
      #expect(!tap.contains(phase))
    }
  }

  @Test(arguments: ["before-all", "after-all"])
  func `one that does not succeed is one error of the run`(phase: String) async throws {
    let steps = "{ GET: /status/500, continue: true }, { GET: /status/501 }"
    try await run(phase, steps) { project, ending in
      let outcome = phase == "before-all" ? "2 not run" : "2 passed"
      #expect(ending.status == 1, "\(ending.all)")
      #expect(ending.output.contains("✗ 2 scenarios: \(outcome), 1 error of the run in "))
      let json = try JSONParser().parse(project.folder.read("out.json"))
      #expect(json["summary"]?["runErrorCount"] == 1)
      #expect(json["summary"]?["scenarios"]?["failed"] == 0)
      #expect(json["summary"]?["scenarios"]?["errored"] == 0)
      #expect(json["summary"]?["steps"]?["errored"] == 0)
      let junit = try JUnitReport(project.folder.read("out.junit"))
      #expect(try junit.count("errors") == 1)
      #expect(try junit.count("failures") == 0)
      let own = junit.cases.filter { $0.verdict == "error" }
      #expect(own.map(\.suite) == [phase])
      #expect(own.map(\.type) == [phase])
      #expect(own.first?.body.contains("500") == true)
      #expect(own.first?.body.contains("501") == true)
      #expect(try junit.countsAreRight())
      let tap = try project.folder.readText("out.tap").split(separator: "\n")
      #expect(tap.count { $0.hasPrefix("not ok ") } == 1)
      let markdown = try project.folder.readText("out.markdown")
      #expect(markdown.contains("1 error of the run"))
      #expect(markdown.ranges(of: "\n### ").count == 1)
      let page = try HTMLReport(project.folder.read("out.html"))
      #expect(try page.summary()?["runErrorCount"] == 1)
    }
  }
}
