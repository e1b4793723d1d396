import Diagnostics
import RunEvents
import TestSupport
import Testing

/// Numbers of a service against durations and sizes.
@Suite(.timeLimit(.minutes(5))) struct UnitVerdictTests {
  private let table = VerdictTable(
    response: FixtureResponse.json(#"{"expires": 7200, "bytes": 65536, "at": 1700000000}"#)
      .adding("Age", "90")
  )

  @Test func `unit says what a number counts`() async throws {
    let differences = try await table.differences([
      ("json: { $.expires: { lt: 1h, unit: s } }", "failed"),
      ("json: { $.expires: { lte: 2h, unit: s } }", "passed"),
      ("json: { $.expires: { gte: 7200, unit: s } }", "passed"),
      ("json: { $.expires: { lt: 1m, unit: ms } }", "passed"),
      ("json: { $.expires: { between: [1h, 3h], unit: s } }", "passed"),
      ("json: { $.expires: { between: [3h, 4h], unit: s } }", "failed"),
      ("json: { $.expires: { approx: 2h, within: 1m, unit: s } }", "passed"),
      ("json: { $.expires: { approx: 119m, within: 30, unit: s } }", "failed"),
      ("json: { $.expires: { approx: 7190, within: 10s, unit: s } }", "passed"),
      ("json: { $.expires: { not: { gt: 1h, unit: s } } }", "failed"),
      ("json: { $.bytes: { lte: 64KiB, unit: B } }", "passed"),
      ("json: { $.bytes: { lt: 64KiB, unit: B } }", "failed"),
      ("json: { $.bytes: { gte: 64MiB, unit: KiB } }", "passed"),
      ("headers: { Age: { lte: 1m, unit: s } }", "failed"),
      ("headers: { Age: { lte: 2m, unit: s } }", "passed"),
      ("json: { $.at: { before: now } }", "passed"),
      ("json: { $.expires: { lt: 7201 } }", "passed"),
      ("time: { lt: 1h }", "passed"), ("size: { lt: 1KiB }", "passed"),
      ("size: { gt: 1KiB }", "failed"), ("bytes: { length: { lte: 1KiB } }", "passed"),
    ])
    #expect(differences == [])
  }

  @Test(arguments: [
    ("json: { $.expires: { lt: 1h } }", "`unit: s`"),
    ("json: { $.expires: { lt: 1h } }", "write 3600 for 1h"),
    ("json: { $.expires: { lt: 500ms } }", "write 500 for 500ms, or `unit: ms`"),
    ("json: { $.bytes: { lte: 64KiB } }", "write 65536 for 64KiB, or `unit: B`"),
    ("json: { $.expires: { between: [1, 1h] } }", "`unit: s`"),
    ("json: { $.expires: { approx: 1h } }", "`unit: s`"),
    ("json: { $.expires: { not: { gt: 1h } } }", "`unit: s`"),
    ("json: { $.expires: { equals: { $is: { gt: 1h } } } }", "`unit: s`"),
    ("headers: { Age: { lt: 1m } }", "`unit: s`"), ("redirects: { lt: 5s }", "`unit: s`"),
    ("json: { $.expires: { count: { lt: 5s } } }", "`unit: s`"),
    ("xml: { count(//a): { lt: 5s } }", "`unit: s`"),
    ("json: { $.expires: { lt: 1h, unit: KiB } }", ""),
    ("json: { $.expires: { lt: 2026-01-01, unit: s } }", ""),
    ("json: { $.expires: { lt: 1h, unit: weeks } }", ""),
    ("time: { lt: 64KiB }", ""), ("size: { lt: 5s }", ""), ("time: { lt: 5s, unit: s }", "leave"),
    ("json: { $.expires: { equals: 5, unit: s } }", ""),
  ])
  func `a duration or size against a number without a unit is a mistake`(
    expectation: String,
    hint: String
  ) async throws {
    let run = try await EngineRun(
      scenario: "steps:\n  - GET: /\n    expect: { \(expectation) }",
      base: "http://127.0.0.1:1"
    )
    let errors = run.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1, "\(run.problems)")
    #expect(errors.first?.range?.start.line == 5)
    #expect(hint.isEmpty || errors.first?.hint?.contains(hint) == true, "\(errors)")
    #expect(run.steps.isEmpty)
  }

  @Test func `a bound that is only known in the run is held to the same rule`() async throws {
    let server = try await FixtureServer.start { _ in .json("7200") }
    let text = """
      variables: { limit: 1h }
      steps:
        - GET: /
          expect: { json: { $: { lt: "${limit}" } } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    await server.stop()
    #expect(run.steps.first?.result.word == "errored", "\(run.problems)")
    #expect(run.problems.contains("1h is a duration"))
  }
}
