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
    ("{ csv: semicolons.csv }", "separated by semicolons, expected commas: write separator: \";\""),
    ("{ csv: semicolons.csv, separator: tab }", "expected tabs: write separator: \";\""),
    ("{ csv: tabs.csv }", "separated by tabs, expected commas: write separator: tab"),
    ("{ csv: commas.csv, separator: \"|\" }", "by commas, expected \"|\": leave separator out"),
    ("{ csv: commas.csv, separator: \"ab\" }", "\"ab\" is not a separator"),
    ("{ csv: commas.csv, separator: \"\" }", "is not a separator"),
    ("{ csv: commas.csv, charset: klingon }", "\"klingon\" is not a charset"),
    ("{ csv: commas.csv, types: yaml }", "types knows no \"yaml\""),
    ("{ csv: commas.csv, types: }", ""), ("{ csv: commas.csv, separator: 7 }", ""),
    ("{ csv: commas.csv, separator: \"${env.HOME}\" }", ""),
    ("{ csv: commas.csv, types: [json] }", ""),
    ("{ json: numbers.json, types: json }", "types says how csv is read, not json"),
    ("{ matrix: { a: [1] }, separator: \";\" }", "separator says how csv is read, not matrix"),
    ("{ separator: \";\" }", "one of csv, json and matrix"),
    ("{ csv: latin.csv, charset: utf-8 }", "latin.csv:2: "),
  ])
  func `rows that cannot be had are a mistake at their place`(
    cases: String,
    says: String
  )
    async throws
  {
    let folder = try TemporaryFolder("engine")
    try folder.write([0x61, 0x2C, 0x62, 0x0A, 0xE9, 0x2C, 0x32, 0x0A, 0x81], to: "latin.csv")
    let run = try await EngineRun(
      [
        "bad.json": "[{]", "object.json": "{}", "numbers.json": "[{}, 1]", "header.csv": "a,b\n",
        "semicolons.csv": "a;b\n1;2\n", "tabs.csv": "a\tb\n1\t2\n", "commas.csv": "a,b\n1,2\n",
        "s.scenario.yaml": "scenario: s\ncases: \(cases)\nsteps: [{ wait: 1ms }]\n",
      ],
      in: folder
    )
    let mistake = try #require(run.diagnostics.first)
    #expect(mistake.message.contains(says), "\(mistake.message)")
    #expect(mistake.range?.start.line == 2)
    #expect(run.outcomes.isEmpty)
  }

  @Test(arguments: [
    ("a;b\n1,5;x\n", "separator: \";\"", "1,5 x"), ("a\tb\n1;x\ty\n", "separator: tab", "1;x y"),
    ("a|b\n\"1|2\"|3\n", "separator: '|'", "1|2 3"), ("a→b\n1→2\n", "separator: →", "1 2"),
    ("a;b\n1;2\n", "separator: \";\", types: json", "1 2"),
    ("a,b\n1,2\n", "types: text", "1 2"), ("a,b\n1,2\n", "charset: utf-8", "1 2"),
  ])
  func `cells stand between separators`(table: String, how: String, log: String) async throws {
    let run = try await EngineRun([
      "rows.csv": table,
      "s.scenario.yaml":
        "scenario: s\ncases: { csv: rows.csv, \(how) }\nsteps: [{ step: it, log: \"${a} ${b}\" }]\n",
    ])
    #expect(run.step("it")?.logs == [log], "\(run.problems) \(run.diagnostics.map(\.message))")
  }

  @Test func `with types json a cell is its value exactly, or text when it is no JSON`()
    async throws
  {
    let long = "12345678901234567890.00000000001"
    let cells = [
      ("2", "2"), ("-1.50", "-1.50"), (long, long),
      ("1e400", "1e400"), ("true", "true"), ("null", "null"), ("[1]", "[1]"), ("{}", "{}"),
      ("\"\"\"07\"\"\"", "\"07\""), ("007", "\"007\""), ("", "\"\""), ("True", "\"True\""),
      ("NaN", "\"NaN\""), ("1 2", "\"1 2\""), ("${env.HOME}", "\"${env.HOME}\""),
    ]
    let header = cells.indices.map { "c\($0)" }.joined(separator: ";")
    let row = cells.map(\.0).joined(separator: ";")
    let log = cells.indices.map { "${to_json(c\($0))}" }.joined(separator: " ")
    let run = try await EngineRun([
      "rows.csv": "\(header)\n\(row)\n",
      "s.scenario.yaml":
        "scenario: s\ncases: { csv: rows.csv, separator: \";\", types: json }\nsteps: [{ step: it, log: '\(log)' }]\n",
    ])
    #expect(
      run.step("it")?.logs == [cells.map(\.1).joined(separator: " ")],
      "\(run.problems) \(run.diagnostics.map(\.message))"
    )
  }

  @Test func `a charset says how the bytes of a table are read`() async throws {
    let folder = try TemporaryFolder("engine")
    try folder.write([0x61, 0x0A, 0xE9, 0x80, 0x0A], to: "rows.csv")
    let run = try await EngineRun(
      [
        "s.scenario.yaml":
          "scenario: s\ncases: { csv: rows.csv, charset: windows-1252 }\nsteps: [{ step: it, log: \"${a}\" }]\n"
      ],
      in: folder
    )
    #expect(run.step("it")?.logs == ["é€"], "\(run.diagnostics.map(\.message))")
  }
}
