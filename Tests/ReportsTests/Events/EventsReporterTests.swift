import Diagnostics
import Documents
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventsReporterTests {
  @Test func `each event is a line, in the order in which it came`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(
      EventFixture.scenario(0),
      [.passed, .skipped(reason: "no\nneed")],
      .passed,
      logs: ["a\nb"]
    )
    fixture.events.insert(.diagnostic(.init(.warning, "odd", at: .file(path: "a.yaml"))), at: 1)
    fixture.finish()
    let lines = try ReporterDefinition.events.report(on: fixture.events)
      .split(separator: UInt8(ascii: "\n")).map { try JSONParser().parse(Array($0)) }
    #expect(
      lines.compactMap { $0["event"]?.string } == [
        "run-started", "diagnostic", "scenario-started", "step-finished", "step-finished",
        "scenario-finished", "run-finished",
      ]
    )
    #expect(lines[0]["run"]?["seed"]?.string == "42")
    #expect(lines[1]["diagnostic"] == ["severity": "warning", "message": "odd", "path": "a.yaml"])
    #expect(lines[2]["scenario"]?["steps"]?.array?.count == 2)
    #expect(lines[4]["scenario"] == ["index": 0, "attempt": 1])
    #expect(lines[4]["step"]?["reason"]?.string == "no\nneed")
    #expect(
      lines[5]["scenario"] == [
        "index": 0, "attempt": 1, "outcome": "passed", "duration": 0.412, "isFinal": true,
      ]
    )
  }
}
