import RunEvents
import TestSupport
import Testing

/// `when` of a step.
@Suite(.timeLimit(.minutes(5))) struct StepConditionTests {
  @Test(arguments: [
    "${1 / 0 == 1}", "${env.NONE_SUCH == 'x'}", "${'yes'}", "${1}",
  ])
  func `a step whose condition cannot be evaluated is errored`(condition: String) async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - step: it
          when: "\(condition)"
          GET: /json
        - step: next
          GET: /json
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.diagnostics.isEmpty, "\(run.problems)")
    #expect(run.outcomes == [.errored])
    #expect(run.step("it")?.result.word == "errored")
    #expect(run.step("next")?.result.isGood == true)
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test func `a step whose condition is not true is skipped`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - step: it
          when: ${1 == 2}
          GET: /json
        - step: next
          when: ${1 == 1}
          GET: /json
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(run.step("it")?.result.word.hasPrefix("skipped: ") == true)
    #expect(run.step("next")?.result.word == "passed")
    await server.stop()
  }
}
