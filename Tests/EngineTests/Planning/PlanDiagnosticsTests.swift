import Diagnostics
import Engine
import Foundation
import Scenarios
import TestSupport
import Testing

@Suite struct PlanDiagnosticsTests {
  @Test func `a mistake that reading finds hides none that compiling finds`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.scenario.yaml"
    let text = """
      scenario: a
      steps:
        - GET: http://127.0.0.1/
          expect: { bytes: { sha256: zz } }
        - GET: http://127.0.0.1/
          expects: {}
      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let plan = PlanCompiler(options: RunOptions()).compile(
      ScenarioLoader(vocabulary: .standard).load([path])
    )
    #expect(plan.diagnostics.map { $0.range?.start.line } == [4, 6])
    #expect(plan.diagnostics.last?.suggestion == "expect")
    #expect(plan.runs.isEmpty)
  }
}
