import Assertions
import Diagnostics
import Documents
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JUnitReporterTests {
  private func document(
    _ events: [Event],
    _ options: ReporterOptions = ReporterOptions()
  ) throws -> XMLDocument {
    try XMLDocument(parsing: ReporterDefinition.junit.report(on: events, options: options))
  }

  private func texts(_ document: XMLDocument, _ path: String) throws -> [String] {
    guard case .nodes(let nodes) = try document.evaluate(XPath(parsing: path)) else { return [] }
    return nodes.map(\.text)
  }

  private func number(_ document: XMLDocument, _ path: String) throws -> Double? {
    guard case .number(let number) = try document.evaluate(XPath(parsing: path)) else { return nil }
    return number
  }

  @Test(arguments: JUnitDialect.allCases)
  func `counts in opening tags are those of the cases`(dialect: JUnitDialect) throws {
    let options = ReporterOptions(junitDialect: dialect)
    let xml = try document(EventFixture.everyOutcome.events, options)
    for (attribute, element) in [
      ("tests", "testcase"), ("failures", "failure"), ("errors", "error"),
    ] {
      #expect(
        try number(xml, "number(/testsuites/@\(attribute))")
          == number(xml, "count(//testcase[self::\(element) or \(element)])")
      )
      #expect(
        try number(xml, "number(/testsuites/@\(attribute))")
          == number(xml, "sum(//testsuite/@\(attribute))")
      )
    }
    #expect(try number(xml, "sum(//testsuite/@skipped)") == number(xml, "count(//skipped)"))
    #expect(try number(xml, "count(//testsuite//testsuite)") == 0)
  }

  @Test func `suites and cases stand in the order of the source, whatever finished first`() throws {
    var fixture = EventFixture(scenarioCount: 3)
    fixture.add(EventFixture.scenario(2, row: "c"), [.passed, .passed], .passed)
    let other = SourceFile(path: "a.scenario.yaml", text: "scenario: A")
    fixture.add(EventFixture.scenario(1, "A", in: other), [.passed, .passed], .passed)
    fixture.add(EventFixture.scenario(0, row: "a"), [.passed, .passed], .passed)
    fixture.finish()
    let xml = try document(fixture.events)
    #expect(try texts(xml, "//testsuite/@name") == [EventFixture.orders.path, other.path])
    #expect(
      try texts(xml, "//testsuite[1]/testcase/@name")
        == ["create an order [a]", "read it [a]", "create an order [c]", "read it [c]"]
    )
    #expect(try texts(xml, "//testsuite[2]/testcase[1]/@classname") == ["a.A"])
  }

  @Test func `an ordinal breaks ties of names, repeats counted`() throws {
    var fixture = EventFixture(scenarioCount: 2)
    let steps = [EventFixture.step(0, "read it"), EventFixture.step(1, "read it")]
    for turn in 1...2 {
      fixture.add(
        EventFixture.scenario(turn - 1, turn: turn, steps: steps),
        [.passed, .passed],
        .passed
      )
    }
    fixture.finish()
    #expect(
      try texts(document(fixture.events), "//testcase/@name")
        == ["read it", "read it #2", "read it #3", "read it #4"]
    )
  }

  @Test func `rows of one label are told apart`() throws {
    var fixture = EventFixture(scenarioCount: 300)
    for index in 0..<300 {
      fixture.add(EventFixture.scenario(index, row: "same"), [.passed, .passed], .passed)
    }
    fixture.finish()
    let names = try texts(document(fixture.events), "//testcase/@name")
    #expect(Set(names).count == 600)
    #expect(names.last == "read it [same] #300")
  }

  @Test func `a file that cannot be understood is a case with an error`() throws {
    var fixture = EventFixture(scenarioCount: 0)
    let file = SourceFile(path: "bad.scenario.yaml", text: "scenario: [")
    fixture.events.append(
      .diagnostic(Diagnostic(.error, "expected ']'", at: file.range(10..<11)))
    )
    fixture.events.append(.diagnostic(Diagnostic(.warning, "odd", at: file.range(0..<1))))
    fixture.finish()
    let xml = try document(fixture.events)
    #expect(try texts(xml, "//testsuite/@name") == ["bad.scenario.yaml"])
    #expect(try number(xml, "number(/testsuites/@errors)") == 1)
    let body = try texts(xml, "//error")
    #expect(body.first?.contains("bad.scenario.yaml:1:11: error: expected ']'") == true)
    #expect(body.first?.contains("\n  at bad.scenario.yaml:1\n") == true)
  }

  @Test func `an empty run is an error unless it is meant`() throws {
    var fixture = EventFixture(scenarioCount: 0)
    fixture.finish()
    #expect(try number(document(fixture.events), "count(//error)") == 1)
    let meant = try document(fixture.events, ReporterOptions(allowsEmpty: true))
    #expect(try number(meant, "count(//error)") == 0)
    #expect(try number(meant, "count(//skipped)") == 1)
  }

  @Test func `a run cut short has an error, its steps are skipped`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.events.append(.scenarioStarted(EventFixture.scenario(0)))
    let xml = try document(fixture.events)
    #expect(try texts(xml, "//error/@type") == ["interrupted"])
    #expect(try number(xml, "count(//skipped)") == 2)
    let time = try number(xml, "number(/testsuites/@time)")
    #expect(try #require(time) < 0.5)
  }

  @Test func `an interrupted run has an error`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed)
    fixture.finish(interrupted: true)
    #expect(try texts(document(fixture.events), "//error/@type") == ["interrupted"])
  }

  @Test func `what still fails after attempts carries them`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    let failed = StepResult.failed([EventFixture.failure()])
    fixture.add(EventFixture.scenario(0), [failed, .passed], .failed, isFinal: false)
    fixture.add(EventFixture.scenario(0, attempt: 2), [failed, .passed], .failed)
    fixture.finish()
    let xml = try document(fixture.events)
    #expect(try number(xml, "count(//failure)") == 1)
    #expect(try number(xml, "count(//rerunFailure/stackTrace)") == 1)
    #expect(try number(xml, "count(//testcase)") == 2)
  }

  @Test func `a known failure is skipped, one that passes fails`() throws {
    var fixture = EventFixture(scenarioCount: 2)
    fixture.add(
      EventFixture.scenario(0),
      [.failed([EventFixture.failure()]), .passed],
      .skipped(reason: "known failure: bug 7")
    )
    fixture.add(EventFixture.scenario(1, row: "b"), [.passed, .passed], .failed)
    fixture.finish()
    let xml = try document(fixture.events)
    #expect(try number(xml, "count(//failure)") == 1)
    #expect(try texts(xml, "//testcase[failure]/@name") == ["the scenario as a whole [b]"])
    #expect(try texts(xml, "//skipped/@message").first?.hasPrefix("known failure: bug 7") == true)
    #expect(try number(xml, "number(/testsuites/@failures)") == 1)
    #expect(try number(xml, "number(/testsuites/@skipped)") == 1)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "]]>", "a\u{1B}[31mb\u{0}c\u{FFFE}\u{FFFF}\u{8}", "\u{202E}abc",
    "x\n::error::y\n  ::set-output name=a::b\n##[error]z", String(repeating: "m", count: 1 << 20),
  ])
  func `hostile content is harmless`(text: String) throws {
    var fixture = EventFixture(scenarioCount: 1)
    let steps = [EventFixture.step(0, text)]
    var failure = EventFixture.failure(text)
    failure.subject = text
    failure.actual = text
    failure.excerpt = text
    failure.differences = [Difference(path: text, expected: text, actual: text)]
    fixture.add(
      EventFixture.scenario(0, text, row: text, steps: steps),
      [.failed([failure])],
      .failed,
      exchange: EventFixture.exchange("POST", "http://h/" + text, body: text),
      logs: [text]
    )
    fixture.finish()
    let bytes = try ReporterDefinition.junit.report(on: fixture.events)
    #expect(bytes.count < 1 << 18)
    #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A })
    let xml = try XMLDocument(parsing: bytes)
    #expect(try number(xml, "count(//testcase/failure)") == 1)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"))
      #expect(!line.contains("##["))
    }
  }

  @Test func `bytes that are no UTF-8 are replaced`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    var exchange = EventFixture.exchange()
    exchange.response?.body.bytes = [0xFF, 0xFE, 0xC3, 0x28, 0xED, 0xA0, 0x80]
    fixture.add(
      EventFixture.scenario(0),
      [.failed([EventFixture.failure()]), .passed],
      .failed,
      exchange: exchange
    )
    fixture.finish()
    #expect(try texts(document(fixture.events), "//system-out").first?.contains("\u{FFFD}") == true)
  }

  @Test func `failed set-up is one error, the rest is skipped`() throws {
    let xml = try document(EventFixture.everyOutcome.events)
    let suite = "//testsuite[contains(@name, 'login')]"
    #expect(try texts(xml, "\(suite)//error/@type") == ["setup"])
    #expect(try number(xml, "count(\(suite)/testcase/skipped)") == 1)
  }

  @Test func `before-all has a suite of its own when it does not succeed`() throws {
    let project = SourceFile(path: "curlew.yaml", text: "before-all: []")
    for isGood in [true, false] {
      var fixture = EventFixture(scenarioCount: 1)
      let failed = StepResult.failed([EventFixture.failure()])
      fixture.add(
        EventFixture.scenario(-1, kind: .beforeAll, "before-all", in: project),
        isGood ? [.passed, .passed] : [failed, failed],
        isGood ? .passed : .errored
      )
      fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed)
      fixture.finish()
      let xml = try document(fixture.events)
      let own = isGood ? [] : ["before-all"]
      #expect(try texts(xml, "//testsuite/@name") == own + [EventFixture.orders.path])
      let names = isGood ? [] : ["curlew.before-all"]
      #expect(try texts(xml, "//testcase[error]/@classname") == names)
      #expect(try number(xml, "count(//testcase[failure])") == 0)
    }
  }
}
