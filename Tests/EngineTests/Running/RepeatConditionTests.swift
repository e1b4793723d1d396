import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `repeat: { while, at-most }`: a loop that ends with its condition still true has failed.
@Suite(.timeLimit(.minutes(5))) struct RepeatConditionTests {
  private func run(_ steps: String) async throws -> (EngineRun, FixtureServer) {
    let server = try await FixtureServer.start()
    return (try await EngineRun(scenario: "steps:\n\(steps)", base: server.url), server)
  }

  private func failure(_ run: EngineRun, _ name: String = "it") throws -> AssertionOutcome {
    guard case .failed(let outcomes)? = run.step(name)?.result else {
      Issue.record("\(name) has not failed: \(run.problems)")
      return try #require(nil)
    }
    #expect(outcomes.count == 1)
    return try #require(outcomes.first)
  }

  @Test func `a condition that is still true after the last turn fails with its values`()
    async throws
  {
    let (run, server) = try await run(
      """
        - step: it
          repeat: { while: "${(at ?? 'none') != 'done'}", at-most: 3 }
          GET: /echo?${loop.index}
          capture: { at: { json: $.target } }
        - step: behind it
          GET: /json
      """
    )
    let outcome = try failure(run)
    #expect(outcome.message == "still true after 3 turns: (at ?? 'none') != 'done'")
    #expect(outcome.range?.start.line == 5)
    #expect(outcome.parts.contains { $0.text == "at" && $0.value == "\"/echo?2\"" })
    #expect(run.outcomes == [.failed])
    #expect(run.step("behind it")?.result.word.hasPrefix("skipped") == true)
    #expect(server.counts.requests == 3)
    await server.stop()
  }

  @Test(arguments: [
    // The condition is asked once more, with the number of the turn that does not follow.
    ("\"${loop.index < 2}\", at-most: 2", "passed"),
    ("\"${loop.index <= 2}\", at-most: 2", "failed"),
    ("\"${true}\", at-most: 1", "failed"), ("\"${true}\", at-most: 0", "failed"),
    ("\"${false}\", at-most: 0", "skipped"),
    ("\"${1 / (2 - loop.index) > 0}\", at-most: 2", "errored"),
  ])
  func `the condition decides after the last turn too`(loop: String, word: String) async throws {
    let (run, server) = try await run(
      "  - step: it\n    repeat: { while: \(loop) }\n    GET: /json"
    )
    #expect(run.step("it")?.result.word.hasPrefix(word) == true, "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: [
    "when: ${false}\n    GET: /json", "set: { a: 1 }", "parallel: [{ step: last, GET: /json }]",
  ])
  func `every kind of step fails, and turns that were skipped count`(step: String) async throws {
    let (run, server) = try await run(
      "  - step: it\n    repeat: { while: \"${true}\", at-most: 2 }\n    \(step)"
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    let name = step.contains("last") ? "last" : "it"
    #expect(try failure(run, name).message == "still true after 2 turns: true")
    await server.stop()
  }

  @Test func `one turn is one turn, and a secret is masked`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: """
        steps:
          - step: it
            repeat: { while: "${secret.WORD == 'hidden-word'}", at-most: 1 }
            GET: /json
        """,
      base: server.url
    ) { $0.secrets = ["WORD": "hidden-word"] }
    let outcome = try failure(run)
    #expect(outcome.message.hasPrefix("still true after 1 turn: "))
    let told = [outcome.message] + outcome.parts.map(\.value)
    #expect(!told.contains { $0.contains("hidden-word") }, "\(told)")
    await server.stop()
  }

  @Test func `a failed turn ends the loop without a second message`() async throws {
    let (run, server) = try await run(
      "  - step: it\n    repeat: { while: \"${true}\", at-most: 2 }\n    GET: /status/500"
    )
    #expect(try failure(run).subject == "status")
    #expect(server.counts.requests == 1)
    await server.stop()
  }

  @Test func `a known failure excuses it`() async throws {
    let (run, server) = try await run(
      """
        - step: it
          known-failure: it never ends
          repeat: { while: "${true}", at-most: 2 }
          GET: /json
      """
    )
    #expect(run.step("it")?.result.word == "skipped: known failure: it never ends")
    await server.stop()
  }
}
