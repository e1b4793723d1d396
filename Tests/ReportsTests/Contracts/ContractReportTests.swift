import Assertions
import Diagnostics
import Documents
import Reports
import RunEvents
import Testing

/// Violations and warnings of contracts in every report.
@Suite(.timeLimit(.minutes(5))) struct ContractReportTests {
  private static let kinds = ["console", "junit", "tap", "markdown", "github", "json", "html"]

  private func text(
    _ kind: String,
    of fixture: EventFixture,
    _ options: ReporterOptions = ReporterOptions()
  ) throws -> String {
    try ReporterCatalogue.definition(named: kind).text(of: fixture, options: options)
  }

  @Test(arguments: kinds)
  func `a violation is shown with what was expected and its place in the document`(
    kind: String
  ) throws {
    let text = try text(kind, of: ContractFixture.run)
    #expect(text.contains("createOrder, response 201, application/json"))
    #expect(text.contains("expected number, got string"))
    #expect(text.contains("api/shop.openapi.yaml"))
  }

  @Test func `the console shows the line of the document with the rule underlined`() throws {
    let text = try text("console", of: ContractFixture.run)
    #expect(
      text.contains(
        """
          api/shop.openapi.yaml:15:19  createOrder, response 201, application/json
           15 |                   total: { type: number }
              |                   ^^^^^ expected number, got string "19.98"
              | $.total in application/json, 18 bytes:  "total": "19.98" …
        """
      )
    )
    #expect(
      text.contains(
        "\ncontract  2 of 3 operations, 2 of 5 responses, 1 violation, 2 warnings, "
          + "1 request without an operation\n"
      )
    )
  }

  @Test(arguments: kinds)
  func `a warning is shown and leaves the run as good as it was`(kind: String) throws {
    let fixture = ContractFixture.warningOnly
    let text = try text(kind, of: fixture)
    #expect(text.contains("createOrder, query parameter limit"))
    #expect(text.contains("expected integer, got string"))
    switch kind {
    case "console": #expect(text.contains("✓ 1 scenario: 1 passed"))
    case "junit":
      #expect(text.contains("failures=\"0\" errors=\"0\"") && text.contains("<system-out>"))
    case "tap": #expect(!text.contains("not ok"))
    case "markdown": #expect(text.hasPrefix("# ✓ "))
    case "github":
      #expect(!text.contains("::error"))
      #expect(text.contains("::warning file=api/shop.openapi.yaml,line=8,col=45,title=contract::"))
    default: break
    }
  }

  @Test func `a rule that warns often is one entry with a count`() throws {
    let text = try text("console", of: ContractFixture.run)
    #expect(text.ranges(of: "createOrder, query parameter limit").count == 1)
    #expect(text.contains("~ 2 warnings, which fail no step"))
    #expect(text.contains("seen at scenarios/orders.scenario.yaml:3, and 1 more time"))
  }

  @Test func `two rules at one place of the document are two entries`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed) { attempt, _ in
      attempt.assertions = ["kind", "seen"].map { name in
        var warning = ContractFixture.warning
        warning.expected = "the member \"\(name)\""
        warning.message = "expected the member \"\(name)\", which is missing"
        return warning
      }
    }
    fixture.finish()
    let text = try text("console", of: fixture)
    #expect(text.contains(#"expected the member "kind", which is missing"#))
    #expect(text.contains(#"expected the member "seen", which is missing"#))
    #expect(text.ranges(of: "and 1 more time").count == 2)
  }

  @Test func `the console lists twenty rules that warn and counts the others`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed) { attempt, _ in
      attempt.assertions = (0..<300).map { number in
        var warning = ContractFixture.warning
        warning.subject = "operation \(number)"
        return warning
      }
    }
    fixture.finish()
    let text = try text("console", of: fixture)
    #expect(text.contains("~ 600 warnings"))
    #expect(text.ranges(of: "seen at").count == 20)
    #expect(text.contains("… and 560 further warnings"))
  }

  @Test func `annotations of GitHub stand on the lines of the document`() throws {
    let text = try text("github", of: ContractFixture.run)
    let first = try #require(text.split(separator: "\n").first { $0.hasPrefix("::error file") })
    #expect(first.hasPrefix("::error file=api/shop.openapi.yaml,line=15,col=19,"))
    #expect(first.hasSuffix("seen at scenarios/orders.scenario.yaml:3"))
  }

  @Test func `a case that only a contract fails has a type of its own`() throws {
    let text = try text("junit", of: ContractFixture.run)
    #expect(text.contains(#"<failure type="contract""#))
    #expect(
      text.contains("  contract: api/shop.openapi.yaml:15\n  at scenarios/orders.scenario.yaml:3")
    )
  }

  @Test(arguments: ["console", "junit", "tap", "markdown", "github", "json", "html"])
  func `too little coverage makes no report green`(kind: String) throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed)
    fixture.cover([ContractFixture.contract], minimum: ContractFixture.minimum)
    fixture.finish()
    let text = try text(kind, of: fixture)
    #expect(text.contains("2 of 3 operations were exercised"))
    switch kind {
    case "console": #expect(text.contains("✗ 1 scenario: 1 passed") && text.contains("\nerror: "))
    case "junit": #expect(text.contains("failures=\"1\""))
    case "tap": #expect(text.contains("not ok 2 - coverage minimum") && text.contains("\n1..2\n"))
    case "markdown": #expect(text.hasPrefix("# ✗ "))
    case "github": #expect(text.contains("::error "))
    default: #expect(text.contains(#""coverageShortfalls":["#))
    }
    let quiet = try self.text("console", of: fixture, .init(verbosity: .quiet))
    #expect(quiet.contains("error: api/shop.openapi.yaml: 2 of 3 operations"))
  }

  @Test func `a known deviation that did not occur is reported for a whole run only`() throws {
    let sentence = "the known deviation listOrders status (SHOP-71) did not occur"
    #expect(try text("console", of: ContractFixture.run).contains(sentence))
    var fixture = ContractFixture.run
    guard case .runFinished(var summary) = fixture.events.removeLast() else { return }
    summary.isPart = true
    fixture.events.append(.runFinished(summary))
    #expect(try !text("console", of: fixture).contains(sentence))
    summary.isPart = false
    summary.interrupted = true
    fixture.events[fixture.events.count - 1] = .runFinished(summary)
    #expect(try !text("console", of: fixture).contains(sentence))
  }

  @Test func `the page has the coverage, the operations of each scenario and its warnings`() throws
  {
    let page = try ReportPage(ContractFixture.run)
    let contract = try page.data("data-coverage")["contracts"]?[0]
    #expect(contract?["operations"]?.array?.count == 3)
    #expect(contract?["coverage"]?["operations"] == ["covered": 2, "total": 3])
    let rows = try page.data("data-index")
    #expect(rows[0]?["operations"] == [["createOrder", "201"], ["listOrders", "201"]])
    #expect(rows[1]?["warnings"] == 1)
    #expect(try page.data("data-run")["summary"]?["contracts"] == nil)
  }

  @Test(arguments: [0, 3_000, 2_000_000])
  func `a document that is one long line is cut around the rule in every report`(
    before: Int
  ) throws {
    let rule = #""total":{"type":"number"}"#
    let text = String(repeating: " ", count: before) + rule + String(repeating: "x", count: 3_000)
    let file = SourceFile(path: "api.json", text: text)
    var violation = ContractFixture.violation
    violation.documentRange = EventFixture.range(#""type":"number""#, in: file)
    var fixture = EventFixture(scenarioCount: 1)
    let scenario = EventFixture.scenario(0, "one", steps: [EventFixture.step(0, "read")])
    fixture.add(scenario, [.failed([violation])], .failed)
    fixture.finish()
    let files = try MergeFixture()
    let path = try files.write(fixture, "one.json")
    for kind in ["json", "html"] {
      let report = try self.text(kind, of: fixture)
      #expect(report.utf8.count < 1_000_000, "\(kind)")
      #expect(report.contains(rule.replacing("\"", with: "\\\"")), "\(kind)")
    }
    let console = try self.text("console", of: fixture)
    #expect(console.contains("api.json:1:\(before + 10)  createOrder"), "\(console)")
    #expect(console.contains(rule + "xxx"), "\(console)")
    #expect(try MergeFixture.merged([path], .console) == console)
    // What is merged again is the same place with the same piece of the line.
    let json = try JSONParser().parse(MergeFixture.merged([path], .json))
    #expect(
      try json["scenarios"] == JSONParser().parse(self.text("json", of: fixture))["scenarios"]
    )
  }
}
