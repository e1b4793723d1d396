import Documents
import TestSupport
import Testing

/// What GitHub Actions is told by itself.
@Suite(.timeLimit(.minutes(5))) struct GitHubActionsTests {
  private func project(in folder: String = "") throws -> CommandProject {
    var project = try CommandProject([
      "\(folder)a.scenario.yaml": """
      scenario: a
      steps:
        - step: it fails
          GET: http://127.0.0.1:1/

      """
    ])
    // Its own root, wherever temporary folders lie.
    try project.folder.write("", to: ".git/HEAD")
    project.environment["GITHUB_ACTIONS"] = "true"
    project.environment["GITHUB_STEP_SUMMARY"] = project.folder.path("summary.md")
    return project
  }

  private func annotations(_ text: String) -> Int {
    text.split(separator: "\n").count { $0.hasPrefix("::error ") }
  }

  @Test func `annotations stand behind the console, the summary behind what is there`()
    async throws
  {
    let project = try project()
    try project.folder.write("# before\n", to: "summary.md")
    let ending = try await project.run("run", ".")
    #expect(ending.status == 1)
    let last = try #require(ending.output.split(separator: "\n").last)
    #expect(
      last.hasPrefix("::error file=a.scenario.yaml,line=3,col=5,title=a%3A it fails::connect")
    )
    #expect(annotations(ending.output) == 1)
    let summary = try project.folder.readText("summary.md")
    #expect(summary.hasPrefix("# before\n# ✗ Curlew: 1 errored\n"))
    _ = try await project.run("run", ".", "--quiet")
    let again = try project.folder.readText("summary.md")
    #expect(again.split(separator: "\n").count { $0.hasPrefix("# ✗ Curlew") } == 2)
  }

  @Test func `paths are those of the repository`() async throws {
    var project = try project(in: "tests/api/")
    try project.folder.write("", to: ".git/HEAD")
    project.environment["GITHUB_STEP_SUMMARY"] = nil as String?
    let junit = project.folder.path("junit.xml")
    let ending = try await project.run(
      in: "tests/api",
      ["run", ".", "--report", "junit=\(junit)"]
    )
    #expect(ending.output.contains("::error file=tests/api/a.scenario.yaml,line=3"))
    #expect(try project.junit().text.contains(#"file="tests/api/a.scenario.yaml""#))
    let check = try await project.run(in: "tests/api", ["check", "nope", "--format", "github"])
    #expect(check.status == 2)
  }

  @Test func `what was asked for is not written twice`() async throws {
    let project = try project()
    let summary = project.folder.path("summary.md")
    try project.folder.write("# before\n", to: "summary.md")
    let ending = try await project.run(
      "run",
      ".",
      "--report",
      "github=notes.txt",
      "--report",
      "markdown=\(summary)"
    )
    #expect(annotations(ending.output) == 0)
    #expect(annotations(try project.folder.readText("notes.txt")) == 1)
    let text = try project.folder.readText("summary.md")
    #expect(text.hasPrefix("# before\n"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("# ✗ Curlew") } == 1)
  }

  @Test func `--no-github writes neither`() async throws {
    let project = try project()
    let ending = try await project.run("run", ".", "--no-github")
    #expect(annotations(ending.all) == 0)
    #expect((try? project.folder.read("summary.md")) == nil)
  }

  @Test(arguments: [nil, "", "false"])
  func `without GitHub nothing is annotated`(value: String?) async throws {
    var project = try project()
    project.environment["GITHUB_ACTIONS"] = value
    project.environment["GITHUB_STEP_SUMMARY"] = ""
    let ending = try await project.run("run", ".")
    #expect(ending.status == 1)
    #expect(annotations(ending.all) == 0)
  }

  @Test func `a report for a program on standard output stays whole`() async throws {
    let project = try project()
    let ending = try await project.run("run", ".", "--report", "json=-")
    _ = try JSONParser().parse(Array(ending.output.utf8))
    #expect(annotations(ending.errors) == 1)
  }

  @Test func `a summary that cannot be written is a warning`() async throws {
    var project = try project()
    project.environment["GITHUB_STEP_SUMMARY"] = project.folder.path("nowhere/summary.md")
    let ending = try await project.run("run", ".")
    #expect(ending.status == 1)
    #expect(ending.errors.contains("warning: the markdown report cannot be written to"))
  }

  @Test func `the file stays below a mebibyte`() async throws {
    let project = try project()
    let before = (1 << 20) - 300
    try project.folder.write(String(repeating: "x", count: before - 1) + "\n", to: "summary.md")
    #expect(try await project.run("run", ".").status == 1)
    let size = try project.folder.read("summary.md").count
    #expect(size > before && size <= 1 << 20)
  }
}
