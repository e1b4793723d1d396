import Documents
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONReportSchemaTests {
  private func schema() throws -> JSONSchema {
    try JSONSchema(compiling: JSONParser().parse(JSONReportSchema.document))
  }

  @Test func `reports are what their schema says`() throws {
    var cut = EventFixture(scenarioCount: 1)
    cut.events.append(.scenarioStarted(EventFixture.scenario(0)))
    let files = try MergeFixture()
    let merged = try MergeFixture.merged([files.write(.everyOutcome, "one.json")], .json)
    let reports =
      try [EventFixture.everyOutcome, MergeFixture.rich, cut].map {
        try ReporterDefinition.json.text(of: $0)
      } + [merged]
    let schema = try schema()
    for report in reports {
      #expect(try schema.validate(JSONParser().parse(report)).map(\.description) == [])
    }
  }

  @Test(arguments: [
    (#""outcome":"passed""#, #""outcome":"won""#), (#""seed":"42""#, #""seed":42"#),
    (#""fault":{"#, #""foult":{"#), (#""line":5"#, #""line":0"#),
    (#""isCut":true"#, #""cut":true"#),
    (#""version":1,"#, #""version":2,"#),
  ])
  func `the schema refuses what is no report`(old: String, new: String) throws {
    let text = try ReporterDefinition.json.text(of: MergeFixture.rich)
    #expect(text.contains(old))
    let changed = text.replacing(old, with: new)
    #expect(try !schema().isValid(JSONParser().parse(changed)))
  }
}
