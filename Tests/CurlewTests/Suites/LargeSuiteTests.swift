import Documents
import TestSupport
import Testing

/// A suite as large as a project's own: the same results however it is run, and complete reports however it ends.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(5))) struct LargeSuiteTests {
  private let suite: LargeSuite

  init() throws { suite = try LargeSuite() }

  private func run(_ arguments: String..., report: String = "report.json") async throws {
    let ending = try await suite.project.run(
      ["run", ".", "--demo", "--quiet", "--report", "json=\(report)"] + arguments
    )
    #expect(ending.status == 0, "\(arguments): \(ending.all.suffix(2_000))")
  }

  @Test func `it passes with one job and with many, with the same results`() async throws {
    try await run("--jobs", "1")
    let alone = try suite.verdicts()
    #expect(alone.count == LargeSuite.count)
    #expect(alone.allSatisfy { $0.outcome == "passed" && !$0.steps.isEmpty })
    for jobs in ["8", "64"] {
      try await run("--jobs", jobs)
      #expect(try suite.verdicts() == alone)
    }
  }

  @Test(arguments: ["1", "9223372036854775807"])
  func `it passes in any order`(seed: String) async throws {
    try await run("--jobs", "8", "--order", "random", "--seed", seed)
    let order = try suite.order()
    #expect(order.count == LargeSuite.count && order != order.sorted())
    let verdicts = try suite.verdicts()
    #expect(verdicts.allSatisfy { $0.outcome == "passed" && !$0.steps.isEmpty })
  }

  @Test func `four shards, merged, are the whole`() async throws {
    try await run("--jobs", "8")
    let whole = try suite.verdicts()
    var parts: [LargeSuite.Verdict] = []
    for shard in 1...4 {
      try await run("--jobs", "8", "--shard", "\(shard)/4", report: "shard-\(shard).json")
      let part = try suite.verdicts("shard-\(shard).json").filter { !$0.steps.isEmpty }
      // No shard is much larger than another.
      #expect((LargeSuite.count / 8...LargeSuite.count * 2 / 5).contains(part.count))
      parts += part
    }
    #expect(parts.sorted() == whole)
    let merged = try await suite.project.run(
      ["merge", "shard-3.json", "shard-1.json", "shard-4.json", "shard-2.json"]
        + ["--report", "json=merged.json"]
    )
    #expect(merged.status == 0, "\(merged.all.suffix(2_000))")
    #expect(try suite.verdicts("merged.json") == whole)
  }

  /// A moment of the run: the text of a line of the event stream after which the signal is sent.
  static let moments: [(String, Int32, Int32)] = [
    ("run-started", 2, 130), ("scenario-started", 15, 143), ("step-finished", 2, 130),
    ("scenario-finished", 15, 143), ("orders 05", 2, 130), ("orders 15", 15, 143),
  ]

  @Test(arguments: moments)
  func `an interrupt ends it soon, with complete reports`(
    moment: String,
    signal: Int32,
    status: Int32
  ) async throws {
    // Late moments need scenarios that end, early ones such as hang.
    let pause = ["orders 05", "orders 15"].contains(moment) ? "200" : "60000"
    let command = try suite.project.start(
      "run",
      ".",
      "--demo",
      "--jobs",
      "8",
      "--grace",
      "10m",
      "--var",
      "pause:=\(pause)",
      "--report",
      "events=-",
      "--report",
      "json=report.json",
      "--report",
      "junit=junit.xml"
    )
    _ = try await command.line(containing: moment)
    command.send(signal)
    // The command is killed before the pauses and the time of grace end: what ran has its teardowns, some requests each.
    let result = try await command.result()
    #expect(result.status == status, "\(result.errorText)")
    try suite.checkInterruptedReports(count: LargeSuite.count)
    let verdicts = try suite.verdicts()
    #expect(verdicts.contains { $0.outcome == "not run" })
    for verdict in verdicts where verdict.outcome == "errored" {
      // What was begun is taken back: an order that was made is deleted.
      guard verdict.title.hasPrefix("orders"), verdict.steps[0].hasSuffix("passed") else {
        continue
      }
      #expect(verdict.steps.last?.hasSuffix("passed") == true, "\(verdict)")
    }
  }
}
