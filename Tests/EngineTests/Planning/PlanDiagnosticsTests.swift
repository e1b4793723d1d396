import Diagnostics
import Engine
import Foundation
import Scenarios
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PlanDiagnosticsTests {
  @Test func `a mistake that reading finds hides none that compiling finds`() throws {
    let folder = try TemporaryFolder()
    let text = """
      scenario: a
      steps:
        - GET: http://127.0.0.1/
          expect: { bytes: { sha256: zz } }
        - GET: http://127.0.0.1/
          expects: {}
      """
    let path = try folder.write(text, to: "a.scenario.yaml")
    let plan = PlanCompiler(options: RunOptions()).compile(
      ScenarioLoader(vocabulary: .standard).load([path])
    )
    #expect(plan.diagnostics.map { $0.range?.start.line } == [4, 6])
    #expect(plan.diagnostics.last?.suggestion == "expect")
    #expect(plan.runs.isEmpty)
  }

  @Test(arguments: [
    ("/a/{id}", ["{id} stays as it is"]), ("/a/$${id}", []),
    ("/a/$${id}/{other}", ["{other} stays as it is"]), ("/a/${1}?x={id}", ["{id} stays as it is"]),
  ])
  func `braces in a URL are noted, unless their dollar sign is escaped`(
    url: String,
    messages: [String]
  ) throws {
    let found = try diagnostics([
      "a.scenario.yaml": "scenario: a\nbase: http://127.0.0.1:1\nsteps: [{ GET: '\(url)' }]\n"
    ])
    #expect(found.map(\.message) == messages)
  }

  @Test(arguments: [
    ("< 900ms", "lt: 900ms"), ("<= 2s", "lte: 2s"), (">1m", "gt: 1m"), (">=5ms", "gte: 5ms"),
    ("900ms", "lt: 900ms"), ("900", "lt: 900ms"), ("< 900", "lt: 900ms"),
  ])
  func `a time with a sign of comparison is shown as the matcher`(
    time: String,
    matcher: String
  ) throws {
    let found = try diagnostics([
      "a.scenario.yaml": """
      scenario: a
      base: http://127.0.0.1:1
      steps: [{ GET: /, expect: { time: '\(time)' } }]
      """
    ])
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hint?.hasSuffix("{ \(matcher) }") == true, "\(found)")
  }

  private func diagnostics(
    _ files: [String: String],
    environment: String? = nil
  ) throws -> [Diagnostic] {
    let folder = try TemporaryFolder("plan")
    for (name, text) in files { try folder.write(text, to: name) }
    var options = RunOptions()
    options.environment = environment
    let loader = ScenarioLoader(vocabulary: .standard, workingFolder: folder.path)
    return PlanCompiler(options: options).compile(loader.load(["."])).diagnostics
  }

  @Test(arguments: [
    "steps: [{ GET: http://127.0.0.1/ }, { GET: /orders }]",
    "steps: [{ parallel: [{ GET: \"/orders?q=${1 + 1}\" }] }]",
    "teardown: [{ use: a.steps.yaml }]\nsteps: [{ log: a }]",
  ])
  func `a path without any base is found before anything is sent`(text: String) throws {
    let scenario = "scenario: a\n\(text)\n"
    let files = ["a.scenario.yaml": scenario, "a.steps.yaml": "steps: [{ GET: /orders }]\n"]
    let found = try diagnostics(files)
    #expect(found.count == 1)
    #expect(found[0].message.hasSuffix("is a path, and the scenario has no base"))
    #expect(
      try diagnostics(files.merging(["curlew.yaml": "base: http://127.0.0.1\n"]) { $1 }) == []
    )
    // One of the environments has it: which is used is known when the scenario is run.
    let project =
      "environments: { here: { base: http://127.0.0.1 }, there: { variables: { a: 1 } } }\n"
    let files2 = files.merging(["curlew.yaml": project]) { $1 }
    #expect(try diagnostics(files2) == [])
    #expect(try diagnostics(files2, environment: "here") == [])
    #expect(try diagnostics(files2, environment: "there").count == 1)
  }

  @Test(arguments: ["[1, 2]", "[{ \"a\": 1 }, 2]", "{ \"a\": 1 }", "7"])
  func `rows that are no objects are one mistake, whatever names the steps use`(
    rows: String
  ) throws {
    let found = try diagnostics([
      "a.scenario.yaml": "scenario: a\ncases: { json: rows.json }\nsteps: [{ log: \"${b}\" }]\n",
      "rows.json": rows,
    ])
    #expect(found.count == 1)
    #expect(found.first?.message.contains("rows.json: expected") == true, "\(found.map(\.message))")
  }
}
