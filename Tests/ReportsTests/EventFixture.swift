import Assertions
import Diagnostics
import RunEvents

/// Lines of events, built by hand.
struct EventFixture {
  static let startedAt = 1_735_787_045.25

  static let orders = SourceFile(
    path: "scenarios/orders.scenario.yaml",
    text: """
      scenario: Order lifecycle
      steps:
        - step: create an order
          POST: /orders
          expect:
            json:
              $.total: { approx: 19.98, within: 0.01 }
        - step: read it
          GET: /orders/1
      """
  )

  var events: [Event] = []
  private(set) var summary = RunSummary()

  init(scenarioCount: Int, command: [String] = ["curlew", "run"]) {
    events.append(
      .runStarted(
        RunDescription(
          id: "r1",
          seed: 42,
          startedAt: Self.startedAt,
          environment: "staging",
          hostname: "builder",
          jobs: 2,
          scenarioCount: scenarioCount,
          foundCount: scenarioCount,
          stepCount: scenarioCount * 2,
          command: command
        )
      )
    )
  }

  /// The stretch of a text in the file.
  static func range(_ text: String, in file: SourceFile = orders) -> SourceRange {
    let all = String(decoding: file.utf8, as: UTF8.self)
    guard let found = all.firstRange(of: text) else { return file.range(0..<0) }
    let start = all.utf8.distance(from: all.startIndex, to: found.lowerBound)
    return file.range(start..<start + text.utf8.count)
  }

  static func step(
    _ index: Int,
    _ name: String,
    _ phase: StepDescription.Phase = .steps,
    at range: SourceRange? = nil
  ) -> StepDescription {
    StepDescription(
      index: index,
      phase: phase,
      name: name,
      range: range ?? Self.range(name),
      action: .request(method: "POST")
    )
  }

  static let steps = [step(0, "create an order"), step(1, "read it")]

  static func scenario(
    _ index: Int,
    attempt: Int = 1,
    kind: ScenarioDescription.Kind = .scenario,
    _ name: String = "Order lifecycle",
    in file: SourceFile = orders,
    row: String? = nil,
    turn: Int? = nil,
    steps: [StepDescription] = Self.steps
  ) -> ScenarioDescription {
    ScenarioDescription(
      id: .init(index: index, attempt: attempt),
      kind: kind,
      name: name,
      path: file.path,
      range: range(name, in: file),
      row: row,
      turn: turn,
      steps: steps,
      startedAt: startedAt + Double(index)
    )
  }

  static func exchange(
    _ method: String = "POST",
    _ url: String = "http://127.0.0.1:8080/orders",
    status: Int = 201,
    body: String = #"{"total": 20.5}"#,
    curl: String? = nil
  ) -> Exchange {
    Exchange(
      request: .init(
        method: method,
        url: url,
        fields: [.init("Accept", "*/*")],
        body: .init(bytes: Array("{}".utf8), count: 2, mediaType: "application/json")
      ),
      response: .init(
        status: status,
        reason: "Created",
        version: "1.1",
        fields: [.init("Content-Type", "application/json")],
        body: .init(
          bytes: Array(body.utf8),
          count: Int64(body.utf8.count),
          mediaType: "application/json"
        )
      ),
      timings: .init(
        nameLookup: 0.001,
        connect: 0.002,
        requestStart: 0.002,
        responseStart: 0.01,
        total: 0.012
      ),
      address: "127.0.0.1",
      curl: curl
    )
  }

  static func failure(_ message: String = "expected 19.98 ± 0.01, got 20.5") -> AssertionOutcome {
    AssertionOutcome(
      verdict: .fails,
      subject: "$.total",
      expected: "19.98 ± 0.01",
      actual: "20.5",
      message: message,
      range: range("{ approx: 19.98, within: 0.01 }"),
      excerpt: #"$.total in application/json, 15 bytes:  "total": 20.5 …"#
    )
  }

  /// Adds one attempt at a scenario with its steps.
  mutating func add(
    _ scenario: ScenarioDescription,
    _ results: [StepResult],
    _ outcome: ScenarioReport.Outcome,
    isFinal: Bool = true,
    exchange: Exchange = Self.exchange(),
    logs: [String] = [],
    change: (inout StepReport.Attempt, Int) -> Void = { _, _ in }
  ) {
    events.append(.scenarioStarted(scenario))
    for (step, result) in zip(scenario.steps, results) {
      var attempts: [StepReport.Attempt] = []
      switch result {
      case .passed, .failed:
        attempts = [
          .init(
            result: result,
            startedAt: scenario.startedAt,
            duration: 0.0125,
            exchange: exchange,
            assertionCount: 2
          )
        ]
        change(&attempts[0], step.index)
        summary.requestCount += 1
        summary.latencies.record(0.012)
      case .errored, .skipped: break
      }
      if isFinal, scenario.kind == .scenario { summary.steps.count(result) }
      events.append(
        .stepFinished(
          StepReport(
            scenario: scenario.id,
            step: step,
            result: result,
            startedAt: scenario.startedAt,
            duration: attempts.isEmpty ? 0 : 0.0125,
            attempts: attempts,
            attemptCount: attempts.count,
            logs: logs
          )
        )
      )
    }
    if isFinal, scenario.kind == .scenario {
      summary.scenarios.count(outcome)
    } else if isFinal, outcome == .failed || outcome == .errored {
      summary.failedOutsideCount += 1
    }
    events.append(
      .scenarioFinished(
        ScenarioReport(scenario: scenario, outcome: outcome, duration: 0.412, isFinal: isFinal)
      )
    )
  }

  /// Notes that files could not be understood.
  mutating func addUnreadableFiles(_ count: Int) {
    summary.unreadableFileCount += count
  }

  /// Notes what was exercised of contracts.
  mutating func cover(_ contracts: [ContractReport], minimum: CoverageMinimum? = nil) {
    summary.contracts = contracts
    summary.coverageMinimum = minimum
  }

  mutating func finish(interrupted: Bool = false) {
    summary.duration = 1.5
    summary.connectionCount = 1
    summary.interrupted = interrupted
    events.append(.runFinished(summary))
  }

  /// A run with every outcome once.
  static var everyOutcome: EventFixture {
    var fixture = EventFixture(scenarioCount: 6)
    let skip = StepResult.skipped(reason: "a step before it did not succeed")
    fixture.add(scenario(0, row: "ABC-1"), [.passed, .passed], .passed)
    fixture.add(scenario(1, row: "ABC-2"), [.failed([failure()]), skip], .failed)
    let login = SourceFile(path: "scenarios/login.scenario.yaml", text: "scenario: Login\n")
    let setup = [
      step(0, "login › get token", .setup, at: range("Login", in: login)),
      step(1, "greet", at: range("Login", in: login)),
    ]
    let fault = StepFault(
      .connect,
      "connection refused",
      at: range("Login", in: login),
      hint: "is it running?"
    )
    fixture.add(
      scenario(2, "Login", in: login, steps: setup),
      [.errored(fault), .skipped(reason: "the set-up did not succeed")],
      .errored
    )
    let other = SourceFile(path: "scenarios/other.scenario.yaml", text: "scenario: Other\n")
    let one = [step(0, "only", at: range("Other", in: other))]
    fixture.add(
      scenario(3, "Other", in: other, row: "a", steps: one),
      [.skipped(reason: "not today")],
      .skipped(reason: "not today")
    )
    fixture.add(
      scenario(4, "Other", in: other, row: "b", steps: one),
      [.failed([failure()])],
      .failed,
      isFinal: false
    )
    fixture.add(
      scenario(4, attempt: 2, "Other", in: other, row: "b", steps: one),
      [.passed],
      .flaky
    )
    fixture.add(
      scenario(5, "Other", in: other, row: "c", steps: one),
      [.skipped(reason: "fail-fast")],
      .notRun(reason: "fail-fast")
    )
    fixture.finish()
    return fixture
  }
}
