import Diagnostics
import Documents
import Reports
import RunEvents
import Testing

/// Reports of reruns behind the reports of the runs that they repeat.
@Suite(.timeLimit(.minutes(5))) struct MergedRerunTests {
  private typealias Outcome = ScenarioReport.Outcome

  /// A run of some scenarios, each with its row and how it ended.
  private func run(
    _ number: Int,
    _ outcomes: [(row: String, outcome: ScenarioReport.Outcome)],
    environment: String? = "staging",
    outside: ScenarioReport.Outcome? = nil,
    interrupted: Bool = false
  ) -> EventFixture {
    var fixture = EventFixture(scenarioCount: outcomes.count)
    if case .runStarted(var run) = fixture.events[0] {
      run.id = "r\(number)"
      run.startedAt += Double(number)
      run.environment = environment
      fixture.events[0] = .runStarted(run)
    }
    if let outside {
      let scenario = EventFixture.scenario(-1, kind: .beforeAll)
      fixture.add(scenario, results(outside), outside)
    }
    for (index, (row, outcome)) in outcomes.enumerated() {
      let scenario = EventFixture.scenario(index, row: row)
      fixture.add(scenario, results(outcome), outcome)
    }
    fixture.finish(interrupted: interrupted)
    return fixture
  }

  private func results(_ outcome: ScenarioReport.Outcome) -> [StepResult] {
    switch outcome {
    case .passed, .flaky: return [.passed, .passed]
    case .failed: return [.failed([EventFixture.failure()]), .skipped(reason: "x")]
    case .errored:
      let fault = StepFault(.dns, "no such host", at: EventFixture.range("/orders"))
      return [.errored(fault), .skipped(reason: "x")]
    case .skipped, .notRun: return [.skipped(reason: "x"), .skipped(reason: "x")]
    }
  }

  /// Merges runs, the first one alone and all others as reruns.
  private func merger(_ runs: [EventFixture], _ files: MergeFixture) throws -> ReportMerger {
    let paths = try runs.enumerated().map { try files.write($1, "\($0).json") }
    return try ReportMerger(paths: [paths[0]], reruns: Array(paths.dropFirst()))
  }

  private func events(_ merger: ReportMerger) throws -> [Event] {
    var events: [Event] = []
    try merger.replay { events.append($0) }
    return events
  }

  private func error(_ runs: [EventFixture]) throws -> JSONReportError? {
    let files = try MergeFixture()
    do {
      _ = try merger(runs, files)
      return nil
    } catch let error as JSONReportError {
      return error
    }
  }

  private static let reason = "why not"

  @Test func `the later verdict counts, and none gets better than what was seen`() throws {
    let all: [Outcome] = [
      .passed, .failed, .errored, .flaky, .skipped(reason: Self.reason),
      .notRun(reason: Self.reason),
    ]
    // By the first verdict and then the later one, in the order above.
    let expected: [[Outcome]] = [
      [.passed, .failed, .errored, .flaky, .passed, .passed],
      [.flaky, .failed, .errored, .flaky, .failed, .failed],
      [.flaky, .failed, .errored, .flaky, .errored, .errored],
      [.flaky, .failed, .errored, .flaky, .flaky, .flaky],
      [.passed, .failed, .errored, .flaky, all[4], all[4]],
      [.passed, .failed, .errored, .flaky, all[4], all[5]],
    ]
    for (first, row) in zip(all, expected) {
      for (later, outcome) in zip(all, row) {
        let files = try MergeFixture()
        let merger = try merger(
          [run(0, [("other", .passed), ("it", first)]), run(1, [("it", later)])],
          files
        )
        let reports = try events(merger).compactMap { event in
          if case .scenarioFinished(let report) = event { report } else { nil }
        }
        let final = reports.filter(\.isFinal)
        #expect(final.map(\.outcome) == [.passed, outcome], "\(first), then \(later)")
        #expect(reports.map(\.scenario.id.index) == reports.map(\.scenario.id.index).sorted())
        var counts = RunSummary.Counts()
        for report in final { counts.count(report.outcome) }
        #expect(merger.summary.scenarios == counts, "\(first), then \(later)")
        var steps = RunSummary.Counts()
        for case .stepFinished(let step) in try events(merger)
        where final.contains(where: { $0.scenario.id == step.scenario }) {
          steps.count(step.result)
        }
        #expect(merger.summary.steps == steps, "\(first), then \(later)")
        // What was repaired shows what went wrong before.
        let attempts = reports.filter { $0.scenario.row == "it" }
        let isRepeat =
          [.failed, .errored].contains(first)
          && [.passed, .failed, .errored, .flaky].contains(later)
        #expect(attempts.count == (isRepeat ? 2 : 1), "\(first), then \(later)")
        #expect(attempts.map(\.scenario.id.attempt) == Array(1...attempts.count))
      }
    }
  }

  @Test(arguments: ReporterCatalogue.names)
  func `a repaired scenario is in every report as one that a retry repaired`(kind: String) throws {
    let files = try MergeFixture()
    let merged = try merger([run(0, [("a", .failed)]), run(1, [("a", .passed)])], files)
    var retried = EventFixture(scenarioCount: 1)
    retried.add(
      EventFixture.scenario(0, row: "a"),
      results(.failed),
      .failed,
      isFinal: false
    )
    retried.add(EventFixture.scenario(0, attempt: 2, row: "a"), [.passed, .passed], .flaky)
    retried.finish()
    let (left, right) = (try events(merged), retried.events)
    // Only the descriptions of the runs and their sums differ.
    #expect(left.count == right.count)
    let definition = try ReporterCatalogue.definition(named: kind)
    let bodies = try [left, right].map { events in
      var events = events
      events[0] = right[0]
      events[events.count - 1] = right[right.count - 1]
      return String(decoding: try definition.report(on: events), as: UTF8.self)
    }
    #expect(bodies[0] == bodies[1])
    #expect(
      ["har", "coverage", "coverage-markdown"].contains(kind)
        || bodies[0].lowercased().contains("flaky")
    )
  }

  @Test func `of several reruns the one that began last counts, in whatever order they are given`()
    throws
  {
    let files = try MergeFixture()
    let runs = [
      run(0, [("a", .failed), ("b", .failed)]), run(1, [("a", .passed), ("b", .passed)]),
      run(2, [("a", .failed)]),
    ]
    for order in [[0, 1, 2], [0, 2, 1]] {
      let merger = try merger(order.map { runs[$0] }, files)
      #expect(merger.summary.scenarios.failed == 1 && merger.summary.scenarios.flaky == 1)
      #expect(merger.run.parts.map(\.id) == ["r0", "r1", "r2"])
      #expect(merger.run.scenarioCount == 2)
    }
  }

  @Test func `what runs before all is repaired, too`() throws {
    let files = try MergeFixture()
    let reason = Outcome.notRun(reason: Self.reason)
    let first = run(0, [("a", reason)], outside: .errored)
    let repaired = try merger([first, run(1, [("a", .passed)], outside: .passed)], files)
    #expect(repaired.summary.failedOutsideCount == 0)
    #expect(repaired.summary.scenarios.passed == 1)
    let broken = try merger([first, run(1, [("a", reason)], outside: .failed)], files)
    #expect(broken.summary.failedOutsideCount == 1)
    let late = try merger(
      [run(0, [("a", .failed)]), run(1, [("a", .passed)], outside: .failed)],
      files
    )
    #expect(late.summary.failedOutsideCount == 1)
  }

  @Test func `an interruption of any of the runs is not forgotten`() throws {
    for number in 0..<2 {
      let files = try MergeFixture()
      let merger = try merger(
        (0..<2).map { run($0, [("a", .failed)], interrupted: $0 == number) },
        files
      )
      #expect(merger.summary.interrupted)
    }
  }

  @Test func `a rerun of other scenarios, another environment or an earlier time is an error`()
    throws
  {
    let first = run(1, [("a", .failed)])
    let unknown = try #require(try error([first, run(2, [("a", .passed), ("b", .passed)])]))
    #expect(unknown.path?.hasSuffix("1.json") == true)
    #expect(unknown.message.contains("Order lifecycle [b] (scenarios/orders.scenario.yaml:1)"))
    let twice = try error([first, run(2, [("a", .passed), ("a", .passed)])])
    #expect(twice?.message.hasSuffix("is in no report of the first run") == true)
    let early = try error([first, run(0, [("a", .passed)])])
    #expect(early?.message == "began before the run that it is given as a rerun of")
    let same = try error([first, run(1, [("a", .passed)])])
    #expect(same?.message.hasPrefix("is of the same run as ") == true)
    for environment in [nil, "production"] {
      let other = try error([first, run(2, [("a", .passed)], environment: environment)])
      let name = environment.map { "the environment \($0)" } ?? "no environment"
      #expect(other?.message == "is of a run in \(name), which the first one was not")
    }
    #expect(try error([first, run(2, [("a", .passed)])]) == nil)
  }

  @Test func `a rerun of nothing changes no verdict and is named`() throws {
    let files = try MergeFixture()
    let merger = try merger([run(0, [("a", .failed)]), run(1, [])], files)
    #expect(merger.summary.scenarios.failed == 1)
    #expect(merger.emptyReruns.map { $0.hasSuffix("1.json") } == [true])
  }

  @Test func `rows of one label are told apart by their numbers`() throws {
    let files = try MergeFixture()
    func run(_ number: Int, _ rows: [(number: Int, outcome: Outcome)]) -> EventFixture {
      var fixture = self.run(number, [])
      fixture.events.removeLast()
      for (index, row) in rows.enumerated() {
        var scenario = EventFixture.scenario(index, row: "same")
        scenario.rowNumber = row.number
        fixture.add(scenario, results(row.outcome), row.outcome)
      }
      fixture.finish()
      return fixture
    }
    let first = run(0, [(1, .passed), (2, .errored), (3, .failed)])
    let merger = try merger([first, run(1, [(3, .passed)])], files)
    #expect(merger.summary.scenarios.errored == 1 && merger.summary.scenarios.flaky == 1)
  }
}
