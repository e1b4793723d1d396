import Reports
import RunEvents
import Testing

/// Attempts at a scenario in JUnit: each that did not pass stands in the case of its step.
@Suite(.timeLimit(.minutes(5))) struct JUnitAttemptTests {
  private static func failed(_ message: String) -> StepResult {
    .failed([EventFixture.failure(message)])
  }

  private func probe(_ fixture: EventFixture) throws -> XMLProbe {
    try XMLProbe(ReporterDefinition.junit.report(on: fixture.events))
  }

  @Test func `the case of a step that passed the third time has both failures`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(
      EventFixture.scenario(0),
      [Self.failed("one"), .passed],
      .failed,
      isFinal: false
    )
    fixture.add(
      EventFixture.scenario(0, attempt: 2),
      [Self.failed("two"), .passed],
      .failed,
      isFinal: false
    )
    fixture.add(EventFixture.scenario(0, attempt: 3), [.passed, .passed], .flaky)
    fixture.finish()
    let xml = try probe(fixture)
    #expect(try xml.texts("//testcase[1]/flakyFailure/@message").count == 2)
    #expect(try xml.texts("//testcase[1]/flakyFailure[1]/@message").first?.contains("one") == true)
    #expect(try xml.texts("//testcase[1]/flakyFailure[2]/@message").first?.contains("two") == true)
    #expect(try xml.number("count(//testcase[2]/*)") == 0)
    #expect(try xml.number("number(/testsuites/@failures)") == 0)
    #expect(try xml.number("number(/testsuites/@tests)") == 2)
  }

  @Test func `the case of a step that fails a third time has the two before`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    let results = ["one", "two", "three"].map { [Self.failed($0), StepResult.passed] }
    for (index, results) in results.enumerated() {
      let isFinal = index == 2
      let scenario = EventFixture.scenario(0, attempt: index + 1)
      fixture.add(scenario, results, .failed, isFinal: isFinal)
    }
    fixture.finish()
    let xml = try probe(fixture)
    let earlier = try xml.texts("//testcase[1]/rerunFailure/@message")
    #expect(earlier.count == 2)
    #expect(earlier.first?.contains("one") == true && earlier.last?.contains("two") == true)
    #expect(try xml.texts("//failure/@message").first?.contains("three") == true)
    #expect(try xml.number("number(/testsuites/@failures)") == 1)
  }
}
