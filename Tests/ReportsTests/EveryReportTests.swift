import Assertions
import Diagnostics
import Documents
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct EveryReportTests {
  private let names = ["passed", "failed", "errored", "skipped", "flaky", "notRun"]

  private func json(_ bytes: [UInt8]) throws -> JSONValue { try JSONParser().parse(bytes) }

  @Test func `every report counts the outcomes alike`() throws {
    let fixture = EventFixture.everyOutcome
    let console = try ReporterDefinition.console.text(of: fixture)
    #expect(
      console.contains(
        "6 scenarios: 1 passed, 1 failed, 1 errored, 1 flaky, 1 skipped, 1 not run"
      )
    )

    let report = try json(ReporterDefinition.json.report(on: fixture.events))
    let events = try ReporterDefinition.events.report(on: fixture.events)
      .split(separator: UInt8(ascii: "\n")).map { try json(Array($0)) }
    for name in names {
      #expect(report["summary"]?["scenarios"]?[name]?.number?.int == 1)
      #expect(events.last?["summary"]?["scenarios"]?[name]?.number?.int == 1)
    }
    let final = (report["scenarios"]?.array ?? []).filter { $0["isFinal"]?.bool == true }
    let ended = events.filter {
      $0["event"]?.string == "scenario-finished" && $0["scenario"]?["isFinal"]?.bool == true
    }
    let outcomes: Set = ["passed", "failed", "errored", "skipped", "flaky", "not run"]
    #expect(Set(final.compactMap { $0["outcome"]?.string }) == outcomes)
    #expect(Set(ended.compactMap { $0["scenario"]?["outcome"]?.string }) == outcomes)
    #expect(final.count == 6)
    #expect(ended.count == 6)

    let tap = try ReporterDefinition.tap.text(of: fixture).split(separator: "\n")
    #expect(tap.count { $0.hasPrefix("ok ") } == 4)
    #expect(tap.count { $0.hasPrefix("ok ") && $0.contains(" # SKIP ") } == 2)
    #expect(tap.count { $0.hasPrefix("ok ") && $0.hasSuffix("(flaky)") } == 1)
    #expect(tap.count { $0.hasPrefix("not ok ") } == 2)
    #expect(tap.last == "1..6")

    let markdown = try ReporterDefinition.markdown.text(of: fixture)
    #expect(markdown.contains("\n| scenarios | 1 | 1 | 1 | 1 | 1 | 1 |\n"))

    let github = try ReporterDefinition.github.text(of: fixture).split(separator: "\n")
    #expect(github.count { $0.hasPrefix("::error ") } == 2)
    #expect(github.count { $0.hasPrefix("::warning ") } == 1)

    let xml = try XMLDocument(parsing: ReporterDefinition.junit.report(on: fixture.events))
    func count(_ path: String) throws -> XPathResult { try xml.evaluate(XPath(parsing: path)) }
    #expect(try count("count(//testcase)") == .number(9))
    #expect(try count("count(//failure)") == .number(1))
    #expect(try count("count(//error)") == .number(1))
    #expect(try count("count(//flakyFailure)") == .number(1))
    // Steps: those of the skipped and the unrun scenario, and those behind what went wrong.
    #expect(try count("count(//skipped)") == .number(4))
  }

  @Test func `every report names one place, expectation and value`() throws {
    for definition in ReporterCatalogue.all
    where !["har", "coverage", "coverage-markdown"].contains(definition.name) {
      let text = try definition.text(of: .everyOutcome)
      #expect(text.contains("scenarios/orders.scenario.yaml"), "\(definition.name)")
      #expect(text.contains("19.98 ± 0.01"), "\(definition.name)")
      #expect(text.contains("20.5"), "\(definition.name)")
    }
  }

  private static let hostile = [
    "<script>alert(1)</script>", "]]>", "::error::x\n::error::y", "\u{1B}[2J\u{7}\u{0}\u{9C}",
    "\u{202E}\u{FFFE}\u{2028}", "``` `` ```` \n# heading | cell", "# not ok 1 - x\nBail out!\n1..0",
    #"\ " ' % , : ; ${x}"#, String(repeating: "m", count: 1 << 18),
  ]

  private func hostileRun(_ text: String) -> EventFixture {
    var fixture = EventFixture(scenarioCount: 2)
    var failure = EventFixture.failure(text)
    failure.subject = text
    failure.expected = text
    failure.actual = text
    failure.excerpt = text
    failure.differences = [Difference(path: text, expected: text, actual: text)]
    failure.parts = [.init(text: text, offset: 0, value: text)]
    let steps = [EventFixture.step(0, text)]
    fixture.add(
      EventFixture.scenario(0, text, row: text, steps: steps),
      [.failed([failure])],
      .failed,
      exchange: EventFixture.exchange("POST", "http://h/\(text)", body: text, curl: text),
      logs: [text]
    )
    fixture.add(
      EventFixture.scenario(1, text, row: text, steps: steps),
      [.errored(StepFault(.init(rawValue: text), text, hint: text))],
      .errored
    )
    fixture.events.append(.diagnostic(Diagnostic(.warning, text, at: .none, hint: text)))
    fixture.finish()
    return fixture
  }

  @Test(arguments: hostile)
  func `hostile content stays inside its report`(text: String) throws {
    let fixture = hostileRun(text)
    let isPlain = { (scalar: Unicode.Scalar) in
      (scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value) && scalar != "\u{202E}")
        || scalar == "\n"
    }
    for definition in [ReporterDefinition.console, .tap, .markdown, .github] {
      let output = try definition.text(of: fixture)
      #expect(output.unicodeScalars.allSatisfy(isPlain), "\(definition.name)")
      #expect(output.utf8.count < 1 << 18, "\(definition.name)")
    }
    let report = try json(ReporterDefinition.json.report(on: fixture.events))
    #expect(report["scenarios"]?[0]?["name"]?.string == text)
    let har = try json(ReporterDefinition.har.report(on: fixture.events))
    #expect(har["log"]?["entries"]?.array?.count == 1)
    #expect(har["log"]?["entries"]?[0]?["response"]?["content"]?["text"]?.string == text)
    let lines = try ReporterDefinition.events.report(on: fixture.events)
      .split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == fixture.events.count)
    for line in lines { _ = try json(Array(line)) }
  }

  @Test(arguments: hostile)
  func `hostile content makes no test point and no annotation`(text: String) throws {
    let fixture = hostileRun(text)
    let tap = try ReporterDefinition.tap.text(of: fixture).split(separator: "\n")
    let points = tap.filter { !$0.hasPrefix(" ") && !$0.hasPrefix("#") }
    #expect(
      points.map { $0.prefix(8) } == ["TAP vers", "not ok 1", "not ok 2", "1..2"]
    )
    let github = try ReporterDefinition.github.text(of: fixture).split(separator: "\n")
    #expect(github.count { $0.hasPrefix("::error file=") } == 2)
    #expect(github.count == 3)
  }

  @Test(arguments: ReporterCatalogue.names)
  func `a run cut short says so and is not green`(kind: String) throws {
    var fixture = EventFixture(scenarioCount: 2)
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed)
    fixture.events.append(.scenarioStarted(EventFixture.scenario(1, row: "b")))
    let definition = try ReporterCatalogue.definition(named: kind)
    let text = try definition.text(of: fixture)
    switch kind {
    case "json":
      let report = try json(Array(text.utf8))
      #expect(report["summary"]?.isNull == true)
      #expect(report["scenarios"]?[1]?["outcome"]?.string == "not run")
    case "events": #expect(!text.contains("run-finished"))
    case "har": _ = try json(Array(text.utf8))
    default: #expect(text.contains("interrupted") || text.contains("cut short"))
    }
  }

  @Test(arguments: ReporterCatalogue.all.map(\.name))
  func `the order of the events of different scenarios changes nothing`(kind: String) throws {
    // Lines of the console and the stream of events follow what happens.
    guard !["console", "events"].contains(kind) else { return }
    var forward = EventFixture(scenarioCount: 3)
    var backward = EventFixture(scenarioCount: 3)
    for index in 0..<3 {
      for (run, index) in [(0, index), (1, 2 - index)] {
        let results: [StepResult] = [.failed([EventFixture.failure()]), .passed]
        let scenario = EventFixture.scenario(index, row: "\(index)")
        if run == 0 {
          forward.add(scenario, results, .failed)
        } else {
          backward.add(scenario, results, .failed)
        }
      }
    }
    forward.finish()
    backward.finish()
    let definition = try ReporterCatalogue.definition(named: kind)
    #expect(try definition.text(of: forward) == definition.text(of: backward))
  }
}
