import RunEvents
import TestSupport
import Testing

/// `if` of `retry` where no response came.
@Suite(.timeLimit(.minutes(5))) struct RetryConditionTests {
  @Test(arguments: [
    // What is tried again, and how many requests arrive.
    ("[5xx]", 1), ("[500-599]", 1), ("[503]", 1), ("[failure]", 1), ("[5xx, failure]", 1),
    ("[error]", 3), ("[5xx, error]", 3),
  ])
  func `without a response only error asks for another attempt`(
    conditions: String,
    sent: Int
  ) async throws {
    let server = try await FixtureServer.start { _ in .fault(.closeBeforeHead) }
    let text = """
      steps:
        - step: it
          POST: /
          retry: { attempts: 3, every: 1ms, if: \(conditions) }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.errored], "\(run.problems)")
    #expect(run.step("it")?.attemptCount == sent)
    await server.stop()
  }
}
