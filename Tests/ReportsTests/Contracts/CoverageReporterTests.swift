import Documents
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct CoverageReporterTests {
  private func schema() throws -> JSONSchema {
    try JSONSchema(compiling: JSONParser().parse(CoverageReportSchema.document))
  }

  @Test func `the report is what its schema says`() throws {
    var cut = EventFixture(scenarioCount: 1)
    cut.events.append(.scenarioStarted(EventFixture.scenario(0)))
    let schema = try schema()
    for fixture in [ContractFixture.run, ContractFixture.warningOnly, .everyOutcome, cut] {
      let report = try JSONParser().parse(ReporterDefinition.coverage.text(of: fixture))
      #expect(schema.validate(report).map(\.description) == [])
    }
    let report = try JSONParser().parse(ReporterDefinition.json.text(of: ContractFixture.run))
    let whole = try JSONSchema(compiling: JSONParser().parse(JSONReportSchema.document))
    #expect(whole.validate(report).map(\.description) == [])
  }

  @Test(arguments: [
    (#""count": 3"#, #""count": -3"#), (#""covered": 2"#, #""covered": "2""#),
    (#""in": "query""#, #""at": "query""#), (#""format": "curlew-coverage""#, #""format": "x""#),
  ])
  func `the schema refuses what is no report`(old: String, new: String) throws {
    let text = try ReporterDefinition.coverage.text(of: ContractFixture.run)
    #expect(text.contains(old))
    let report = try JSONParser().parse(text.replacing(old, with: new))
    #expect(try !schema().isValid(report))
  }

  @Test func `both schemas describe a contract alike`() throws {
    let own = try JSONParser().parse(CoverageReportSchema.document)["$defs"]
    let whole = try JSONParser().parse(JSONReportSchema.document)["$defs"]
    for name in ["contract", "coverage", "operation", "seen", "count", "texts"] {
      #expect(own?[name] != nil && own?[name] == whole?[name], "\(name)")
    }
  }

  @Test func `the table begins with what is missing`() throws {
    let text = try ReporterDefinition.coverageMarkdown.text(of: ContractFixture.run)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("/orders") }
    #expect(rows.map { $0.prefix(12) } == ["| DELETE /or", "| POST /orde", "| GET /order"])
    #expect(rows[0].contains("| **0** | 204, 404 | id |"))
    #expect(text.contains("2 of 3 (66.6 %)"))
  }

  @Test func `without a contract it says so`() throws {
    let text = try ReporterDefinition.coverageMarkdown.text(of: .everyOutcome)
    #expect(text.contains("No contract was in use."))
  }
}
