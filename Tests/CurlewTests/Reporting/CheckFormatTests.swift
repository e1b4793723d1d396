import Documents
import TestSupport
import Testing

/// `curlew check --format`.
@Suite(.timeLimit(.minutes(5))) struct CheckFormatTests {
  private func project() throws -> CommandProject {
    try CommandProject([
      "good.scenario.yaml": "scenario: good\nsteps:\n  - log: x\n",
      "bad.scenario.yaml": "scenario: bad\nsteps:\n  - GET: /x\n    expects: { status: 200 }\n",
    ])
  }

  @Test func `text shows the place and counts`() async throws {
    let ending = try await project().run("check", ".")
    #expect(ending.status == 2)
    #expect(ending.output.contains(#"bad.scenario.yaml:4:5: error: unknown key "expects""#))
    #expect(ending.output.hasSuffix("2 files: 1 error, 0 warnings\n"))
  }

  @Test func `JSON is one document`() async throws {
    let ending = try await project().run("check", ".", "--format", "json")
    #expect(ending.status == 2)
    let document = try JSONParser().parse(Array(ending.output.utf8))
    #expect(document["format"]?.string == "curlew-check")
    #expect(document["fileCount"]?.number?.int == 2)
    #expect(document["errors"]?.number?.int == 1)
    let place = document["diagnostics"]?[0]?["place"]
    #expect(place?["line"]?.number?.int == 4 && place?["column"]?.number?.int == 5)
    #expect(document["diagnostics"]?[0]?["suggestion"]?.string == "expect")
  }

  @Test func `GitHub gets annotations`() async throws {
    let project = try project()
    // Its own root, wherever temporary folders lie.
    try project.folder.write("", to: ".git/HEAD")
    let ending = try await project.run("check", ".", "--format", "github")
    #expect(ending.status == 2)
    #expect(ending.output.hasPrefix("::error file=bad.scenario.yaml,line=4,col=5,title=curlew::"))
  }

  @Test func `an unknown format is a mistake`() async throws {
    let ending = try await project().run("check", ".", "--format", "xml")
    #expect(ending.status == 2)
    #expect(ending.errors.contains("--format takes text, json or github"))
  }
}
