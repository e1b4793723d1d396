import Documents
import TestSupport
import Testing

/// `assert` and `steps` in every report of the real command.
@Suite(.timeLimit(.minutes(5))) struct StepKindReportTests {
  private static let kinds = ["junit", "json", "html", "tap", "markdown", "github", "events"]

  private func run(
    _ text: String,
    _ options: String...
  ) async throws -> (
    CommandProject, CommandProject.Ending
  ) {
    let server = try await FixtureServer.start()
    let project = try CommandProject(base: server.url, scenario: text)
    let reports = Self.kinds.flatMap { ["--report", "\($0)=out.\($0)"] }
    let ending = try await project.run(["run", "."] + reports + options)
    await server.stop()
    return (project, ending)
  }

  @Test func `each assertion that does not hold is in every report`() async throws {
    let (project, ending) = try await run(
      """
      variables: { ids: [4711, 4712, 4712] }
      steps:
        - step: distinct
          assert:
            - ${length(unique(ids)) == 3}
            - ${length(ids) == 3}
            - { value: "${ids}", count: 5 }

      """
    )
    #expect(ending.status == 1, "\(ending.all)")
    let first = "expected length(unique(ids)) == 3 to be true"
    let second = "expected count 5, got 3"
    #expect(ending.output.contains(first) && ending.output.contains(second), "\(ending.output)")
    // What the names stood for.
    #expect(ending.output.contains("│      [4711,4712,4712]"), "\(ending.output)")
    #expect(ending.output.contains("ids is [4711, 4712, 4712]"), "\(ending.output)")
    for kind in Self.kinds {
      #expect(try project.folder.readText("out.\(kind)").contains(first), "\(kind)")
    }
    for kind in ["junit", "json", "html", "events", "markdown"] {
      #expect(try project.folder.readText("out.\(kind)").contains(second), "\(kind)")
    }
    let report = try JSONParser().parse(project.folder.read("out.json"))
    let step = try #require(report["scenarios"]?[0]?["steps"]?[0])
    #expect(step["action"] == "assert")
    #expect(step["attempts"]?[0]?["assertionCount"] == 3)
    #expect(step["attempts"]?[0]?["assertions"]?.array?.count == 3)
    #expect(report["summary"]?["requestCount"] == 0)
    let junit = try JUnitReport(project.folder.read("out.junit"))
    #expect(try junit.countsAreRight())
    #expect(junit.cases.count == 1)
  }

  @Test(arguments: ["1", "8"])
  func `a group that passes at its third try has passed, and shows the tries`(
    jobs: String
  ) async throws {
    let (project, ending) = try await run(
      """
      steps:
        - step: group
          retry: { attempts: 5, every: 1ms }
          steps:
            - { step: draw, GET: /json }
            - { step: command, exec: [sh, -c, "echo x >> tries; test $(wc -l < tries) -ge 3"] }
            - { step: last, assert: true }

      """,
      "--allow-exec",
      "--jobs",
      jobs
    )
    #expect(ending.status == 0, "\(ending.all)")
    #expect(
      ending.output.contains("the group was tried 3 times; this step did not pass in 2 of them")
    )
    #expect(!ending.output.contains("flaky"))
    let report = try JSONParser().parse(project.folder.read("out.json"))
    let steps = try #require(report["scenarios"]?[0]?["steps"]?.array)
    #expect(steps.map { $0["name"] } == ["group › draw", "group › command", "group › last"])
    #expect(steps[0]["attemptCount"] == 3)
    #expect(steps[0]["attempts"]?.array?.map { $0["number"] } == [1, 2, 3])
    #expect(steps.allSatisfy { $0["result"] == "passed" })
    let junit = try JUnitReport(project.folder.read("out.junit"))
    #expect(try junit.countsAreRight())
    #expect(junit.cases.map(\.verdict) == [nil, nil, nil])
  }

  @Test func `a group that never passes says in how many tries`() async throws {
    let (project, ending) = try await run(
      """
      steps:
        - step: group
          retry: { attempts: 3, every: 1ms }
          steps:
            - { step: it, GET: /status/503 }
            - { step: rest, GET: /json }

      """
    )
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.output.contains("(attempt 3)"), "\(ending.output)")
    let junit = try JUnitReport(project.folder.read("out.junit"))
    #expect(junit.cases.map(\.verdict) == ["failure", "skipped"])
    #expect(junit.cases[0].body.contains("3 of 3 attempts did not pass"), "\(junit.cases[0].body)")
  }
}
