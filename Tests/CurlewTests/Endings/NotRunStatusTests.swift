import Documents
import TestSupport
import Testing

/// What was to run and did not has not passed.
@Suite(.timeLimit(.minutes(5))) struct NotRunStatusTests {
  /// The report of a run of one scenario that passes and one that ended in a way of its own.
  private func report(_ project: CommandProject, ending outcome: String) throws -> String {
    let text = try project.folder.readText("run.json")
    let count = outcome == "not run" ? "notRun" : outcome
    let changed = text.replacing("\"outcome\":\"skipped\"", with: "\"outcome\":\"\(outcome)\"")
    var report = try JSONParser().parse(changed)
    var summary = try #require(report["summary"]?.object)
    var scenarios = try #require(summary["scenarios"]?.object)
    scenarios["skipped"] = 0
    scenarios[count] = 1
    summary["scenarios"] = .object(scenarios)
    var members = try #require(report.object)
    members["summary"] = .object(summary)
    report = .object(members)
    return report.serializedText()
  }

  @Test(arguments: [("skipped", Int32(0)), ("not run", 1)])
  func `a run whose only bad count is notRun exits with 1`(
    outcome: String,
    status: Int32
  ) async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject([
      "a.scenario.yaml": "scenario: a\nbase: \(server.url)\nsteps: [{ GET: /json }]\n",
      "b.scenario.yaml":
        "scenario: b\nbase: \(server.url)\nskip: not today\nsteps: [{ GET: /json }]\n",
    ])
    let run = try await project.run("run", ".", "--report", "json=run.json")
    #expect(run.status == 0, "\(run.all)")
    try project.folder.write(report(project, ending: outcome), to: "changed.json")
    let merge = try await project.run(
      "merge",
      "changed.json",
      "--report",
      "markdown=all.md",
      "--report",
      "console=all.txt"
    )
    #expect(merge.status == status, "\(merge.all)")
    #expect(merge.output.contains("1 passed, 1 \(outcome)"), "\(merge.all)")
    let isBad = status != 0
    #expect(try project.folder.readText("all.md").hasPrefix("# \(isBad ? "✗" : "✓") "))
    await server.stop()
  }
}
