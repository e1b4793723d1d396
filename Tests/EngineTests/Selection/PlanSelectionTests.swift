import Diagnostics
import Engine
import RunEvents
import Scenarios
import TestSupport
import Testing

/// What a plan holds of what was asked for.
@Suite(.timeLimit(.minutes(5))) struct PlanSelectionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("selection")
    try folder.write(
      """
      scenario: rows
      tags: [a]
      cases:
        - name: one
          n: 1

        # about two
        - name: two
          n: 2
        - { name: three, n: 3 }
      steps:
        - log: "${n}"

      """,
      to: "s/rows.scenario.yaml"
    )
    try folder.write(
      "scenario: flow\ncases: [{ name: x }, { name: y }]\nsteps:\n  - log: hello\n",
      to: "s/flow.scenario.yaml"
    )
    try folder.write("scenario: none\nsteps:\n  - log: hello", to: "s/none.scenario.yaml")
    try folder.write("", to: "curlew.yaml")
  }

  private func plan(
    _ paths: [String],
    from working: String? = nil,
    _ change: (inout RunOptions) -> Void = { _ in }
  ) -> RunPlan {
    var options = RunOptions()
    change(&options)
    let loader = ScenarioLoader(vocabulary: .standard, workingFolder: working ?? folder.path)
    return PlanCompiler(options: options).compile(loader.load(paths))
  }

  private func titles(_ plan: RunPlan) -> [String] {
    plan.lines.filter { $0.contains(".yaml:") }.map { line in
      line.split(separator: "  ").last.map(String.init) ?? ""
    }
  }

  @Test(arguments: [
    (["rows.scenario.yaml:4"], ["rows [one]"]), (["rows.scenario.yaml:5"], ["rows [one]"]),
    (["rows.scenario.yaml:8"], ["rows [two]"]), (["rows.scenario.yaml:9"], ["rows [two]"]),
    (["rows.scenario.yaml:10"], ["rows [three]"]),
    (["rows.scenario.yaml:1"], ["rows [one]", "rows [two]", "rows [three]"]),
    (["rows.scenario.yaml:7"], ["rows [one]", "rows [two]", "rows [three]"]),
    (["rows.scenario.yaml:12"], ["rows [one]", "rows [two]", "rows [three]"]),
    (["rows.scenario.yaml:4", "rows.scenario.yaml:10"], ["rows [one]", "rows [three]"]),
    (
      ["rows.scenario.yaml:4", "rows.scenario.yaml"],
      ["rows [one]", "rows [two]", "rows [three]"]
    ),
    (["flow.scenario.yaml:2"], ["flow [x]", "flow [y]"]), (["none.scenario.yaml:3"], ["none"]),
  ])
  func `a line selects the row that stands there, else the scenario`(
    paths: [String],
    selected: [String]
  ) {
    let plan = plan(paths.map { "s/\($0)" })
    #expect(titles(plan) == selected)
    #expect(plan.diagnostics.isEmpty)
  }

  @Test func `a line behind the end is a mistake that says what there is`() {
    let plan = plan(["s/rows.scenario.yaml:13", "s/none.scenario.yaml:4"])
    #expect(plan.runs.isEmpty)
    #expect(
      plan.diagnostics.map(\.message) == [
        "there is no line 13: the file has 12", "there is no line 4: the file has 3",
      ]
    )
    #expect(plan.diagnostics.first?.hint?.contains("at line 1, its data rows at 4, 8, 10") == true)
    #expect(plan.diagnostics.allSatisfy { $0.severity == .error })
  }

  @Test(
    arguments: [
      (["two"], nil, ["rows [two]"]),
      (["two", "^flow"], nil, ["flow [x]", "flow [y]", "rows [two]"]),
      (["o(ne|$)|two"], "a", ["rows [one]", "rows [two]"]), (["nothing"], nil, []),
      (["none"], "a", []),
    ] as [([String], String?, [String])]
  )
  func `names are searched for in titles, and tags must hold besides`(
    names: [String],
    tag: String?,
    selected: [String]
  ) throws {
    let patterns = try names.map { try NamePattern(parsing: $0) }
    let tags = try tag.map { try TagExpression(parsing: $0) }
    let plan = plan(["s"]) { options in
      options.names = patterns
      options.tags = tags
    }
    #expect(titles(plan) == selected)
  }

  @Test(arguments: [2, 3, 4])
  func `shards are the same from every folder, and the whole together`(total: Int) {
    let whole = titles(plan(["s"]))
    var together: [String] = []
    for index in 1...total {
      let asked: (inout RunOptions) -> Void = { $0.shard = .init(index: index, total: total) }
      let shard = plan(["s"], asked)
      #expect(shard.selectedCount == 6)
      #expect(
        shard.lines.first == "shard \(index)/\(total): \(shard.runs.count) of 6 scenarios"
      )
      #expect(titles(plan(["."], from: folder.path("s"), asked)) == titles(shard))
      #expect(titles(plan([folder.path("s")], from: "/", asked)) == titles(shard))
      together += titles(shard)
    }
    #expect(together.sorted() == whole.sorted())
  }

  @Test func `earlier durations balance shards`() throws {
    let durations = ["[one]": 9, "[two]": 1, "[three]": 2, "[x]": 3, "[y]": 3]
    let entries = durations.sorted { $0.key < $1.key }.enumerated().map { index, entry in
      let row = entry.key.dropFirst().dropLast()
      let name = ["x", "y"].contains(row) ? "flow" : "rows"
      return """
        {"index": \(index), "kind": "scenario", "path": "s/\(name).scenario.yaml", "name": "\(name)",
         "row": "\(row)", "outcome": "passed", "duration": \(entry.value), "isFinal": true}
        """
    }
    let text =
      #"{"format": "curlew-report", "version": 1, "scenarios": ["# + entries.joined(separator: ",")
      + "]}"
    let report = try EarlierReport(parsing: Array(text.utf8), path: "r.json")
    let shards = (1...2).map { index in
      Set(
        titles(
          plan(["s"]) {
            $0.shard = .init(index: index, total: 2)
            $0.shardTimes = [report]
          }
        )
      )
    }
    // 9 | 3 3 3, the unknown one as the median, then 2 to the first and 1 to the other.
    #expect(shards[0] == ["rows [one]", "rows [three]"])
    #expect(shards[0].union(shards[1]).count == 6)
    #expect(shards[0].isDisjoint(with: shards[1]))
  }

  @Test func `random order is that of the seed; the plan keeps the order of the source`() {
    func lines(_ seed: UInt64, _ order: RunOrder) -> [String] {
      titles(
        plan(["s"]) {
          $0.seed = seed
          $0.order = order
          $0.repeats = 4
        }
      )
    }
    #expect(lines(1, .random) == lines(1, .random))
    #expect(lines(1, .random) != lines(2, .random))
    #expect(lines(1, .given) == lines(2, .given))
    #expect(lines(1, .random).sorted() == lines(1, .given).sorted())
  }
}
