import Documents
import TestSupport
import Testing

/// What a scenario is about stands in the reports for files, and a used step has its own place.
@Suite(.timeLimit(.minutes(5))) struct DescriptionTests {
  private func project() throws -> CommandProject {
    try CommandProject([
      "one.scenario.yaml": """
      scenario: one
      description: From the <basket> to the door.
      steps:
        - use: steps/login.steps.yaml
        - log: own
      """,
      "steps/login.steps.yaml": "# two\n# lines\nsteps:\n  - step: inner\n    log: x\n",
    ])
  }

  private let reports = ["json", "html", "junit"].flatMap { ["--report", "\($0)=out.\($0)"] }

  private func check(_ project: CommandProject, _ name: String) throws {
    let text = "From the <basket> to the door."
    let json = try JSONParser().parse(project.folder.read("\(name).json"))
    #expect(json["scenarios"]?[0]?["description"]?.string == text)
    let page = try HTMLReport(project.folder.read("\(name).html"))
    #expect(try page.scenario(0)["description"]?.string == text)
    // The page shows that of the list.
    #expect(try page.row(0)?["description"]?.string == text)
    let junit = try XMLDocument(parsing: project.folder.read("\(name).junit"))
    let path = "string(//testsuite/properties/property[@name='description']/@value)"
    #expect(try junit.evaluate(XPath(parsing: path)) == .string(text))
  }

  @Test func `the description of a scenario is in JSON, HTML and JUnit, merged ones too`()
    async throws
  {
    let project = try project()
    let run = try await project.run(["run", "one.scenario.yaml"] + reports)
    #expect(run.status == 0, "\(run.all)")
    try check(project, "out")
    let merged = ["json", "html", "junit"].flatMap { ["--report", "\($0)=merged.\($0)"] }
    let merge = try await project.run(["merge", "out.json"] + merged)
    #expect(merge.status == 0, "\(merge.all)")
    try check(project, "merged")
  }

  @Test func `a secret that stands in a description is masked, as in a name`() async throws {
    let project = try CommandProject([
      "one.scenario.yaml": """
      scenario: with tok3n/abcdef
      description: Logs in with tok3n/abcdef.
      steps: [{ log: own }]
      """
    ])
    let kinds = ["json", "html", "junit", "events", "markdown", "tap"]
    let run = try await project.run(
      ["run", "one.scenario.yaml", "--secret", "key=tok3n/abcdef"]
        + kinds.flatMap { ["--report", "\($0)=out.\($0)"] }
    )
    #expect(run.status == 0 && !run.all.contains("abcdef"), "\(run.all)")
    for kind in kinds {
      #expect(try !project.folder.readText("out.\(kind)").contains("abcdef"), "\(kind)")
    }
    let json = try JSONParser().parse(project.folder.read("out.json"))
    #expect(json["scenarios"]?[0]?["description"]?.string == "Logs in with •••.")
  }

  @Test func `a used step has its own file and line in JUnit`() async throws {
    let project = try project()
    _ = try await project.run("run", "one.scenario.yaml", "--report", "junit=out.junit")
    let junit = try XMLDocument(parsing: project.folder.read("out.junit"))
    func attribute(_ name: String, of place: Int) throws -> XPathResult {
      try junit.evaluate(XPath(parsing: "string(//testcase[\(place)]/@\(name))"))
    }
    #expect(try attribute("file", of: 1) == .string("steps/login.steps.yaml"))
    #expect(try attribute("line", of: 1) == .string("4"))
    #expect(try attribute("file", of: 2) == .string("one.scenario.yaml"))
    #expect(try attribute("line", of: 2) == .string("5"))
  }
}
