import TestSupport
import Testing

/// Names of files in a repository whose root is above the working folder.
@Suite(.timeLimit(.minutes(5))) struct RepositoryRootTests {
  @Test func `annotations name files from the root`() async throws {
    let project = try CommandProject([
      "tests/api/bad.scenario.yaml": "scenario: bad\nsteps:\n  - GET: /x\n    expects: {}\n"
    ])
    // Its own root, wherever temporary folders lie.
    try project.folder.write("", to: ".git/HEAD")
    let ending = try await project.run(in: "tests/api", ["check", ".", "--format", "github"])
    #expect(ending.status == 2)
    #expect(ending.output.hasPrefix("::error file=tests/api/bad.scenario.yaml,line=4"))
  }
}
