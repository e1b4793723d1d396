import Documents
import Locks
import TestSupport
import Testing

/// `merge` ends as the runs did, by the rules that they ran with.
@Suite(.timeLimit(.minutes(5))) struct MergeRuleTests {
  @Test(arguments: [["--fail-on-flaky"], []])
  func `merge fails on flaky scenarios as the run did`(options: [String]) async throws {
    let isFirst = Locked(true)
    let server = try await FixtureServer.start(
      routes: FixtureRoutes { _ in
        .status(
          isFirst.withLock { first in
            defer { first = false }
            return first
          } ? 503 : 200
        )
      }
    )
    let project = try CommandProject(base: server.url, scenario: "steps: [{ GET: / }]\n")
    let run = try await project.run(
      ["run", "one.scenario.yaml", "--retries", "1", "--report", "json=run.json"] + options
    )
    let status: Int32 = options.isEmpty ? 0 : 1
    #expect(run.status == status, "\(run.all)")
    let merge = try await project.run("merge", "run.json", "--report", "json=merged.json")
    #expect(merge.status == status, "\(merge.all)")
    #expect(merge.output.contains("✗ 1 scenario: 1 flaky") == (status == 1), "\(merge.output)")
    let again = try await project.run("merge", "merged.json")
    #expect(again.status == status, "\(again.all)")
    let given = try await project.run("merge", "run.json", "--fail-on-flaky")
    #expect(given.status == 1, "\(given.all)")
    await server.stop()
  }

  @Test(arguments: [["--allow-empty"], []])
  func `merge allows an empty run as the run did`(options: [String]) async throws {
    let project = try CommandProject([
      "one.scenario.yaml": "scenario: one\ntags: [a]\nsteps: [{ log: a }]\n"
    ])
    let arguments = ["run", "one.scenario.yaml", "--tag", "b", "--report", "json=run.json"]
    let run = try await project.run(arguments + options)
    let status: Int32 = options.isEmpty ? 4 : 0
    #expect(run.status == status, "\(run.all)")
    let merge = try await project.run("merge", "run.json")
    #expect(merge.status == status, "\(merge.all)")
  }

  @Test func `merge exits with 1 when only after-all failed`() async throws {
    let project = try CommandProject([
      "curlew.yaml": "after-all: [{ GET: 'http://127.0.0.1:1/' }]\n",
      "one.scenario.yaml": "scenario: one\nsteps: [{ log: a }]\n",
    ])
    let run = try await project.run("run", "one.scenario.yaml", "--report", "json=run.json")
    #expect(run.status == 1, "\(run.all)")
    let merge = try await project.run("merge", "run.json")
    #expect(merge.status == 1, "\(merge.all)")
    #expect(merge.output.contains("✗ 1 scenario: 1 passed, 1 error of the run"))
  }
}
