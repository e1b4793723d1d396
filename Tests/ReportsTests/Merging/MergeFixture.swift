import Assertions
import Diagnostics
import Reports
import RunEvents

/// Runs as shards of one plan have them, and their JSON reports in files.
struct MergeFixture {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Writes the JSON report of a run.
  ///
  /// - Returns: its path.
  func write(_ fixture: EventFixture, _ name: String) throws -> String {
    let text = try ReporterDefinition.json.text(of: fixture)
    scratch.write(text, to: name)
    return "\(scratch.path)/\(name)"
  }

  /// What a kind of report makes of reports that are merged.
  static func merged(
    _ paths: [String],
    _ kind: ReporterDefinition,
    allowsMissing: Bool = false
  ) throws -> String {
    let merger = try ReportMerger(paths: paths, allowsMissing: allowsMissing)
    var events: [Event] = []
    try merger.replay { events.append($0) }
    return String(decoding: try kind.report(on: events), as: UTF8.self)
  }

  /// Some scenarios of a plan of twelve with every outcome, as one run or as a shard.
  ///
  /// - Parameters:
  ///   - shard: takes every so-manieth scenario; `nil` for all.
  ///   - isNumberedAnew: whether the shard numbers its scenarios from 0.
  ///   - id: the run's own.
  /// - Returns: all its events.
  static func run(
    _ shard: RunDescription.Shard? = nil,
    isNumberedAnew: Bool = false,
    id: String? = nil
  ) -> EventFixture {
    let mine = (0..<12).filter { shard == nil || $0 % (shard?.total ?? 1) + 1 == shard?.index }
    var fixture = EventFixture(scenarioCount: mine.count)
    if case .runStarted(var run) = fixture.events[0] {
      run.id = id ?? shard.map { "r\($0.index)" } ?? "r0"
      run.shard = shard
      run.foundCount = 12
      fixture.events[0] = .runStarted(run)
    }
    let login = SourceFile(path: "scenarios/login.scenario.yaml", text: "scenario: Login\n")
    fixture.events.append(
      .diagnostic(Diagnostic(.warning, "odd", at: EventFixture.range("Login", in: login)))
    )
    for (place, number) in mine.enumerated() {
      let index = isNumberedAnew ? place : number
      var scenario = EventFixture.scenario(index, row: "row \(number)")
      scenario.startedAt = EventFixture.startedAt + Double(number)
      let skip = StepResult.skipped(reason: "a step before it did not succeed")
      switch number % 5 {
      case 1: fixture.add(scenario, [.failed([EventFixture.failure()]), skip], .failed)
      case 2:
        let fault = StepFault(.dns, "no such host", at: EventFixture.range("/orders"))
        fixture.add(scenario, [.errored(fault), skip], .errored)
      case 3:
        fixture.add(scenario, [.failed([EventFixture.failure()]), skip], .failed, isFinal: false)
        scenario.id.attempt = 2
        fixture.add(scenario, [.passed, .passed], .flaky)
      case _: fixture.add(scenario, [.passed, .passed], .passed)
      }
    }
    fixture.finish()
    return fixture
  }

  /// A run that has everything that a report can tell of.
  static var rich: EventFixture {
    var fixture = EventFixture(scenarioCount: 2)
    let file = SourceFile(
      path: "scenarios/ü.scenario.yaml",
      text: "\n\n  scenario: Grüße\n  steps:\n    - GET: /é\n      expect: 200\n"
    )
    let range = EventFixture.range("GET: /é\n      expect", in: file)
    var step = EventFixture.step(0, "first", .setup, at: range)
    step.action = .request(method: "GET")
    var scenario = EventFixture.scenario(-1, kind: .beforeAll, "Grüße", in: file, steps: [step])
    scenario.tags = ["a", "b c"]
    scenario.turn = 3
    var redirect = EventFixture.exchange("GET", "http://h/1", status: 302, body: "")
    redirect.response?.fields = [.init("Location", "/2"), .init("Location", "")]
    var exchange = EventFixture.exchange(
      "PUT",
      "http://h/2",
      body: "\u{0}\u{1B}é",
      curl: "curl 'x'"
    )
    exchange.redirects = [redirect]
    exchange.request.body = .init(bytes: [0xFF, 0x00, 0x80], count: nil, mediaType: nil)
    exchange.timings.reusedConnection = true
    var unseen = exchange
    unseen.response = nil
    unseen.address = nil
    unseen.request.body = nil
    var failure = EventFixture.failure()
    failure.range = range
    failure.differences = [Difference(path: "$", expected: "1", actual: "2")]
    failure.parts = [.init(text: "a.b", offset: 4, value: "7")]
    let skipped = AssertionOutcome(
      verdict: .notEvaluated(reason: "no status"),
      subject: "$.x",
      expected: "1"
    )
    let held = AssertionOutcome(verdict: .holds, subject: "status", expected: "200", range: range)
    let fault = StepFault(.capture, "nothing at $.id", at: range, hint: "look")
    let attempts: [StepReport.Attempt] = [
      .init(
        turn: 0,
        result: .failed([failure, skipped]),
        startedAt: EventFixture.startedAt,
        duration: 0.25,
        exchange: exchange,
        assertions: [held, failure, skipped],
        assertionCount: 3
      ),
      .init(
        turn: 1,
        number: 2,
        result: .errored(fault),
        startedAt: EventFixture.startedAt,
        duration: 0.001_002,
        exchange: unseen
      ),
    ]
    let report = StepReport(
      scenario: scenario.id,
      step: step,
      result: .errored(fault),
      startedAt: EventFixture.startedAt,
      duration: 0.3,
      attempts: attempts,
      attemptCount: 7,
      captures: [.init(name: "id", value: "•••")],
      logs: ["line\nline", ""]
    )
    fixture.events += [
      .diagnostic(Diagnostic(.error, "bad", at: .file(path: "x.yaml"), suggestion: "good")),
      .diagnostic(Diagnostic(.note, "no place", at: .none, hint: "none")),
      .scenarioStarted(scenario), .stepFinished(report),
      .scenarioFinished(ScenarioReport(scenario: scenario, outcome: .errored, duration: 0.4)),
    ]
    fixture.add(EventFixture.scenario(0, turn: 2), [.passed, .passed], .passed, exchange: exchange)
    fixture.finish(interrupted: true)
    return fixture
  }
}
