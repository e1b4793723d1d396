import Diagnostics
import Documents
import Engine
import RunEvents
import TestSupport
import Testing

/// Rows of data, from wherever they come.
@Suite(.timeLimit(.minutes(5))) struct DataRowExpansionTests {
  static let files = [
    "rows.csv": "\u{FEFF}name,n\r\n\"a, b\",01\r\nc,2\r\n",
    "rows.json": #"[{"name": "a, b", "n": "01"}, {"name": "c", "n": "2"}]"#,
  ]

  @Test(arguments: [
    "{ csv: rows.csv }", "{ json: rows.json }",
    "[{ name: 'a, b', n: '01' }, { name: c, n: '2' }]",
    "{ json: \"${'rows'}.json\" }",
  ])
  func `a scenario runs once for each row, its values as variables`(cases: String) async throws {
    let server = try await FixtureServer.start()
    let text = """
      scenario: s
      base: BASE
      variables: { n: own }
      cases: \(cases)
      steps:
        - GET: /echo?${n}
          expect: { that: ["${case.n == n}"] }

      """
    let run = try await EngineRun(
      Self.files.merging(["s.scenario.yaml": text]) { $1 },
      base: server.url
    ) {
      $0.jobs = 1
      $0.overrides["n"] = .string("option")
    }
    #expect(run.outcomes == [.passed, .passed], "\(run.problems)")
    #expect(server.requests.map(\.query) == ["01", "2"])
    await server.stop()
  }

  @Test func `a matrix has every combination, the last list turning fastest`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      cases: { matrix: { a: [1, 2], b: [x, y, z] } }
      steps: [{ GET: "/json?${a}${b}" }]
      """
    let run = try await EngineRun(scenario: text, base: server.url) { $0.jobs = 1 }
    #expect(run.outcomes.count == 6)
    #expect(server.requests.map(\.query) == ["1x", "1y", "1z", "2x", "2y", "2z"])
    await server.stop()
  }

  @Test(arguments: [
    ("{ csv: none.csv }", "there is no file"), ("{ csv: ../../etc/passwd }", ""),
    ("{ json: bad.json }", "bad.json"), ("{ json: object.json }", "expected a list"),
    ("{ json: numbers.json }", "expected an object at index 1"), ("[]", "no data rows"),
    ("{ csv: header.csv }", "no data rows"), ("{ matrix: { a: [] } }", "at least one value"),
    ("{ matrix: { a: 1 } }", ""),
  ])
  func `rows that cannot be had are a mistake at their place`(
    cases: String,
    says: String
  )
    async throws
  {
    let run = try await EngineRun([
      "bad.json": "[{]", "object.json": "{}", "numbers.json": "[{}, 1]", "header.csv": "a,b\n",
      "s.scenario.yaml": "scenario: s\ncases: \(cases)\nsteps: [{ wait: 1ms }]\n",
    ])
    let mistake = try #require(run.diagnostics.first)
    #expect(mistake.message.contains(says), "\(mistake.message)")
    #expect(mistake.range?.start.line == 2)
    #expect(run.outcomes.isEmpty)
  }
}
