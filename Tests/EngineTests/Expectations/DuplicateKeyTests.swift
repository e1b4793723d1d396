import RunEvents
import TestSupport
import Testing

/// Keys that a JSON body has twice.
@Suite(.timeLimit(.minutes(5))) struct DuplicateKeyTests {
  @Test func `a key that is there twice is told with its place, and the last value counts`()
    async throws
  {
    let server = try await FixtureServer.start { _ in .json("{\"a\": 1,\n \"a\": 2}") }
    let text = """
      steps:
        - step: look
          GET: /
          expect: { json: { $.a: 2 } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    let log = try #require(run.step("look")?.logs.first)
    #expect(log.contains("$['a'] is there again at line 2, column 2; the last value counts"))
    await server.stop()
  }
}
