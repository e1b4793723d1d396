import Assertions
import Diagnostics
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConsoleReporterTests {
  @Test func `quiet tells failures and one line`() throws {
    let text = try ReporterDefinition.console.text(
      of: .everyOutcome,
      options: ReporterOptions(verbosity: .quiet)
    )
    #expect(!text.contains("✓ scenarios"))
    #expect(text.contains("✗ create an order  POST /orders → 201 in 12 ms\n"))
    #expect(text.hasSuffix("1 flaky, 1 skipped, 1 not run in 1.50 s\n"))
    #expect(!text.contains("seed"))
  }

  @Test func `verbose shows whole exchanges`() throws {
    let text = try ReporterDefinition.console.text(
      of: .everyOutcome,
      options: ReporterOptions(verbosity: .verbose)
    )
    #expect(text.contains("    > POST http://127.0.0.1:8080/orders\n    > Accept: */*\n"))
    #expect(text.contains("    < HTTP/1.1 201 Created\n"))
    #expect(text.contains("    < {\"total\": 20.5}\n"))
  }

  @Test func `verbose shows the first 300 characters of a capture`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed)
    fixture.events = fixture.events.map { event in
      guard case .stepFinished(var report) = event else { return event }
      report.captures = [300, 301].map { count in
        StepReport.CapturedValue(name: "of\(count)", value: String(repeating: "v", count: count))
      }
      return .stepFinished(report)
    }
    fixture.finish()
    let text = try ReporterDefinition.console.text(
      of: fixture,
      options: ReporterOptions(verbosity: .verbose)
    )
    let value = String(repeating: "v", count: 300)
    #expect(text.contains("    of300 = \(value)\n"))
    #expect(text.contains("    of301 = \(value.dropLast())…\n"))
  }

  @Test func `of a body that is no text verbose shows the size and the type`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    var exchange = EventFixture.exchange()
    exchange.response?.body = .init(
      bytes: [0x89, 0x50, 0, 1],
      count: 8_090,
      mediaType: "image/png"
    )
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed, exchange: exchange)
    fixture.finish()
    let text = try ReporterDefinition.console.text(
      of: fixture,
      options: ReporterOptions(verbosity: .verbose)
    )
    #expect(text.contains("    < (8090 bytes of image/png, no text)\n"))
    #expect(!text.contains("P\\u{0}"))
  }

  @Test(arguments: [ReporterOptions.Verbosity.normal, .verbose])
  func `a narrow terminal does not break a curl line`(verbosity: ReporterOptions.Verbosity) throws {
    let command = "curl -H 'Accept: */*' -H 'X-Long: a b c d e f g' 'http://h/orders?page=1'"
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(
      EventFixture.scenario(0),
      [.passed, .passed],
      .passed,
      exchange: EventFixture.exchange(curl: command)
    )
    fixture.finish()
    let text = try ReporterDefinition.console.text(
      of: fixture,
      options: ReporterOptions(
        terminal: .init(isLive: true, usesColor: true, width: { 40 }),
        verbosity: verbosity,
        showsCurl: true
      )
    )
    #expect(text.contains(command))
  }

  @Test func `curl lines stand under their scenario`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(
      EventFixture.scenario(0),
      [.passed, .passed],
      .passed,
      exchange: EventFixture.exchange(curl: "curl 'http://h/'")
    )
    fixture.finish()
    let text = try ReporterDefinition.console.text(
      of: fixture,
      options: ReporterOptions(showsCurl: true)
    )
    #expect(text.contains("0.412 s\n  curl 'http://h/'\n  curl 'http://h/'\n"))
  }

  @Test func `colour is used only when told`() throws {
    #expect(!(try ReporterDefinition.console.text(of: .everyOutcome)).contains("\u{1B}"))
    let options = ReporterOptions(terminal: .init(usesColor: true))
    #expect(
      try ReporterDefinition.console.text(of: .everyOutcome, options: options)
        .contains("\u{1B}[31m✗\u{1B}[0m")
    )
  }

  @Test(arguments: [10, 40, 80])
  func `the live line fits the terminal and is gone at the end`(width: Int) throws {
    let options = ReporterOptions(terminal: .init(isLive: true, width: { width }))
    let text = try ReporterDefinition.console.text(of: .everyOutcome, options: options)
    let drawn = text.split(separator: "\u{1B}[?7l").dropFirst()
      .compactMap { $0.split(separator: "\u{1B}[?7h", omittingEmptySubsequences: false).first }
    #expect(!drawn.isEmpty)
    for line in drawn { #expect(line.unicodeScalars.count < width) }
    let last = text.split(separator: "\n").last
    #expect(last.map { !$0.contains("\u{1B}[?7l") } == true)
  }

  @Test(arguments: ["\u{1B}[2J", "a\u{7}b", "::error::x\n::error::y", "\u{202E}x", "\u{0}"])
  func `what a server sends is never raw`(text: String) throws {
    var fixture = EventFixture(scenarioCount: 1)
    var failure = EventFixture.failure(text)
    failure.excerpt = text
    failure.differences = [Difference(path: text, expected: text, actual: text)]
    failure.parts = [.init(text: text, offset: 0, value: text)]
    failure.subject = text
    fixture.add(
      EventFixture.scenario(0, text, row: text, steps: [EventFixture.step(0, text)]),
      [.failed([failure])],
      .failed,
      exchange: EventFixture.exchange("GET", "http://h/\(text)", body: text, curl: text),
      logs: [text]
    )
    fixture.finish()
    let options = ReporterOptions(verbosity: .verbose, showsCurl: true)
    let output = try ReporterDefinition.console.text(of: fixture, options: options)
    for scalar in output.unicodeScalars where scalar != "\n" {
      #expect(scalar.value >= 0x20 && scalar != "\u{202E}")
    }
    for line in output.split(separator: "\n") {
      #expect(!line.drop { $0 == " " }.hasPrefix("::"))
    }
  }

  @Test func `failures beyond a bound are counted`() throws {
    var fixture = EventFixture(scenarioCount: 250)
    for index in 0..<250 {
      fixture.add(
        EventFixture.scenario(index, row: "\(index)"),
        [.failed([EventFixture.failure()]), .passed],
        .failed
      )
    }
    fixture.finish()
    let text = try ReporterDefinition.console.text(
      of: fixture,
      options: ReporterOptions(verbosity: .quiet)
    )
    #expect(text.split(separator: "\n").count { $0.hasPrefix("✗ create") } == 200)
    #expect(text.contains("\n50 further steps did not pass"))
  }

  @Test func `an expression shows its parts under it`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    let failure = AssertionOutcome(
      verdict: .fails,
      subject: "response.json.total == 2",
      expected: "true",
      actual: "false",
      message: "expected response.json.total == 2 to be true",
      range: EventFixture.range("json:"),
      parts: [.init(text: "response.json.total", offset: 0, value: "3")]
    )
    fixture.add(EventFixture.scenario(0), [.failed([failure]), .passed], .failed)
    fixture.finish()
    let text = try ReporterDefinition.console.text(of: fixture)
    #expect(
      text.contains("      | response.json.total == 2\n      | │\n      | 3\n")
    )
  }

  @Test func `diagnostics come as they are found`() throws {
    var fixture = EventFixture(scenarioCount: 0)
    fixture.events.append(
      .diagnostic(
        Diagnostic(
          .error,
          "unknown key \"expects\"",
          at: EventFixture.range("expect:"),
          suggestion: "expect"
        )
      )
    )
    let text = try ReporterDefinition.console.text(of: fixture)
    #expect(
      text.hasPrefix(
        """
        scenarios/orders.scenario.yaml:5:5: error: unknown key "expects"
            5 |     expect:
              |     ^^^^^^^ did you mean "expect"?

        """
      )
    )
    #expect(text.contains("the run was cut short"))
  }

  @Test func `a loop tells of each turn that failed`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    let scenario = EventFixture.scenario(0)
    let failed = StepResult.failed([EventFixture.failure()])
    fixture.events.append(.scenarioStarted(scenario))
    let attempts = [(0, failed), (1, .passed), (2, failed)].map { turn, result in
      StepReport.Attempt(
        turn: turn,
        result: result,
        startedAt: 0,
        duration: 0.01,
        exchange: EventFixture.exchange()
      )
    }
    fixture.events.append(
      .stepFinished(
        StepReport(
          scenario: scenario.id,
          step: scenario.steps[0],
          result: .failed([EventFixture.failure(), EventFixture.failure()]),
          startedAt: 0,
          duration: 0.03,
          attempts: attempts,
          attemptCount: 3
        )
      )
    )
    fixture.events.append(
      .scenarioFinished(ScenarioReport(scenario: scenario, outcome: .failed, duration: 0.03))
    )
    fixture.finish()
    let text = try ReporterDefinition.console.text(of: fixture)
    #expect(text.contains("201 in 12 ms  (turn 1)\n"))
    #expect(text.contains("201 in 12 ms  (turn 3)\n"))
    #expect(!text.contains("(turn 2)"))
  }
}
