import Diagnostics
import Documents
import Engine
import RunEvents
import Scenarios
import TestSupport

/// A run of scenario files by the engine alone: its events gathered, nothing printed.
struct EngineRun {
  /// How each scenario ended, in the order of the plan.
  var outcomes: [ScenarioReport.Outcome] = []
  /// How each attempt at a scenario ended, in the order in which it was told.
  var reports: [ScenarioReport] = []
  /// What became of each step, in the order in which it was told.
  var steps: [StepReport] = []
  /// The mistakes found before the run.
  var diagnostics: [Diagnostic] = []
  /// What the run came to.
  var summary = RunSummary()

  /// Runs files.
  ///
  /// - Parameters:
  ///   - files: relative path to content; `BASE` in it becomes `base`.
  ///   - base: the URL of a server.
  ///   - paths: what is run; the whole folder unless told otherwise.
  ///   - folder: where the files are; one of its own unless given. Random values depend on it.
  ///   - stop: ends the run early.
  ///   - change: changes the options.
  ///   - hears: called with each event of the run as it comes.
  /// - Throws: when the files cannot be written.
  init(
    _ files: [String: String],
    base: String = "http://127.0.0.1:1",
    paths: [String] = ["."],
    in folder: TemporaryFolder? = nil,
    stop: StopSignal = StopSignal(),
    _ change: (inout RunOptions) -> Void = { _ in },
    hears: (Event) -> Void = { _ in }
  ) async throws {
    let folder = try folder ?? TemporaryFolder("engine")
    for (name, text) in files {
      try folder.write(text.replacing("BASE", with: base), to: name)
    }
    var options = RunOptions()
    change(&options)
    let loader = ScenarioLoader(
      vocabulary: .standard,
      workingFolder: folder.path,
      knownNames: Set(options.overrides.keys)
    )
    let mask = SecretMask()
    let plan = PlanCompiler(options: options, mask: mask).compile(loader.load(paths))
    diagnostics = plan.diagnostics
    let line = EventLine()
    let runner = Runner(plan: plan, options: options, mask: mask, stop: stop)
    async let ending = runner.run(emittingTo: line)
    var ended: [(Int, ScenarioReport.Outcome)] = []
    while let events = await line.next() {
      for event in events {
        hears(event)
        switch event {
        case .stepFinished(let report): steps.append(report)
        case .scenarioFinished(let report):
          reports.append(report)
          guard report.isFinal else { continue }
          ended.append((report.scenario.id.index, report.outcome))
        case .runStarted, .diagnostic, .scenarioStarted, .runFinished: break
        }
      }
    }
    summary = await ending
    outcomes = ended.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Runs one scenario, given without its name and base.
  init(
    scenario text: String,
    base: String,
    in folder: TemporaryFolder? = nil,
    _ change: (inout RunOptions) -> Void = { _ in }
  ) async throws {
    try await self.init(
      ["one.scenario.yaml": "scenario: one\nbase: BASE\n\(text)\n"],
      base: base,
      paths: ["."],
      in: folder,
      change
    )
  }

  /// The last report of the step of a name.
  func step(_ name: String) -> StepReport? { steps.last { $0.step.name == name } }

  /// Whether all scenarios passed and no file has a mistake.
  var hasPassed: Bool { diagnostics.isEmpty && outcomes.allSatisfy { $0 == .passed } }

  /// All that did not pass, for a message.
  var problems: String {
    let bad = steps.filter { !$0.result.isGood }.map { "\($0.step.name): \($0.result)" }
    return (diagnostics.map(\.message) + bad).joined(separator: "\n")
  }
}

extension StepResult {
  /// The name of the case, and of a skip its reason.
  var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .errored: "errored"
    case .skipped(let reason): "skipped: \(reason)"
    }
  }
}
