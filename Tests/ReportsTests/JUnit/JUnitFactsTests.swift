import Assertions
import Diagnostics
import Documents
import Reports
import RunEvents
import Testing

/// The facts that readers of JUnit reports rely on, one by one.
@Suite(.timeLimit(.minutes(5))) struct JUnitFactsTests {
  private func probe(
    _ fixture: EventFixture,
    _ options: ReporterOptions = .init()
  ) throws
    -> XMLProbe
  {
    try XMLProbe(ReporterDefinition.junit.report(on: fixture.events, options: options))
  }

  private static let failed = StepResult.failed([EventFixture.failure()])

  @Test func `1: one flat suite for each file, and a before-all that went wrong is one`() throws {
    let broken = try probe(OutcomeFixture.brokenBeforeAll)
    #expect(try broken.texts("/testsuites/testsuite/@name").first == "before-all")
    let xml = try probe(OutcomeFixture.everything)
    #expect(
      try xml.texts("/testsuites/testsuite/@name") == [
        "scenarios/orders.scenario.yaml", "scenarios/broken.scenario.yaml",
        "scenarios/locked.scenario.yaml",
      ]
    )
    #expect(try xml.number("count(//testsuite/testsuite)") == 0)
    #expect(try xml.number("count(/testsuites/*[not(self::testsuite)])") == 0)
  }

  @Test func `2: two attempts are named, one is not`() throws {
    func body(_ count: Int) throws -> String {
      var fixture = EventFixture(scenarioCount: 1)
      let scenario = EventFixture.scenario(0, steps: [EventFixture.step(0, "create an order")])
      let attempts = (1...count).map { number in
        StepReport.Attempt(
          turn: nil,
          number: number,
          result: Self.failed,
          startedAt: 0,
          duration: 0
        )
      }
      fixture.events += [
        .scenarioStarted(scenario),
        .stepFinished(
          StepReport(
            scenario: scenario.id,
            step: scenario.steps[0],
            result: Self.failed,
            startedAt: 0,
            duration: 0.03,
            attempts: attempts,
            attemptCount: count
          )
        ),
        .scenarioFinished(ScenarioReport(scenario: scenario, outcome: .failed, duration: 0.03)),
      ]
      fixture.finish()
      return try #require(try probe(fixture).texts("//failure").first)
    }
    #expect(try body(2).contains("\n2 of 2 attempts did not pass:\n  attempt 1"))
    #expect(try !body(1).contains("did not pass"))
  }

  @Test func `2: a loop and its attempts are one case that lists what failed`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    let scenario = EventFixture.scenario(0, steps: [EventFixture.step(0, "create an order")])
    let attempts = [(0, 1), (0, 2), (1, 1)].map { turn, number in
      StepReport.Attempt(
        turn: turn,
        number: number,
        result: number == 2 ? .passed : Self.failed,
        startedAt: 0,
        duration: 0.01,
        exchange: EventFixture.exchange()
      )
    }
    fixture.events += [
      .scenarioStarted(scenario),
      .stepFinished(
        StepReport(
          scenario: scenario.id,
          step: scenario.steps[0],
          result: Self.failed,
          startedAt: 0,
          duration: 0.03,
          attempts: attempts,
          attemptCount: 3
        )
      ),
      .scenarioFinished(ScenarioReport(scenario: scenario, outcome: .failed, duration: 0.03)),
    ]
    fixture.finish()
    let xml = try probe(fixture)
    #expect(try xml.texts("//testcase/@name") == ["create an order"])
    let body = try #require(try xml.texts("//failure").first)
    #expect(body.contains("\n2 of 3 attempts did not pass:\n  turn 1, attempt 1  POST /orders"))
    #expect(body.contains("\n  turn 2, attempt 1  POST /orders"))
  }

  @Test func `3: names are those of the source, with rows by label and a class with a dot`() throws
  {
    var fixture = EventFixture(scenarioCount: 3)
    let steps = [
      EventFixture.step(0, "login › get token", .setup), EventFixture.step(1, "GET /orders/${id}"),
      EventFixture.step(2, "GET /orders/${id}"),
    ]
    let long = String(repeating: "row ", count: 30)
    for (index, row) in ["•••", long].enumerated() {
      fixture.add(
        EventFixture.scenario(index, "A/b.c", row: row, steps: steps),
        [.passed, .passed, .passed],
        .passed
      )
    }
    let bare = SourceFile(path: "bare.yaml", text: "scenario: x")
    fixture.add(EventFixture.scenario(2, "x", in: bare, steps: [steps[1]]), [.passed], .passed)
    fixture.finish()
    let xml = try probe(fixture)
    let names = try xml.texts("//testcase/@name")
    #expect(
      names.prefix(3) == [
        "login › get token [•••]", "GET /orders/${id} [•••]", "GET /orders/${id} [•••] #2",
      ]
    )
    let label = names[3].drop { $0 != "[" }
    #expect(label.count == 82 && label.hasSuffix("…]"))
    let classes = try xml.texts("//testcase/@classname")
    #expect(classes.first == "scenarios.orders.A_b_c")
    #expect(classes.last == "bare.x")
    #expect(classes.allSatisfy { $0.contains(".") && !$0.contains("://") })
    #expect(Set(zip(classes, names).map { "\($0)\t\($1)" }).count == names.count)
  }

  @Test func `4: times and properties of suites`() throws {
    var fixture = OutcomeFixture.everything
    guard case .runStarted(var run) = fixture.events[0] else { return }
    run.shard = .init(index: 2, total: 4)
    fixture.events[0] = .runStarted(run)
    let options = ReporterOptions(
      paths: RepositoryPaths(root: "/src/shop", workingFolder: "/src/shop/tests/api")
    )
    let xml = try probe(fixture, options)
    let time = /\d+\.\d{3}/
    for text in try xml.texts("//@time") { #expect(text.wholeMatch(of: time) != nil) }
    let stamp = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/
    for text in try xml.texts("//@timestamp") { #expect(text.wholeMatch(of: stamp) != nil) }
    #expect(try xml.texts("//testsuite/@timestamp")[0] == "2025-01-02T03:04:05")
    for suite in 1...3 {
      let this = "/testsuites/testsuite[\(suite)]"
      #expect(
        try xml.number("round(sum(\(this)/testcase/@time) * 1000)")
          == xml.number("round(\(this)/@time * 1000)")
      )
      #expect(
        try xml.texts("\(this)/properties/property/@name") == ["seed", "shard", "environment"]
      )
      #expect(
        try xml.texts("\(this)/properties/property/@value") == ["42", "2/4", "staging"]
      )
      #expect(try xml.texts("\(this)/@hostname") == ["builder"])
    }
    #expect(try xml.texts("/testsuites/@time") == ["1.500"])
    #expect(try xml.texts("//testsuite/@id") == ["0", "1", "2"])
    #expect(
      try xml.texts("//testsuite/@file").first == "tests/api/scenarios/orders.scenario.yaml"
    )
    #expect(
      try Set(xml.texts("//testsuite[1]/testcase/@file"))
        == ["tests/api/scenarios/orders.scenario.yaml"]
    )
  }

  @Test func `5: one failure a case, told whole in its body; no verdict is an error`() throws {
    var fixture = EventFixture(scenarioCount: 2)
    var other = EventFixture.failure("expected 3, got 4")
    other.expected = "3"
    other.actual = "4"
    fixture.add(
      EventFixture.scenario(0, row: "a"),
      [.failed([EventFixture.failure(), other]), .passed],
      .failed
    )
    let setup = [
      EventFixture.step(0, "create an order", .setup), EventFixture.step(1, "read it"),
      EventFixture.step(2, "read it"),
    ]
    let skip = StepResult.skipped(reason: "the set-up did not succeed")
    fixture.add(
      EventFixture.scenario(1, row: "b", steps: setup),
      [Self.failed, skip, skip],
      .errored
    )
    fixture.finish()
    let xml = try probe(fixture)
    #expect(try xml.number("count(//testcase[count(failure) + count(error) > 1])") == 0)
    #expect(try xml.texts("//failure/@type") == ["assertion"])
    let (message, body) = (try xml.texts("//failure/@message")[0], try xml.texts("//failure")[0])
    #expect(body.hasPrefix(message))
    for text in [
      "  expected: 19.98 ± 0.01", "  actual: 20.5", "  at scenarios/orders.scenario.yaml:7",
      "  expected: 3", "  actual: 4",
    ] {
      #expect(body.contains("\n\(text)\n"), "\(text)")
    }
    #expect(try xml.texts("//error/@type") == ["setup"])
    #expect(try xml.number("count(//testsuite/testcase[contains(@name, '[b]')]/skipped)") == 2)
  }

  @Test func `6: flaky is flakyFailure, what still fails has rerunFailure`() throws {
    let xml = try probe(OutcomeFixture.everything)
    #expect(try xml.texts("//testcase[flakyFailure]/@name") == ["create an order [f]"])
    #expect(try xml.number("count(//testcase[flakyFailure][failure or error])") == 0)
    #expect(try xml.texts("//testcase[rerunFailure]/@name") == ["create an order [g]"])
    #expect(try xml.number("count(//testcase[rerunFailure][failure])") == 1)
    for name in ["flakyFailure", "rerunFailure"] {
      let stack = try xml.texts("//\(name)/stackTrace")
      #expect(stack.first?.contains("\n  at scenarios/orders.scenario.yaml:7\n") == true)
      #expect(try xml.texts("//\(name)/@message")[0].contains("expected 19.98"))
    }
  }

  @Test func `7: one system-out, for failed cases unless asked for all`() throws {
    var fixture = EventFixture(scenarioCount: 2)
    let logs = ["::error::x", "##[group]y", "##vso[task.complete]"]
    fixture.add(EventFixture.scenario(0, row: "a"), [.passed, .passed], .passed, logs: logs)
    fixture.add(EventFixture.scenario(1, row: "b"), [Self.failed, .passed], .failed, logs: logs)
    fixture.finish()
    let xml = try probe(fixture)
    #expect(try xml.texts("//testcase[system-out]/@name") == ["create an order [b]"])
    let all = try probe(fixture, ReporterOptions(junitOutput: .all))
    #expect(try all.number("count(//testcase[count(system-out) = 1])") == 4)
    for text in try all.texts("//system-out") {
      #expect(text.hasPrefix(": :error::x\n# #[group]y\n# #vso[task.complete]\n> POST http"))
    }
  }

  @Test func `8: nothing that was cut short or not understood reads green`() throws {
    let xml = try probe(OutcomeFixture.badEnding)
    #expect(
      try Set(xml.texts("//error/@type")) == ["before-all", "interrupted", "diagnostic"]
    )
    #expect(try xml.number("count(//testcase[error/@type='diagnostic'])") == 2)
    #expect(try xml.number("count(//testcase[contains(@name, '[b]')]/skipped)") == 2)
    var empty = EventFixture(scenarioCount: 0)
    empty.finish()
    #expect(try probe(empty).number("number(/testsuites/@errors)") == 1)
  }

  @Test(arguments: JUnitDialect.allCases)
  func `9: what a dialect says of a case`(dialect: JUnitDialect) throws {
    let xml = try probe(OutcomeFixture.everything, ReporterOptions(junitDialect: dialect))
    let cases = try xml.number("count(//testcase)")
    for attribute in ["file", "line", "timestamp"] {
      let count = try xml.number("count(//testcase[@\(attribute)])")
      #expect(count == (dialect == .rich ? cases : 0))
    }
  }

  @Test func `10: what is fatal to readers is replaced`() throws {
    let text = "a\u{1B}b\u{0}c\u{FFFE}d\u{FFFF}e\u{8}f"
    var fixture = HostileRun.everywhere(text)
    fixture.events += HostileRun.body([0xED, 0xA0, 0x80, 0xFF]).events.dropFirst()
    let bytes = try ReporterDefinition.junit.report(on: fixture.events)
    #expect(String(validating: bytes, as: UTF8.self) != nil)
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    #expect(scalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value & 0xFFFE != 0xFFFE })
    _ = try XMLProbe(bytes)
  }

  @Test func `11: rows that finish interleaved stand together and in order`() throws {
    var (a, b) = (EventFixture(scenarioCount: 2), EventFixture(scenarioCount: 2))
    a.add(EventFixture.scenario(0, row: "a"), [.passed, Self.failed], .failed)
    b.add(EventFixture.scenario(1, row: "b"), [Self.failed, .passed], .failed)
    var mixed = EventFixture(scenarioCount: 2)
    for (first, second) in zip(b.events.dropFirst(), a.events.dropFirst()) {
      mixed.events += [first, second]
    }
    mixed.finish()
    let xml = try probe(mixed)
    #expect(
      try xml.texts("//testcase/@name")
        == ["create an order [a]", "read it [a]", "create an order [b]", "read it [b]"]
    )
    #expect(try xml.texts("//testsuite/@failures") == ["2"])
  }

  @Test func `12: every suite has a name, and a body is bounded`() throws {
    let xml = try probe(OutcomeFixture.badEnding)
    #expect(try xml.texts("//testsuite/@name").allSatisfy { !$0.isEmpty })
    #expect(try xml.number("count(//testsuite)") == xml.number("count(//testsuite/@name)"))
    let huge = try ReporterDefinition.junit.report(
      on: HostileRun.huge(HostileText.manyLines).events
    )
    // GitLab takes 30 MB for a whole report.
    #expect(huge.count < 100_000)
  }
}
