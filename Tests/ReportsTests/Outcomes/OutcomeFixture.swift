import Diagnostics
import RunEvents

/// Runs in which everything happens that can happen to a run.
enum OutcomeFixture {
  private static let skip = StepResult.skipped(reason: "a step before it did not succeed")
  private static let broken = SourceFile(path: "scenarios/broken.scenario.yaml", text: "steps: [\n")
  private static let project = SourceFile(path: "curlew.yaml", text: "before-all:\n  - GET: /x\n")
  private static let fault = StepFault(
    .connect,
    "connection refused",
    at: EventFixture.range("/x", in: project),
    hint: "is it running?"
  )

  /// Mistakes in files, one of each severity and place.
  static let mistakes: [Diagnostic] = [
    Diagnostic(
      .error,
      "expected ']'",
      at: broken.range(7..<8),
      hint: "quote a text that holds [",
      suggestion: "steps"
    ),
    Diagnostic(
      .error,
      "the file cannot be read: permission denied",
      at: .file(path: "scenarios/locked.scenario.yaml")
    ),
    Diagnostic(.warning, "the tag \"slow\" selects nothing", at: .none, hint: "see --tag"),
    Diagnostic(.note, "steps are defined here", at: broken.range(0..<5)),
  ]

  /// Every outcome, more than once, with files that cannot be read.
  static var everything: EventFixture {
    var fixture = EventFixture(scenarioCount: 9)
    for mistake in mistakes { fixture.events.append(.diagnostic(mistake)) }
    let failed = StepResult.failed([EventFixture.failure()])
    fixture.add(beforeAll, [.passed], .passed)
    fixture.add(EventFixture.scenario(0, row: "a"), [.passed, .passed], .passed)
    fixture.add(EventFixture.scenario(1, row: "b"), [failed, skip], .failed)
    fixture.add(EventFixture.scenario(2, row: "c"), [.passed, failed], .failed)
    fixture.add(EventFixture.scenario(3, row: "d"), [.errored(fault), skip], .errored)
    fixture.add(
      EventFixture.scenario(4, row: "e"),
      [.skipped(reason: "not today"), .skipped(reason: "not today")],
      .skipped(reason: "not today")
    )
    fixture.add(EventFixture.scenario(5, row: "f"), [failed, skip], .failed, isFinal: false)
    fixture.add(EventFixture.scenario(5, attempt: 2, row: "f"), [.passed, .passed], .flaky)
    fixture.add(EventFixture.scenario(6, row: "g"), [failed, skip], .failed, isFinal: false)
    fixture.add(EventFixture.scenario(6, attempt: 2, row: "g"), [failed, skip], .failed)
    fixture.add(EventFixture.scenario(7, row: "h"), [.passed, .passed], .passed)
    let late = StepResult.skipped(reason: "fail-fast")
    fixture.add(EventFixture.scenario(8, row: "i"), [late, late], .notRun(reason: "fail-fast"))
    fixture.addUnreadableFiles(2)
    fixture.finish()
    return fixture
  }

  /// A run that was interrupted: one scenario was cut off, another not begun.
  static var interrupted: EventFixture {
    var fixture = EventFixture(scenarioCount: 3)
    fixture.add(EventFixture.scenario(0, row: "a"), [.passed, .passed], .passed)
    fixture.add(
      EventFixture.scenario(1, row: "b"),
      [.passed, .errored(StepFault(.interrupted, "the run was interrupted"))],
      .errored
    )
    let late = StepResult.skipped(reason: "the run was interrupted")
    fixture.add(
      EventFixture.scenario(2, row: "c"),
      [late, late],
      .notRun(reason: "the run was interrupted")
    )
    fixture.finish(interrupted: true)
    return fixture
  }

  /// A run whose `before-all` went wrong.
  static var brokenBeforeAll: EventFixture {
    var fixture = EventFixture(scenarioCount: 2)
    fixture.add(beforeAll, [.errored(fault)], .errored)
    let reason = "before-all did not succeed"
    for index in 0..<2 {
      let late = StepResult.skipped(reason: reason)
      let scenario = EventFixture.scenario(index, row: "\(index)")
      fixture.add(scenario, [late, late], .notRun(reason: reason))
    }
    fixture.finish()
    return fixture
  }

  /// A scenario whose set-up went wrong, as the engine tells of it.
  static var brokenSetup: EventFixture {
    var fixture = EventFixture(scenarioCount: 1)
    let outcomes = [EventFixture.failure()]
    let setup = StepFault(.setup, "an assertion of the set-up does not hold", outcomes: outcomes)
    let steps = [
      EventFixture.step(0, "log in", .setup, at: EventFixture.range("/orders")),
      EventFixture.step(1, "read it"),
    ]
    fixture.add(EventFixture.scenario(0, steps: steps), [.errored(setup), skip], .errored)
    fixture.finish()
    return fixture
  }

  /// All that can go wrong with a run as a whole, at once.
  static var badEnding: EventFixture {
    var fixture = EventFixture(scenarioCount: 2)
    for mistake in mistakes { fixture.events.append(.diagnostic(mistake)) }
    fixture.add(beforeAll, [.errored(fault)], .errored)
    let failed = StepResult.failed([EventFixture.failure()])
    fixture.add(EventFixture.scenario(0, row: "a"), [failed, skip], .failed, isFinal: false)
    fixture.add(EventFixture.scenario(0, attempt: 2, row: "a"), [failed, skip], .failed)
    let late = StepResult.skipped(reason: "the run was interrupted")
    let reason = "the run was interrupted"
    fixture.add(EventFixture.scenario(1, row: "b"), [late, late], .notRun(reason: reason))
    fixture.addUnreadableFiles(2)
    fixture.finish(interrupted: true)
    return fixture
  }

  private static var beforeAll: ScenarioDescription {
    EventFixture.scenario(
      -1,
      kind: .beforeAll,
      "before-all",
      in: project,
      steps: [EventFixture.step(0, "GET /x", .setup, at: EventFixture.range("/x", in: project))]
    )
  }
}
