import Diagnostics
import Engine
import RunEvents
import Scenarios

/// The same requests as steps of scenarios, six assertions each: the plan is made once, the events
/// are consumed.
struct EngineLoop: Sendable {
  /// The steps of one scenario.
  static let steps = 20

  private let plan: RunPlan
  private let options: RunOptions

  /// Makes the plan.
  ///
  /// - Parameters:
  ///   - url: what every request gets.
  ///   - connections: how many scenarios run at once.
  ///   - count: how many requests a run makes, a multiple of ``steps``.
  ///   - folder: gets the scenario.
  /// - Throws: ``BenchmarkError`` when the plan has mistakes.
  init(url: String, connections: Int, count: Int, folder: WorkFolder) throws(BenchmarkError) {
    let text = ScenarioText.scenario("core", url: url, steps: Self.steps)
    let file = try folder.write(text, to: "core.scenario.yaml")
    var options = RunOptions()
    options.jobs = connections
    options.repeats = count / Self.steps
    let loaded = ScenarioLoader(vocabulary: .standard).load([file])
    plan = PlanCompiler(options: options).compile(loaded)
    self.options = options
    if let mistake = plan.diagnostics.first {
      throw BenchmarkError("the scenario has a mistake: \(mistake.message)")
    }
  }

  /// Runs the plan.
  ///
  /// - Throws: ``BenchmarkError`` when a step does not pass.
  func run() async throws(BenchmarkError) {
    let line = EventLine()
    let runner = Runner(plan: plan, options: options)
    async let ending = runner.run(emittingTo: line)
    var finished = 0
    while let events = await line.next() {
      for event in events {
        if case .stepFinished = event { finished += 1 }
      }
    }
    let summary = await ending
    guard summary.steps.passed == finished, finished == options.repeats * Self.steps else {
      throw BenchmarkError("\(summary.steps.passed) of \(finished) steps passed")
    }
  }
}
