import Foundation
import TestSupport
import Testing

/// The project's own scenarios against the demo API.
@Suite(.timeLimit(.minutes(5))) struct ScenarioSuiteTests {
  @Test(arguments: ["1", "16"])
  func `all scenarios of the project pass against the demo API`(jobs: String) async throws {
    let project = try CommandProject()
    let junit = project.folder.path("junit.xml")
    let ending = try await project.run(
      "run",
      ProjectPaths.scenarios,
      "--demo",
      "--jobs",
      jobs,
      "--report",
      "junit=\(junit)"
    )
    #expect(ending.status == 0, "\(ending.all)")
    let report = try project.junit()
    #expect(try report.countsAreRight())
    #expect(report.cases.count > 40)
    #expect(try report.count("failures") == 0)
    #expect(try report.count("errors") == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: ProjectPaths.scenarios)
      .filter { $0.hasSuffix(".scenario.yaml") }
    #expect(files.count >= 10)
    // What runs before and after all is in no count.
    #expect(Set(report.cases.map(\.suite)).count == files.count)
    #expect(Set(report.cases.map { "\($0.classname) \($0.name)" }).count == report.cases.count)
  }

  @Test func `the one with commands passes when they are allowed, and no search finds it`()
    async throws
  {
    let project = try CommandProject()
    let file = "\(ProjectPaths.scenarios)/with-commands.yaml"
    let ending = try await project.run("run", file, "--demo", "--allow-exec")
    #expect(ending.status == 0, "\(ending.all)")
    let refused = try await project.run("run", file, "--demo")
    #expect(refused.status == 2)
    #expect(refused.all.contains("--allow-exec"))
  }

  @Test func `check finds nothing wrong with them`() async throws {
    let ending = try await CommandProject().run("check", ProjectPaths.scenarios)
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("0 errors"))
  }
}
