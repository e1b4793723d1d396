import Assertions
import Documents
import Reports
import RunEvents
import Testing

/// Every report of a run counts alike.
@Suite(.timeLimit(.minutes(5))) struct OutcomeCountTests {
  /// A run and what it comes to.
  struct Run: Sendable, CustomTestStringConvertible {
    var name: String
    var make: @Sendable () -> EventFixture
    /// Files that cannot be understood.
    var mistakes = 0
    var isInterrupted = false

    var testDescription: String { name }
  }

  static let runs: [Run] = [
    Run(name: "every outcome") { EventFixture.everyOutcome },
    Run(name: "everything", make: { OutcomeFixture.everything }, mistakes: 2),
    Run(name: "interrupted", make: { OutcomeFixture.interrupted }, isInterrupted: true),
    Run(name: "a broken before-all") { OutcomeFixture.brokenBeforeAll },
    Run(name: "a broken set-up") { OutcomeFixture.brokenSetup },
    Run(
      name: "a bad ending",
      make: { OutcomeFixture.badEnding },
      mistakes: 2,
      isInterrupted: true
    ),
  ]

  @Test(arguments: runs)
  func `scenarios are counted alike`(run: Run) throws {
    let fixture = run.make()
    let expected = OutcomeCounts(fixture.summary.scenarios)
    func text(_ kind: String) throws -> String {
      try ReporterCatalogue.definition(named: kind).text(of: fixture)
    }
    #expect(try OutcomeCounts(console: text("console")) == expected)
    #expect(try OutcomeCounts(markdown: text("markdown")) == expected)
    #expect(try OutcomeCounts(tap: text("tap")) == expected)

    let report = try JSONParser().parse(Array(text("json").utf8))
    #expect(OutcomeCounts(summary: report["summary"]) == expected)
    let final = (report["scenarios"]?.array ?? []).filter {
      $0["isFinal"]?.bool == true && $0["kind"]?.string == "scenario"
    }
    #expect(OutcomeCounts(counting: final.compactMap { $0["outcome"]?.string }) == expected)

    let events = try text("events").split(separator: "\n")
      .map { try JSONParser().parse(Array($0.utf8)) }
    #expect(OutcomeCounts(summary: events.last?["summary"]) == expected)
    let ends = events.compactMap { $0["scenario"] }
    // The line of the end leaves out what the line of the start said.
    let scenarios = ends.filter { $0["kind"]?.string == "scenario" }
    let indexes = Set(scenarios.compactMap { $0["index"]?.number?.int })
    let ended = ends.filter {
      $0["isFinal"]?.bool == true && indexes.contains($0["index"]?.number?.int ?? .min)
    }
    #expect(OutcomeCounts(counting: ended.compactMap { $0["outcome"]?.string }) == expected)

    let page = try ReportPage(fixture)
    #expect(try OutcomeCounts(summary: page.data("data-run")["summary"]) == expected)
    #expect(try OutcomeCounts(rows: page.data("data-index")) == expected)
  }

  @Test(arguments: runs)
  func `merged reports count like those of the run`(run: Run) throws {
    let fixture = run.make()
    let files = try MergeFixture()
    let paths = [try files.write(fixture, "run.json")]
    func text(_ kind: String) throws -> String {
      try MergeFixture.merged(paths, ReporterCatalogue.definition(named: kind))
    }
    let expected = OutcomeCounts(fixture.summary.scenarios)
    #expect(try OutcomeCounts(console: text("console")) == expected)
    #expect(try OutcomeCounts(markdown: text("markdown")) == expected)
    #expect(try OutcomeCounts(tap: text("tap")) == expected)
    let page = try ReportPage(Array(text("html").utf8))
    #expect(try OutcomeCounts(summary: page.data("data-run")["summary"]) == expected)
    #expect(try OutcomeCounts(rows: page.data("data-index")) == expected)
    let report = try JSONParser().parse(Array(text("json").utf8))
    #expect(OutcomeCounts(summary: report["summary"]) == expected)
    for (part, own) in [
      ("interrupted", JSONValue.bool(run.isInterrupted)),
      ("unreadableFileCount", .number(JSONNumber(run.mistakes))),
    ] {
      #expect(report["summary"]?[part] == own)
      #expect(try page.data("data-run")["summary"]?[part] == own)
    }
    let steps = fixture.summary.steps
    let xml = try XMLProbe(Array(text("junit").utf8))
    let extra = run.mistakes + fixture.summary.runErrorCount
    #expect(try xml.number("count(//testcase[failure])") == steps.failed)
    #expect(try xml.number("count(//testcase[error])") == steps.errored + extra)
    #expect(try xml.number("count(//testcase[skipped])") == steps.skipped)
    #expect(try xml.number("count(//testcase)") == steps.total + extra)
    #expect(try xml.number("count(//testcase[flakyFailure])") == expected.flaky)
  }

  @Test(arguments: runs, JUnitDialect.allCases)
  func `steps are counted alike in JUnit`(run: Run, dialect: JUnitDialect) throws {
    let fixture = run.make()
    let steps = fixture.summary.steps
    let xml = try XMLProbe(
      ReporterDefinition.junit.report(
        on: fixture.events,
        options: ReporterOptions(junitDialect: dialect)
      )
    )
    let extra = run.mistakes + fixture.summary.runErrorCount
    #expect(try xml.number("count(//testcase[failure])") == steps.failed)
    #expect(try xml.number("count(//testcase[error])") == steps.errored + extra)
    #expect(try xml.number("count(//testcase[skipped])") == steps.skipped)
    #expect(try xml.number("count(//testcase)") == steps.total + extra)
    #expect(try xml.number("count(//testcase[error/@type='diagnostic'])") == run.mistakes)
    #expect(
      try xml.number("count(//testcase[error/@type='interrupted' and @name='interrupted'])")
        == (run.isInterrupted ? 1 : 0)
    )
    for (name, element) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
      let counted = try xml.number("count(//testcase[\(element)])")
      #expect(try xml.number("sum(//testsuite/@\(name))") == counted)
    }
    #expect(try xml.number("count(//testcase[flakyFailure])") == fixture.summary.scenarios.flaky)
  }

  @Test(arguments: runs)
  func `what failed is annotated, and every exchange is recorded`(run: Run) throws {
    let fixture = run.make()
    let lines = try ReporterDefinition.github.text(of: fixture).split(separator: "\n")
    let steps = fixture.summary.steps
    let extra = run.mistakes + fixture.summary.runErrorCount
    #expect(
      lines.count { $0.hasPrefix("::error ") } == min(10, steps.failed + steps.errored + extra)
    )
    let warnings = fixture.summary.scenarios.flaky + (run.mistakes > 0 ? 1 : 0)
    #expect(lines.count { $0.hasPrefix("::warning ") } == warnings)
    let har = try JSONParser().parse(ReporterDefinition.har.report(on: fixture.events))
    #expect(har["log"]?["entries"]?.array?.count == fixture.summary.requestCount)
  }

  @Test func `a set-up that does not succeed is an error everywhere, with what was expected`()
    throws
  {
    let fixture = OutcomeFixture.brokenSetup
    let sentence = try #require(EventFixture.failure().actual)
    for kind in ["console", "junit", "tap", "markdown", "github"] {
      let text = try ReporterCatalogue.definition(named: kind).text(of: fixture)
      #expect(text.contains(sentence), "\(kind)")
    }
    let xml = try XMLProbe(ReporterDefinition.junit.report(on: fixture.events))
    #expect(try xml.number("count(//testcase[error/@type='setup'])") == 1)
    let files = try MergeFixture()
    let merged = try MergeFixture.merged([try files.write(fixture, "run.json")], .json)
    for text in [
      try ReporterDefinition.json.text(of: fixture), String(decoding: merged.utf8, as: UTF8.self),
    ] {
      let step = try JSONParser().parse(Array(text.utf8))["scenarios"]?[0]?["steps"]?[0]
      #expect(step?["result"]?.string == "errored")
      #expect(step?["fault"]?["kind"]?.string == "setup")
      #expect(step?["assertions"]?[0]?["actual"]?.string == sentence)
    }
  }

  @Test(arguments: runs)
  func `files that cannot be understood are counted, and nothing reads green`(run: Run) throws {
    let fixture = run.make()
    let console = try ReporterDefinition.console.text(of: fixture)
    let last = console.split(separator: "\n").last ?? ""
    #expect(last.contains("unreadable file") == (run.mistakes > 0))
    #expect(last.hasSuffix(", interrupted") == run.isInterrupted)
    #expect(last.hasPrefix("✗ "))
    #expect(try ReporterDefinition.markdown.text(of: fixture).hasPrefix("# ✗ "))
    let tap = try ReporterDefinition.tap.text(of: fixture).split(separator: "\n")
    let points = tap.count { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect(tap.contains("1..\(points)"))
    let outside = fixture.summary.failedOutsideCount
    #expect(points == fixture.summary.scenarios.total + run.mistakes + outside)
    #expect((tap.last == "Bail out! the run was interrupted") == run.isInterrupted)
    let json = try JSONParser().parse(ReporterDefinition.json.report(on: fixture.events))
    #expect(json["summary"]?["unreadableFileCount"]?.number?.int == run.mistakes)
    #expect(json["summary"]?["interrupted"]?.bool == run.isInterrupted)
  }
}
