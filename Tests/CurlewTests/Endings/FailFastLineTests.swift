import TestSupport
import Testing

/// What was not run is told in one line.
@Suite(.timeLimit(.minutes(5))) struct FailFastLineTests {
  @Test func `--fail-fast prints one line for all that was not run`() async throws {
    let server = try await FixtureServer.start()
    var files = ["a.scenario.yaml": "scenario: a\nsteps: [{ GET: '\(server.url)/status/500' }]\n"]
    for name in ["b", "c", "d", "e"] {
      files["\(name).scenario.yaml"] = "scenario: \(name)\nsteps: [{ log: x }]\n"
    }
    let project = try CommandProject(files)
    for option in [[], ["--verbose"]] {
      let run = try await project.run(["run", ".", "--fail-fast", "--jobs", "1"] + option)
      #expect(run.status == 1)
      let lines = run.output.split(separator: "\n").filter { $0.contains("--fail-fast ended") }
      #expect(lines == ["· 4 scenarios not run: --fail-fast ended the run"], "\(run.output)")
      #expect(run.output.contains("✗ 5 scenarios: 1 failed, 4 not run"))
      #expect(!run.output.contains("b.scenario.yaml"))
    }
    let quiet = try await project.run("run", ".", "--fail-fast", "--jobs", "1", "--quiet")
    #expect(!quiet.output.contains("--fail-fast ended"))
    await server.stop()
  }
}
