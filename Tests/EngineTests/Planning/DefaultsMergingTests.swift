import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// What a request becomes with defaults of project, environment and scenario under it.
@Suite(.timeLimit(.minutes(5))) struct DefaultsMergingTests {
  /// Defaults of project and scenario, what the step says, and how the request must be.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var project = "{}"
    var scenario = "{}"
    var step = ""
    var holds: @Sendable (FixtureRequest) -> Bool

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "headers merge by name without case",
      project: "{ headers: { X-A: p, X-B: p } }",
      scenario: "{ headers: { x-b: s, X-C: s } }",
      step: "headers: { x-c: own }"
    ) {
      $0.header("X-A") == "p" && $0.headerValues("X-B") == ["s"]
        && $0.headerValues("X-C") == ["own"]
    },
    Row(
      name: "null removes a header",
      scenario: "{ headers: { X-A: s, X-B: s } }",
      step: "headers: { X-A: null }"
    ) { $0.header("X-A") == nil && $0.header("X-B") == "s" },
    Row(
      name: "query merges by name",
      project: "{ query: { a: p, b: p } }",
      scenario: "{ query: { b: s, c: s } }",
      step: "query: { c: own }"
    ) { $0.query == "a=p&b=s&c=own" },
    Row(
      name: "null removes a query item",
      scenario: "{ query: { a: s, b: s } }",
      step: "query: { a: null }"
    ) { $0.query == "b=s" },
    Row(
      name: "cookies merge by exact name",
      project: "{ cookies: { a: p, A: p } }",
      step: "cookies: { a: own }"
    ) {
      Set(($0.header("Cookie") ?? "").split(separator: ";").map { $0.drop { $0 == " " } }) == [
        "a=own", "A=p",
      ]
    },
    Row(
      name: "options merge by key",
      project: "{ options: { user-agent: p, arrays: comma } }",
      scenario: "{ options: { user-agent: s } }",
      step: "query: { a: [1, 2] }"
    ) { $0.header("User-Agent") == "s" && $0.query == "a=1%2C2" },
    Row(
      name: "auth is replaced",
      project: "{ auth: { bearer: p } }",
      scenario: "{ auth: { basic: { user: u, password: w } } }"
    ) { $0.header("Authorization") == "Basic dTp3" },
    Row(
      name: "expressions are evaluated after merging",
      project: "{ headers: { X-A: \"${word}\" } }",
      step: "when: ${true}"
    ) { $0.header("X-A") == "late" },
  ]

  @Test(arguments: rows)
  func `defaults lie under what a step says`(_ row: Row) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      [
        "curlew.yaml": "variables: { word: early }\ndefaults: \(row.project)\n",
        "s.scenario.yaml": """
        scenario: s
        base: BASE
        variables: { word: late }
        defaults: \(row.scenario)
        steps:
          - GET: /json
            \(row.step)

        """,
      ],
      base: server.url
    )
    #expect(run.outcomes == [.passed], "\(run.problems)")
    let request = try #require(server.requests.first)
    #expect(row.holds(request), "\(request.target) \(request.headerLines)")
    await server.stop()
  }

  @Test func `expectations merge, a step's own stand over them`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      defaults: { expect: { status: 404, headers: { X-None: { exists: false } } } }
      steps:
        - GET: /status/404
        - step: own
          GET: /json
          expect: { status: 200 }
        - step: both
          GET: /status/404
          expect: { headers: { Content-Length: "1" } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.failed])
    #expect(run.step("own")?.result.word == "passed", "\(run.problems)")
    #expect(run.step("both")?.result.word == "failed")
    await server.stop()
  }

  @Test func `defaults of a scenario do not reach into used files, those of the project do`()
    async throws
  {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      [
        "curlew.yaml": "defaults: { headers: { X-Project: p } }\n",
        "x.steps.yaml": "defaults: { headers: { X-File: f } }\nsteps: [{ GET: /json }]\n",
        "s.scenario.yaml":
          "scenario: s\nbase: BASE\ndefaults: { headers: { X-S: s } }\nsteps: [{ use: x.steps.yaml }]\n",
      ],
      base: server.url
    )
    #expect(run.outcomes == [.passed], "\(run.problems)")
    let request = try #require(server.requests.first)
    #expect(request.header("X-Project") == "p" && request.header("X-File") == "f")
    #expect(request.header("X-S") == nil)
    await server.stop()
  }
}
