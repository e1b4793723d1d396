import Documents
import TestSupport
import Testing

/// Texts that differ in their middle are told alike by every report.
@Suite(.timeLimit(.minutes(5))) struct TextDifferenceReportTests {
  @Test func `the first difference of long texts and the lines of others are in every report`()
    async throws
  {
    let long = String(repeating: "a", count: 400)
    let server = try await FixtureServer.start(
      routes: FixtureRoutes { request in
        request.path == "/long"
          ? .json("{\"t\": \"\(long)x\(long)\"}") : .text("first\nsecond\nthird\n")
      }
    )
    let project = try CommandProject(
      base: server.url,
      scenario: """
        steps:
          - GET: /long
            continue: true
            expect: { json: { $.t: \(long)y\(long) } }
          - GET: /lines
            expect: { text: "first\\n2nd\\nthird\\n" }

        """
    )
    let reports = ["json", "markdown", "html"].flatMap { ["--report", "\($0)=out.\($0)"] }
    let run = try await project.run(["run", "one.scenario.yaml"] + reports)
    #expect(run.status == 1)
    let around = String(repeating: "a", count: 40)
    for text in [run.output, try project.folder.readText("out.markdown")] {
      #expect(text.contains("at $.t, character 401"), "\(text)")
      #expect(text.contains("…\"\(around)y"))
      #expect(text.contains("…\"\(around)x"))
      #expect(text.contains("expected \"2nd\" at line 2, got \"second\""))
    }
    let json = try JSONParser().parse(project.folder.read("out.json"))
    let page = try HTMLReport(project.folder.read("out.html"))
    for scenario in [json["scenarios"]?[0], try page.scenario(0)] {
      let first = scenario?["steps"]?[0]?["assertions"]?[0]?["differences"]?[0]
      #expect(first?["path"]?.string == "$.t, character 401")
      #expect(first?["expected"]?.string?.hasPrefix("…\"\(around)y") == true)
      #expect(first?["actual"]?.string?.hasPrefix("…\"\(around)x") == true)
      let second = scenario?["steps"]?[1]?["assertions"]?[0]?["differences"]?[0]
      #expect(second?["path"]?.string == "line 2")
    }
    await server.stop()
  }
}
