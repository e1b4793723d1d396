import Documents
import Reports
import RunEvents
import Testing

/// The coverage of shards and reruns, joined.
@Suite(.timeLimit(.minutes(5))) struct MergedContractTests {
  private func run(_ index: Int, _ contract: ContractReport?, of total: Int = 2) -> EventFixture {
    var fixture = MergeFixture.run(.init(index: index, total: total))
    guard case .runFinished(var summary) = fixture.events.removeLast() else { return fixture }
    summary.contracts = contract.map { [$0] } ?? []
    summary.coverageMinimum = CoverageMinimum(bounds: [.init(.operations, hundredths: 10_000)])
    fixture.events.append(.runFinished(summary))
    return fixture
  }

  private func merger(_ fixtures: [EventFixture]) throws -> ReportMerger {
    let files = try MergeFixture()
    let paths = try fixtures.enumerated().map { try files.write($1, "\($0).json") }
    return try ReportMerger(paths: paths)
  }

  @Test func `a report that is read back says the same of contracts`() throws {
    let files = try MergeFixture()
    let path = try files.write(ContractFixture.run, "one.json")
    for kind in ["console", "junit", "tap", "markdown", "github", "coverage", "coverage-markdown"] {
      let definition = try ReporterCatalogue.definition(named: kind)
      #expect(
        try MergeFixture.merged([path], definition) == definition.text(of: ContractFixture.run),
        "\(kind)"
      )
    }
    #expect(try ReportMerger(paths: [path]).summary.contracts == [ContractFixture.contract])
  }

  @Test func `the counts of shards are added up`() throws {
    let first = ContractFixture.contract
    var second = first
    second.operations[2].count = 5
    second.operations[2].responses[0].count = 5
    second.unusedIgnores = []
    second.undocumented = [.init(method: "GET", path: "/health", count: 2)]
    second.undocumentedCount = 2
    let merger = try merger([run(1, first), run(2, second)])
    let contract = try #require(merger.summary.contracts.first)
    #expect(merger.summary.contracts.count == 1)
    #expect(contract.share(of: .operations) == .init(covered: 3, total: 3))
    #expect(contract.share(of: .responses) == .init(covered: 3, total: 5))
    #expect(contract.operations[0].count == 8)
    #expect(contract.operations[0].parameters[0].values.map(\.count) == [4, 0])
    #expect(contract.violationCount == 2 && contract.warningCount == 4)
    #expect(contract.undocumented == [.init(method: "GET", path: "/health", count: 3)])
    #expect(contract.unusedIgnores == [])
    #expect(merger.summary.coverageShortfalls == [])
  }

  @Test func `what a rerun exercised is added`() throws {
    let files = try MergeFixture()
    let runs = try ["r0", "r1"].map { id in
      var fixture = MergeFixture.run(id: id)
      guard case .runFinished(var summary) = fixture.events.removeLast() else { return "" }
      summary.contracts = [ContractFixture.contract]
      if id == "r1" { summary.contracts[0].operations[2].count = 1 }
      fixture.events.append(.runFinished(summary))
      return try files.write(fixture, "\(id).json")
    }
    let merger = try ReportMerger(paths: [runs[0]], reruns: [runs[1]])
    #expect(merger.summary.contracts.count == 1)
    #expect(merger.summary.contracts[0].share(of: .operations) == .init(covered: 3, total: 3))
    #expect(merger.summary.contracts[0].violationCount == 2)
  }

  @Test func `what no shard exercised falls short of the minimum`() throws {
    let merger = try merger([run(1, ContractFixture.contract), run(2, ContractFixture.contract)])
    #expect(
      merger.summary.coverageShortfalls == [
        "api/shop.openapi.yaml: 2 of 3 operations were exercised (66.66 %), the minimum is 100 %"
      ]
    )
  }

  @Test func `different documents under one path are refused`() throws {
    var other = ContractFixture.contract
    other.operations[1].responses.append(.init(status: "404"))
    let files = try MergeFixture()
    let paths = try [run(1, ContractFixture.contract), run(2, other)].enumerated().map {
      try files.write($1, "\($0).json")
    }
    do throws(JSONReportError) {
      _ = try ReportMerger(paths: paths)
      Issue.record("the reports were merged")
    } catch {
      #expect(error.message.contains("has another contract under api/shop.openapi.yaml"))
    }
  }

  @Test(arguments: [
    (
      #""violationCount":1,"warningCount":2,"undocumentedCount""#,
      #""violationCount":-1,"warningCount":2,"undocumentedCount""#,
      "summary.contracts[0].violationCount: expected a whole number from 0, got -1"
    ),
    (
      #""operations":[{"#, #""operations":[7,{"#,
      "summary.contracts[0].operations[0]: expected an object, got 7"
    ),
    (
      #""line":16"#, #""line":1e300"#,
      "summary.contracts[0].operations[1].line: expected a whole number, got 1e300"
    ),
    (
      #""coverageMinimum":"operations=100,responses=40""#, #""coverageMinimum":"everything""#,
      "summary.coverageMinimum: expected NAME=PERCENT, got \"everything\""
    ),
    (
      #""contracts":["#, #""contracts":[null,"#,
      "summary.contracts[0]: expected an object, got null"
    ),
  ])
  func `junk in a report is an error with its place`(
    old: String,
    new: String,
    message: String
  ) throws {
    let text = try ReporterDefinition.json.text(of: ContractFixture.run)
    #expect(text.contains(old))
    let scratch = try Scratch()
    scratch.write(text.replacing(old, with: new, maxReplacements: 1), to: "report.json")
    do throws(JSONReportError) {
      _ = try ReportMerger(paths: ["\(scratch.path)/report.json"])
      Issue.record("the report was read")
    } catch {
      #expect(error.message == message)
    }
  }

  @Test func `counts at their limit do not overflow`() throws {
    var large = ContractFixture.contract
    let limit = 1 << 40
    large.violationCount = limit
    for index in large.operations.indices { large.operations[index].count = limit }
    let merger = try merger((1...4).map { run($0, large, of: 4) })
    #expect(merger.summary.contracts[0].operations[0].count == 4 * limit)
  }
}
