import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct TAPReporterTests {
  @Test func `marks in names are escaped`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(
      EventFixture.scenario(0, "a # SKIP b \\"),
      [.passed, .passed],
      .passed
    )
    fixture.finish()
    #expect(
      try ReporterDefinition.tap.text(of: fixture)
        .contains("ok 1 - scenarios/orders.scenario.yaml: a \\# SKIP b \\\\\n")
    )
  }

  @Test func `an empty run is not ok unless it is meant`() throws {
    var fixture = EventFixture(scenarioCount: 0)
    fixture.finish()
    #expect(
      try ReporterDefinition.tap.text(of: fixture)
        == "TAP version 14\n# seed 42\nnot ok 1 - nothing was run\n1..1\n"
    )
    #expect(
      try ReporterDefinition.tap.text(of: fixture, options: ReporterOptions(allowsEmpty: true))
        .hasSuffix("1..0 # SKIP nothing was run\n")
    )
  }
}
