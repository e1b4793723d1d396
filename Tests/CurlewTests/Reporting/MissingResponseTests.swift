import Documents
import TestSupport
import Testing

/// What the reports say where a response did not come whole.
@Suite(.timeLimit(.minutes(5))) struct MissingResponseTests {
  @Test(arguments: [
    ("closeInHead", "→ a response cut in its head in ", true),
    ("closeBeforeHead", "→ no response in ", false),
  ])
  func `no response is said only where no byte of a head came`(
    fault: String,
    words: String,
    isCut: Bool
  ) async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: "steps: [{ GET: /fault/\(fault) }]\n"
    )
    let run = try await project.run(
      "run",
      "one.scenario.yaml",
      "--report",
      "json=out.json",
      "--report",
      "markdown=out.md"
    )
    await server.stop()
    #expect(run.status == 1, "\(run.all)")
    for text in [run.output, try project.folder.readText("out.md")] {
      #expect(text.contains(words), "\(text)")
    }
    let json = try JSONParser().parse(project.folder.read("out.json"))
    let exchange = json["scenarios"]?[0]?["steps"]?[0]?["attempts"]?[0]?["exchange"]
    #expect(exchange?["isHeadCut"] == (isCut ? true : nil))
  }
}
