import Engine
import RunEvents
import TestSupport
import Testing

/// A time limit that passed says whose it is.
@Suite(.timeLimit(.minutes(5))) struct LimitOwnerTests {
  private static let stall = "GET: /fault/stallBeforeHead"

  @Test(arguments: [
    ("steps: [{ \(stall), timeout: 200ms }]", "the step's timeout of 200ms passed"),
    ("timeout: 1s\nsteps: [{ \(stall) }]", "the scenario's timeout of 1s passed"),
    ("steps: [{ \(stall), options: { timeout: 200ms } }]", "options.timeout of 200ms passed"),
    (
      "steps: [{ \(stall), options: { idle-timeout: 200ms } }]",
      "options.idle-timeout of 200ms passed"
    ),
    (
      "steps: [{ \(stall), retry: { for: 300ms, every: 10ms } }]",
      "the time of retry (for: 300ms) passed"
    ),
    ("steps: [{ wait: 1h, timeout: 200ms }]", "the step's timeout of 200ms passed"),
  ])
  func `a limit that passed names its owner`(scenario: String, sentence: String) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(scenario: scenario, base: server.url)
    guard case .errored(let fault)? = run.steps.first?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.kind == .timeout)
    #expect(fault.message.hasPrefix(sentence), "\(fault.message)")
    await server.stop()
  }
}
