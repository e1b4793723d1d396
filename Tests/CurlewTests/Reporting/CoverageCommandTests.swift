import TestSupport
import Testing

/// What the command makes of coverage in reports.
@Suite(.timeLimit(.minutes(5))) struct CoverageCommandTests {
  private static let contract = #"""
    "contracts": [{
      "path": "api.yaml", "title": "Shop", "violationCount": 0, "warningCount": 0, "undocumentedCount": 0,
      "operations": [
        {"name": "list", "method": "GET", "path": "/", "line": 3, "count": 2, "negativeCount": 0,
         "violationCount": 0, "warningCount": 0, "responses": [{"status": "200", "count": 2}]},
        {"name": "add", "method": "POST", "path": "/", "line": 9, "count": 0, "negativeCount": 0,
         "violationCount": 0, "warningCount": 0, "responses": [{"status": "201", "count": 0}]}
      ]
    }],
    """#

  /// A project with the report of a run that passed, in which a contract stands.
  private func project(_ summary: String = contract) async throws -> CommandProject {
    let project = try CommandProject([
      "one.scenario.yaml": "scenario: one\nsteps: [{ log: a }]\n"
    ])
    let run = try await project.run("run", "one.scenario.yaml", "--report", "json=run.json")
    #expect(run.status == 0, "\(run.all)")
    let text = try project.folder.readText("run.json")
    let place = #""summary":{"#
    #expect(text.contains(place))
    try project.folder.write(text.replacing(place, with: place + summary), to: "run.json")
    return project
  }

  @Test func `merge shows the coverage, writes it and fails below the minimum`() async throws {
    let project = try await project()
    let merge = try await project.run(
      "merge",
      "run.json",
      "--report",
      "coverage=coverage.json",
      "--report",
      "coverage-markdown=coverage.md"
    )
    #expect(merge.status == 0, "\(merge.all)")
    #expect(merge.output.contains("contract  1 of 2 operations, 1 of 2 responses, 0 violations"))
    let schema = try await project.run("schema", "coverage")
    try project.folder.write(schema.output, to: "coverage.schema.json")
    let valid = try await project.run("validate", "coverage.schema.json", "coverage.json")
    #expect(valid.status == 0, "\(valid.all)")
    #expect(try project.folder.readText("coverage.md").contains("1 of 2 (50 %)"))

    let short = try await project.run("merge", "run.json", "--coverage-minimum", "operations=51")
    #expect(short.status == 1, "\(short.all)")
    #expect(
      short.output.contains(
        "error: api.yaml: 1 of 2 operations were exercised (50 %), the minimum is 51 %"
      )
    )
    let enough = try await project.run("merge", "run.json", "--coverage-minimum", "operations=50")
    #expect(enough.status == 0, "\(enough.all)")
    let wrong = try await project.run("merge", "run.json", "--coverage-minimum", "operation=50")
    #expect(wrong.status == 2, "\(wrong.all)")
    #expect(wrong.errors.contains("did you mean \"operations\"?"), "\(wrong.errors)")
  }

  @Test func `a minimum that the run had is kept`() async throws {
    let minimum = #""coverageMinimum": "responses=100","#
    let project = try await project(Self.contract + minimum)
    let merge = try await project.run("merge", "run.json", "--report", "json=merged.json")
    #expect(merge.status == 1, "\(merge.all)")
    let again = try await project.run("merge", "merged.json", "--quiet")
    #expect(again.status == 1, "\(again.all)")
    #expect(again.output.contains("error: api.yaml: 1 of 2 responses"))
  }

  @Test func `without a contract no minimum is reached`() async throws {
    let project = try await project("")
    let merge = try await project.run("merge", "run.json", "--coverage-minimum", "operations=1")
    #expect(merge.status == 1, "\(merge.all)")
    #expect(merge.output.contains("no contract was in use"))
  }
}
