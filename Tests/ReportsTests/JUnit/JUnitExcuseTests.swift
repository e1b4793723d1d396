import Diagnostics
import Reports
import RunEvents
import Testing

/// A scenario that was expected to fail counts as skipped, whether it failed or was errored.
@Suite(.timeLimit(.minutes(5))) struct JUnitExcuseTests {
  @Test(arguments: JUnitDialect.allCases)
  func `excused errors and failures are skipped in every sum`(dialect: JUnitDialect) throws {
    var fixture = EventFixture(scenarioCount: 2)
    let fault = StepFault(.connect, "connection refused", at: EventFixture.range("/orders"))
    fixture.add(
      EventFixture.scenario(0, row: "a"),
      [.errored(fault), .skipped(reason: "a step before it did not succeed")],
      .skipped(reason: "known failure: bug 7")
    )
    fixture.add(
      EventFixture.scenario(1, row: "b"),
      [.failed([EventFixture.failure()]), .errored(fault)],
      .skipped(reason: "known failure: bug 8")
    )
    fixture.finish()
    let options = ReporterOptions(junitDialect: dialect)
    let xml = try XMLProbe(ReporterDefinition.junit.report(on: fixture.events, options: options))
    for place in ["/testsuites", "//testsuite"] {
      #expect(try xml.number("number(\(place)/@tests)") == 4)
      #expect(try xml.number("number(\(place)/@errors)") == 0)
      #expect(try xml.number("number(\(place)/@failures)") == 0)
    }
    #expect(try xml.number("number(//testsuite/@skipped)") == 4)
    #expect(try xml.number("count(//testcase/skipped)") == 4)
    #expect(try xml.number("count(//error | //failure)") == 0)
    let reasons = try xml.texts("//skipped/@message")
    #expect(reasons.first == "known failure: bug 7 (connect: connection refused)")
  }
}
