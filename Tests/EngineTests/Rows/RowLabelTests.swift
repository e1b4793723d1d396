import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// What rows are called in reports.
@Suite(.timeLimit(.minutes(5))) struct RowLabelTests {
  private func rows(_ cases: String, secret: String? = nil) async throws -> [ScenarioDescription] {
    let run = try await EngineRun([
      "rows.csv": "method,path\nGET,/a\n\"GET\",\"/\nb\"\nPUT,/c\n",
      "rows.json": "[\n  { \"n\": 1 },\n  { \"n\":\n    [1, \"]\"] },\n  {}\n]\n",
      "s.scenario.yaml": "scenario: s\ncases: \(cases)\nsteps: [{ wait: 1ms }]\n",
    ]) { options in
      options.jobs = 1
      options.processEnvironment["KEY"] = secret
    }
    #expect(run.diagnostics.map(\.message) == [])
    return run.reports.map(\.scenario).sorted { $0.id < $1.id }
  }

  @Test(arguments: [
    ("[{ m: GET }, { m: PUT }, { m: GET }, { m: GET }]", ["GET", "PUT", "GET #2", "GET #3"]),
    (
      "[{ m: GET }, { m: GET }, { m: 'GET #2' }, { m: GET }]",
      ["GET", "GET #3", "GET #2", "GET #4"]
    ),
    ("[{ m: 'GET #2' }, { m: 'GET #2' }, { m: GET }]", ["GET #2", "GET #2 #2", "GET"]),
    ("[{ m: '' }, { m: null }, {}, { m: {} }]", ["row 1", "null", "row 3", "{}"]),
    ("[{ m: a, name: same }, { m: b, name: same }]", ["same", "same #2"]),
    ("{ matrix: { a: [1, 2], b: [x, y] } }", ["1", "1 #2", "2", "2 #2"]),
    ("{ csv: rows.csv }", ["GET", "GET #2", "PUT"]),
    ("{ json: rows.json }", ["1", "[1,\"]\"]", "row 3"]),
  ])
  func `no two rows are called alike`(cases: String, labels: [String]) async throws {
    #expect(try await rows(cases).map(\.row) == labels)
  }

  @Test func `labels that are long or secret are told apart, too`() async throws {
    let long = String(repeating: "x", count: 80)
    let labels = try await rows("[{ m: \(long)a }, { m: \(long)b }]").map(\.row)
    let cut = String(repeating: "x", count: 59) + "…"
    #expect(labels == [cut, "\(cut) #2"])
  }

  @Test func `values and places of rows stand in their descriptions`() async throws {
    let written = try await rows("[{ a: 1, b: [x] }, { a: two }]")
    #expect(written.map(\.rowValues) == ["a: 1, b: [\"x\"]", "a: two"])
    #expect(written.map { $0.rowRange?.start.line } == [2, 2])
    let table = try await rows("{ csv: rows.csv }")
    #expect(table.map { $0.rowRange?.start.line } == [2, 3, 5])
    #expect(table.allSatisfy { $0.rowRange?.file.path.hasSuffix("rows.csv") == true })
    #expect(table[0].rowValues == "method: GET, path: /a")
    let list = try await rows("{ json: rows.json }")
    #expect(list.map { $0.rowRange?.start.line } == [2, 3, 5])
    let matrix = try await rows("{ matrix: { a: [1], b: [2] } }")
    #expect(matrix.map(\.rowRange) == [nil] && matrix[0].rowValues == "a: 1, b: 2")
    let many = (0..<200).map { "k\($0): \(String(repeating: "v", count: 300))" }
    let cut = try #require(try await rows("[{ \(many.joined(separator: ", ")) }]")[0].rowValues)
    #expect(cut.count == 500 && cut.hasSuffix("…") && cut.hasPrefix("k0: vvv"))
  }
}
