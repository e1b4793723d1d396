import Assertions
import Diagnostics
import RunEvents
import TestSupport
import Testing

/// Steps against one response, each with the verdict that it must have.
struct VerdictTable {
  /// What a step expects, and how it must end: `passed`, `failed` or `errored`.
  typealias Row = (expectation: String, verdict: String)

  /// What the server answers.
  var response: FixtureResponse
  /// Files beside the scenario.
  var files: [String: String] = [:]

  /// The rows whose step ended in another way, each with what was said of it.
  func differences(_ rows: [Row]) async throws -> [String] {
    let response = response
    let server = try await FixtureServer.start { _ in response }
    var text = "scenario: table\nbase: BASE\nsteps:\n"
    for (number, row) in rows.enumerated() {
      text += "  - step: \"\(number)\"\n    GET: /\n    continue: true\n"
      text += "    expect: { \(row.expectation) }\n"
    }
    var files = files
    files["table.scenario.yaml"] = text
    let run = try await EngineRun(files, base: server.url)
    await server.stop()
    guard run.diagnostics.isEmpty else { return run.diagnostics.map(\.message) }
    return rows.enumerated().compactMap { number, row in
      let result = run.step("\(number)")?.result
      guard result?.word != row.verdict else { return nil }
      return "\(row.expectation): \(result.map { "\($0)" } ?? "not run")"
    }
  }

  /// The message of the first assertion that fails, or the result of the step if none does.
  func message(_ expectation: String) async throws -> String {
    let response = response
    let server = try await FixtureServer.start { _ in response }
    let text = "scenario: one\nbase: BASE\nsteps:\n  - GET: /\n    expect: { \(expectation) }\n"
    var files = files
    files["one.scenario.yaml"] = text
    let run = try await EngineRun(files, base: server.url)
    await server.stop()
    guard case .failed(let outcomes)? = run.steps.first?.result else {
      return run.steps.first.map { "\($0.result)" } ?? run.problems
    }
    return outcomes.first { !$0.holds }?.message ?? ""
  }
}
