import Diagnostics
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct EarlierReportTests {
  private func report(_ scenarios: String) -> [UInt8] {
    Array(#"{"format": "curlew-report", "version": 1, "scenarios": [\#(scenarios)]}"#.utf8)
  }

  /// A report of a scenario that took so long.
  private static func lasting(_ duration: String) -> String {
    #"{"format": "curlew-report", "version": 1, "scenarios": [{"index": 0, "kind": "scenario", "#
      + #""path": "a", "name": "A", "outcome": "passed", "duration": \#(duration)}]}"#
  }

  @Test func `attempts are one run, whose last one counts`() throws {
    let text = """
      {"index": -1, "kind": "before-all", "path": "curlew.yaml", "name": "before-all", "outcome": "failed"},
      {"index": 0, "attempt": 1, "kind": "scenario", "path": "a", "name": "A", "row": "r", "turn": 2,
       "outcome": "failed", "duration": 2, "isFinal": false},
      {"index": 0, "attempt": 2, "kind": "scenario", "path": "a", "name": "A", "row": "r", "turn": 2,
       "outcome": "flaky", "duration": 1, "isFinal": true},
      {"index": 1, "kind": "scenario", "path": "b", "name": "B", "outcome": "not run", "duration": 0,
       "isFinal": true}
      """
    let scenarios = try EarlierReport(parsing: report(text), path: "r.json").scenarios
    #expect(scenarios.map(\.outcome) == ["flaky", "not run"])
    #expect(scenarios.map(\.duration) == [3, 0])
    #expect(scenarios[0].row == "r" && scenarios[0].turn == 2)
    #expect(scenarios.map(\.wantsRerun) == [false, true])
  }

  @Test(arguments: [
    ("{", "r.json:1:"), ("[1,\n 2,]", "r.json:2:"), ("[]", "$.format"), ("7", "$.format"),
    (#"{"format": "junit"}"#, "$.format"),
    (#"{"format": "curlew-report", "version": 2}"#, "$.version, got 2"),
    (#"{"format": "curlew-report", "version": 1}"#, "a list at $.scenarios"),
    (
      #"{"format": "curlew-report", "version": 1, "scenarios": [{"kind": "scenario"}]}"#,
      "$.scenarios[0]"
    ),
    (#"{"format": "curlew-report", "version": 1, "scenarios": [7]}"#, "$.scenarios[0]"),
    (lasting("-1"), "a duration in seconds at $.scenarios[0]"),
    (lasting("1e999"), "a duration in seconds at $.scenarios[0]"),
  ])
  func `what is no report is said with its place`(text: String, part: String) {
    let error = #expect(throws: Mistake.self) {
      try EarlierReport(parsing: Array(text.utf8), path: "r.json")
    }
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("s/a.scenario.yaml", "A", "s/a.scenario.yaml"),
    ("/elsewhere/p/s/a.scenario.yaml", "A", "s/a.scenario.yaml"),
    ("../p/s/a.scenario.yaml", "A", "s/a.scenario.yaml"),
    ("a.scenario.yaml", "A", "s/a.scenario.yaml"),
    // Another file of the same name, whose scenario has another.
    ("t/a.scenario.yaml", "A", nil), ("x/s/a.scenario.yaml", "B", nil),
    ("c.scenario.yaml", "A", nil),
  ])
  func `a file is found whatever folder the report was written from`(
    path: String,
    name: String,
    identity: String?
  ) throws {
    let text = #"""
      {"index": 0, "kind": "scenario", "path": "\#(path)", "name": "\#(name)", "outcome": "failed"}
      """#
    let report = try EarlierReport(parsing: report(text), path: "r.json")
    let runs = EarlierRuns(
      [
        .init(path: "here/s/a.scenario.yaml", identity: "s/a.scenario.yaml", name: "A"),
        .init(path: "here/s/b.scenario.yaml", identity: "s/b.scenario.yaml", name: "B"),
      ],
      tellsTurns: false
    )
    #expect(runs.key(of: report.scenarios[0])?.file == identity)
  }
}
