import Documents
import TestSupport
import Testing

/// `--shard` and `--shard-times`.
@Suite(.timeLimit(.minutes(5))) struct ShardTests {
  private func project(base: String) throws -> CommandProject {
    let project = try CommandProject([
      "curlew.yaml": """
      base: \(base)
      before-all: [{ GET: /status/200?before }]
      after-all: [{ GET: /status/200?after }]

      """
    ])
    for index in 0..<15 {
      let rows = index % 3 == 0 ? "cases:\n  - name: a\n  - name: b\n" : ""
      try project.folder.write(
        "scenario: s\(index)\n\(rows)steps:\n  - GET: /status/200?\(index)&draw=${random(1, 1000000)}\n",
        to: "scenarios/\(index).scenario.yaml"
      )
    }
    return project
  }

  @Test func `four shards are the whole, each with what runs before and after all`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url)
    let whole = try await project.run("run", "--report", "json=report.json", "--seed", "3")
    #expect(whole.status == 0, "\(whole.all)")
    let drawn = Set(server.requests.map(\.target))
    let titles = try project.report().titles.filter { !$0.hasSuffix("-all") }
    #expect(titles.count == 20)
    var together: [String] = []
    var indexes: [Int] = []
    for index in 1...4 {
      var shard = project
      shard.environment["CI_NODE_INDEX"] = "\(index)"
      shard.environment["CI_NODE_TOTAL"] = "4"
      let ending = try await shard.run(
        "run",
        "--shard",
        "auto",
        "--report",
        "json=\(index).json",
        "--seed",
        "3"
      )
      #expect(ending.status == 0, "\(ending.all)")
      #expect(ending.output.contains("shard \(index)/4: 5 of 20 scenarios"), "\(ending.output)")
      let report = try project.report("\(index).json")
      #expect(report.titles.first == "before-all" && report.titles.last == "after-all")
      #expect(report["run"]?["shard"]?["selectedCount"]?.number?.int == 20)
      together += report.titles.filter { !$0.hasSuffix("-all") }
      indexes += report.scenarios.filter { $0["kind"]?.string == "scenario" }
        .compactMap { $0["index"]?.number?.int }
    }
    #expect(together.count == 20 && Set(together) == Set(titles))
    // The places are those of the whole, so that reports can be joined in the order of the source.
    #expect(indexes.sorted() == Array(0..<20))
    // And each draws what it drew in the whole.
    #expect(Set(server.requests.map(\.target)) == drawn)
    await server.stop()
  }

  @Test func `a shard of nothing passes, a selection of nothing does not`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url)
    let empty = try await project.run(
      "run",
      "scenarios/1.scenario.yaml",
      "--shard",
      "2/2",
      "--report",
      "junit=junit.xml"
    )
    #expect(empty.status == 0, "\(empty.all)")
    #expect(empty.output.contains("shard 2/2: 0 of 1 scenario\n"))
    #expect(empty.output.contains("✓ nothing was run"))
    #expect(try project.junit().cases.map(\.verdict) == ["skipped"])
    let none = try await project.run("run", "--name", "no such", "--shard", "2/2")
    #expect(none.status == 4, "\(none.all)")
    #expect(server.counts.requests == 0)
    let dry = try await project.run("run", "--dry-run", "--shard", "2/4")
    #expect(dry.output.hasPrefix("shard 2/4: 5 of 20 scenarios\n"))
    await server.stop()
  }

  @Test func `earlier durations balance, the same each time`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url)
    _ = try await project.run("run", "--report", "json=report.json")
    var together: [String] = []
    for index in 1...3 {
      let options = ["run", "--dry-run", "--shard", "\(index)/3", "--shard-times", "report.json"]
      let first = try await project.run(options)
      let second = try await project.run(options)
      #expect(first.status == 0 && first.output == second.output)
      together += first.output.split(separator: "\n").filter { $0.contains(".yaml:") }.map(
        String.init
      )
    }
    #expect(together.count == 20 && Set(together).count == 20)
    await server.stop()
  }

  @Test(arguments: [
    (["--shard", "5/4"], "from 1 to N"), (["--shard", "auto"], "nothing says which part"),
    (["--shard-times", "report.json"], "--shard K/N"),
    (["--shard", "1/2", "--shard-times", "nope.json"], "nope.json"),
    (["--shard", "1/2", "--shard-times", "foreign.json"], "$.format"),
    (["--shard", "1/2", "--shard-times", "broken.json"], "broken.json:1:"),
    (["--rerun-failed", "nope.json"], "nope.json"),
    (["--rerun-failed", "broken.json"], "broken.json:1:"), (["--rate", "10"], "10/s"),
    (["--name", "("], "regular expression"), (["--order", "shuffled"], "given or random"),
    (["--retries", "-1"], "--retries"),
  ])
  func `wrong usage exits with 2 and says what to do`(options: [String], part: String) async throws
  {
    var project = try CommandProject(
      base: "http://127.0.0.1:1",
      scenario: "steps:\n  - GET: /json\n"
    )
    for name in ["CI_NODE_INDEX", "CI_NODE_TOTAL", "JOB_COMPLETION_INDEX"] {
      project.environment[name] = .some(nil)
    }
    try project.folder.write("{", to: "broken.json")
    try project.folder.write("{\"format\": \"other\"}", to: "foreign.json")
    let ending = try await project.run(["run", "."] + options)
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.errors.contains(part), "\(ending.all)")
  }
}
