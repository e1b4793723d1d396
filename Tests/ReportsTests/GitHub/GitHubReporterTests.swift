import Diagnostics
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct GitHubReporterTests {
  @Test func `a run with every outcome is annotated`() throws {
    #expect(
      try ReporterDefinition.github.text(of: .everyOutcome) == """
        ::error file=scenarios/orders.scenario.yaml,line=7,col=18,title=Order lifecycle [ABC-2]\
        %3A create an order::$.total: expected 19.98 ± 0.01, got 20.5%0A\
        $.total in application/json, 15 bytes:  "total": 20.5 …
        ::error file=scenarios/login.scenario.yaml,line=1,col=11,title=Login\
        %3A login › get token::connect: connection refused%0Ais it running?
        ::warning file=scenarios/other.scenario.yaml,line=1,col=11,title=Other [b]\
        ::flaky: passed at attempt 2

        """
    )
  }

  @Test func `at most ten of a kind are written, the first of the source`() throws {
    var fixture = EventFixture(scenarioCount: 30)
    for index in (0..<30).reversed() {
      fixture.add(
        EventFixture.scenario(index, row: "\(index)"),
        [.failed([EventFixture.failure()]), .passed],
        .failed
      )
    }
    fixture.finish()
    let lines = try ReporterDefinition.github.text(of: fixture).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines.first?.contains("[0]") == true)
    #expect(lines.last == "::notice title=curlew::20 further annotations left out, see the log")
  }

  @Test func `what means something in a command is escaped`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    let file = SourceFile(path: "a,b:c%.yaml", text: "x")
    fixture.events.append(
      .diagnostic(Diagnostic(.error, "100% wrong", at: file.range(0..<1), hint: "x\ny"))
    )
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed)
    fixture.finish()
    #expect(
      try ReporterDefinition.github.text(of: fixture)
        == "::error file=a%2Cb%3Ac%25.yaml,line=1,col=1,title=curlew::100%25 wrong%0Ax%0Ay\n"
    )
  }
}
