import RunEvents
import TestSupport
import Testing

/// A version of HTTP counts as spelled.
@Suite(.timeLimit(.minutes(5))) struct VersionExpectationTests {
  @Test(arguments: [
    ("1.1", true), ("'1.1'", true), ("1.10", false), ("'1.10'", false), ("1", false),
    ("{ in: [1.0, 1.1] }", true), ("{ in: [1.10, 2] }", false), ("{ not: 1.10 }", true),
    ("{ equals: 1.1 }", true), ("{ equals: 1.10 }", false), ("1.1e0", false),
  ])
  func `a number as version of HTTP is its digits`(version: String, holds: Bool) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /json, expect: { http: \(version) } }]",
      base: server.url
    )
    #expect(run.outcomes == [holds ? .passed : .failed], "\(run.problems)")
    await server.stop()
  }
}
