import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// What doubles with each line or file ends at a bound, with a clear message.
@Suite(.timeLimit(.minutes(5))) struct GrowthBoundsTests {
  @Test func `files that each use another one twice end at a number of steps`() async throws {
    var files = ["s.scenario.yaml": "scenario: s\nsteps: [{ use: f30.steps.yaml }]\n"]
    files["f0.steps.yaml"] = "steps: [{ log: end }]\n"
    for level in 1...30 {
      let use = "{ use: f\(level - 1).steps.yaml }"
      files["f\(level).steps.yaml"] = "steps: [\(use), \(use)]\n"
    }
    let run = try await EngineRun(files, paths: ["s.scenario.yaml"])
    #expect(run.outcomes.isEmpty)
    let found = run.diagnostics.filter {
      $0.message == "what this file uses comes to more than 100000 steps"
    }
    #expect(found.count == 1, "\(run.problems.prefix(500))")
    #expect(
      found.first?.path?.hasSuffix("f17.steps.yaml") == true,
      "\(run.problems.prefix(500))"
    )
    #expect(found.first?.hint == "use the steps in a loop, with repeat or each")
  }

  /// A hundred times the same value, in a list: the bound is passed after four turns.
  private static let many = "[\(repeatElement("a", count: 100).joined(separator: ", "))]"

  @Test(arguments: [
    ("set: { a: { x: \"${\(many)}\", y: \"${\(many)}\" } }", "repeat: 60"),
    ("set: { a: \"${[a]}\" }", "repeat: 600"),
    ("log: x\n    capture: { a: \"${\(many)}\" }", "repeat: 60"),
  ])
  func `a value that grows or nests without end is an error`(
    step: String,
    loop: String
  ) async throws {
    let run = try await EngineRun(
      scenario: "variables: { a: [1] }\nsteps:\n  - \(step)\n    \(loop)\n",
      base: "http://127.0.0.1:1"
    )
    #expect(run.outcomes == [.errored], "\(run.problems)")
    #expect(
      run.problems.contains("the value holds more than 10 million values or 512 levels"),
      "\(run.problems.prefix(500))"
    )
  }

  @Test func `variables that multiply are an error of the scenario`() async throws {
    let lines = (1...40).map { number in
      let name = "\"${v\(number - 1)}\""
      return "  v\(number): [\(repeatElement(name, count: 100).joined(separator: ", "))]\n"
    }.joined()
    let run = try await EngineRun(
      scenario: "variables:\n  v0: [1]\n\(lines)steps: [{ log: x }]\n",
      base: "http://127.0.0.1:1"
    )
    #expect(run.outcomes == [.errored], "\(run.problems.prefix(500))")
  }

  @Test func `what was meant is looked for at the first fifty unknown names`() async throws {
    let known = (0..<300).map { "  known_name_\($0): 1\n" }.joined()
    let used = (0..<300).map { "  - log: \"${knwon_name_\($0)}\"\n" }.joined()
    let run = try await EngineRun(
      scenario: "variables:\n\(known)steps:\n\(used)",
      base: "http://127.0.0.1:1"
    )
    let unknown = run.diagnostics.filter { $0.message.hasPrefix("unknown name") }
    #expect(unknown.count == 300)
    #expect(unknown.prefix(50).allSatisfy { $0.suggestion != nil })
    #expect(unknown.dropFirst(50).allSatisfy { $0.suggestion == nil })
  }

  @Test func `what was meant is looked for at the first fifty unknown parameters`() async throws {
    let given = (0..<120).map { "parametre_\($0): 1" }.joined(separator: ", ")
    let names = (0..<120).map { "parameter_\($0): 1" }.joined(separator: ", ")
    let run = try await EngineRun(
      [
        "s.scenario.yaml": "scenario: s\nsteps: [{ use: u.steps.yaml, with: { \(given) } }]\n",
        "u.steps.yaml": "parameters: { \(names) }\nsteps: [{ log: x }]\n",
      ],
      paths: ["s.scenario.yaml"]
    )
    let unknown = run.diagnostics.filter { $0.message.contains("has no parameter") }
    #expect(unknown.count == 120)
    #expect(unknown.count { $0.suggestion != nil } == 50)
  }
}
