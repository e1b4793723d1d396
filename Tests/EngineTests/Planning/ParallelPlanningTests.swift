import Diagnostics
import Foundation
import RunEvents
import Scenarios
import TestSupport
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct ParallelPlanningTests {
  @Test(arguments: [1, 30, 3000], [1, 70])
  func `a plan is the same whether it is made on one core or on all`(
    steps: Int,
    files: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let used =
      "parameters: { a: 1 }\nsteps:\n  - log: ${a}\n  - parallel: [{ GET: /a }, { GET: /b }]\n"
    try folder.write(used, to: "u.steps.yaml")
    for file in 0..<files {
      var text = "scenario: s\(file)\nsetup: [{ log: first }]\nteardown: [{ log: last }]\nsteps:\n"
      for step in 0..<(file == 0 ? steps : 2) {
        switch step % 7 {
        case 3: text += "  - use: u.steps.yaml\n"
        case 5: text += "  - parallel: [{ GET: /c }, { use: u.steps.yaml }]\n"
        case 6 where step % 100 == 6: text += "  - GET: /\n    expect: { bytes: { sha256: zz } }\n"
        case _: text += "  - GET: /\(step)\n    expect: { json: { $.id: \(step) } }\n"
        }
      }
      try folder.write(text, to: "f\(file).scenario.yaml")
    }
    let loaded = ScenarioLoader(vocabulary: .standard).load([folder.path])
    let compiler = PlanCompiler(options: RunOptions())
    let serial = compiler.compile(loaded)
    let parallel = await compiler.compileInParallel(loaded)
    #expect(parallel.lines == serial.lines)
    #expect(Self.told(parallel) == Self.told(serial))
    #expect(parallel.runs.map(Self.numbers) == serial.runs.map(Self.numbers))
    #expect(serial.fileCount == files)
  }

  private static func told(_ plan: RunPlan) -> [String] {
    plan.diagnostics.map { DiagnosticRenderer().render($0) }
  }

  /// The numbers of all leaves, as the plan and as its steps have them.
  private static func numbers(_ run: PlannedRun) -> [Int] {
    let steps = [run.scenario.setup, run.scenario.steps, run.scenario.teardown].joined()
    return run.scenario.descriptions.map(\.index) + steps.flatMap(\.leaves)
  }
}
