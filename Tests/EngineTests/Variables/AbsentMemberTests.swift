import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// Members that are not there: `??`, comparisons with null, and the data row as a value.
@Suite(.timeLimit(.minutes(5))) struct AbsentMemberTests {
  private func logs(
    _ expressions: [String],
    _ more: String = "cases: [{ a: 1, sku: x }]"
  ) async throws
    -> [String]
  {
    let server = try await FixtureServer.start()
    let steps = expressions.map { "  - log: \"${to_json(\($0))}\"" }.joined(separator: "\n")
    let run = try await EngineRun(
      scenario:
        "\(more)\nvariables: { obj: { x: { z: 1 }, t: text, n: null, l: [1] } }\nsteps:\n\(steps)",
      base: server.url
    )
    #expect(run.diagnostics.isEmpty, "\(run.problems)")
    await server.stop()
    return run.steps.flatMap { step in
      step.logs.isEmpty ? [step.result.word] : step.logs
    }
  }

  @Test func `what is absent has a default`() async throws {
    let made = try await logs([
      "case.x ?? 200", "case.sku ?? 200", "case['x'] ?? 200", "case.x.y ?? 200", "obj.y ?? 1",
      "obj.x.y ?? 2", "obj.y.x ?? 3", "obj.n.x ?? 4", "obj.t.x ?? 5", "obj.l[7].x ?? 6",
      "obj.x.z ?? 7", "obj.x.z.deep ?? 8",
    ])
    #expect(made == ["200", "\"x\"", "200", "200", "1", "2", "3", "4", "5", "6", "1", "8"])
  }

  @Test func `rows need not have all columns`() async throws {
    let made = try await logs(["case.x ?? 200"], "cases: [{ a: 1, x: 404 }, { a: 2 }]")
    #expect(made.sorted() == ["200", "404"])
  }

  @Test func `the data row is an object`() async throws {
    let made = try await logs(["case", "keys(case)", "case == case", "case.a"])
    #expect(made == ["{\"a\":1,\"sku\":\"x\"}", "[\"a\",\"sku\"]", "true", "1"])
  }

  @Test func `null equals what is absent`() async throws {
    let made = try await logs([
      "obj.y == null", "obj.y != null", "null == obj.y", "obj.n == null", "obj.x == null",
      "obj.x != null", "case.x == null", "env.NO_SUCH_NAME == null", "obj.t.x == null",
      "null == null", "obj.y.z == null && obj.x.z == 1",
    ])
    #expect(
      made == [
        "true", "false", "true", "true", "false", "true", "true", "true", "true", "true", "true",
      ]
    )
  }

  @Test(arguments: [
    "obj.l.x ?? 1", "obj.y == 1", "obj.y", "obj.y != obj.x", "case.x", "obj['l']['x'] ?? 1",
  ])
  func `elsewhere nothing stays an error`(expression: String) async throws {
    let rows = "cases: [{ a: 1 }, { x: 2, a: 1 }]"
    #expect(try await logs([expression], rows).contains("errored"))
  }

  @Test func `a header that did not come is null`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: """
        steps:
          - step: it
            GET: /json
            expect:
              that:
                - ${response.headers['Link'] == null}
                - ${response.headers['Content-Type'] != null}
                - ${response.cookies.a == null}
                - ${response.json.nothing.here == null}
          - step: came
            GET: /json
            expect: { that: ["${response.headers['Content-Type'] == null}"] }
        """,
      base: server.url
    )
    #expect(run.step("it")?.result.word == "passed", "\(run.problems)")
    #expect(run.step("came")?.result.word == "failed", "\(run.problems)")
    await server.stop()
  }

  @Test func `a column that no row has is suggested for even before a default`() async throws {
    let run = try await EngineRun(
      scenario: "cases: [{ status: 1 }]\nsteps: [{ log: \"${case.stauts ?? 200}\" }]",
      base: "http://127.0.0.1:1"
    )
    #expect(run.diagnostics.map(\.severity) == [.warning])
    #expect(run.diagnostics.first?.suggestion == "status")
    #expect(run.outcomes == [.passed])
  }
}
