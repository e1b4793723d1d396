import Foundation
import TestSupport
import Testing

/// `curlew reference`.
@Suite(.timeLimit(.minutes(5))) struct ReferenceCommandTests {
  @Test func `it prints the page, or a part of it`() async throws {
    let project = try CommandProject()
    let whole = try await project.run("reference")
    let page = "\(ProjectPaths.root)/Sources/curlew/curlew.docc/Reference.md"
    #expect(whole.status == 0)
    #expect(whole.output == (try String(contentsOfFile: page, encoding: .utf8)))
    let part = try await project.run("reference", "matchers")
    #expect(part.status == 0)
    #expect(part.output.hasPrefix("## Matchers\n"))
    #expect(whole.output.contains(part.output))
  }

  @Test func `a part that there is not is a mistake of usage that names the parts`() async throws {
    let ending = try await CommandProject().run("reference", "matcher")
    #expect(ending.status == 2)
    #expect(ending.errors.contains("there is no part 'matcher'"))
    #expect(ending.errors.contains("matchers"))
  }

  @Test func `the printed schema validates scenario files through the command`() async throws {
    let project = try CommandProject([
      "good.scenario.yaml": "scenario: a\nsteps: [{ log: a }]\n",
      "bad.scenario.yaml": "scenario: a\nskip: true\nsteps: [{ log: a }]\n",
      "broken.scenario.yaml": "scenario: [\n",
    ])
    let schema = try await project.run("schema")
    try project.folder.write(schema.output, to: "schema.json")
    for (name, status) in [("good", 0), ("bad", 1), ("broken", 2)] as [(String, Int32)] {
      let ending = try await project.run("validate", "schema.json", "\(name).scenario.yaml")
      #expect(ending.status == status, "\(ending.all)")
    }
  }
}
