import Documents
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONReporterTests {
  private func report(_ fixture: EventFixture) throws -> JSONValue {
    try JSONParser().parse(ReporterDefinition.json.report(on: fixture.events))
  }

  @Test func `attempts stand one after the other`() throws {
    let scenarios = try report(.everyOutcome)["scenarios"]?.array ?? []
    let ids = scenarios.map {
      [$0["index"]?.number?.int, $0["attempt"]?.number?.int, $0["steps"]?.array?.count]
    }
    #expect(
      ids == [[0, 1, 2], [1, 1, 2], [2, 1, 2], [3, 1, 1], [4, 1, 1], [4, 2, 1], [5, 1, 1]]
    )
    #expect(scenarios.map { $0["isFinal"]?.bool } == [true, true, true, true, false, true, true])
  }

  @Test func `a body that is no text is base64`() throws {
    var exchange = EventFixture.exchange()
    exchange.response?.body.bytes = [0xFF]
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed, exchange: exchange)
    fixture.finish()
    let attempt = try report(fixture)["scenarios"]?[0]?["steps"]?[0]?["attempts"]?[0]
    let body = attempt?["exchange"]?["response"]?["body"]
    #expect(body?["base64"]?.string == "/w==")
    #expect(body?["text"] == nil)
  }

  @Test func `a run of nothing is a whole document`() throws {
    var fixture = EventFixture(scenarioCount: 0)
    fixture.finish()
    #expect(try report(fixture)["scenarios"]?.array?.isEmpty == true)
  }
}
