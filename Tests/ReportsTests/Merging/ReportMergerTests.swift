import Diagnostics
import Documents
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReportMergerTests {
  private func shard(_ index: Int, of total: Int = 4) -> RunDescription.Shard {
    RunDescription.Shard(index: index, total: total)
  }

  /// Why reports cannot be merged; empty when they can.
  private func message(_ paths: [String], allowsMissing: Bool = false) -> String {
    do throws(JSONReportError) {
      _ = try ReportMerger(paths: paths, allowsMissing: allowsMissing)
      return ""
    } catch {
      return error.message
    }
  }

  @Test(arguments: ReporterCatalogue.names, [true, false])
  func `a report that is read back makes every report that the run made`(
    kind: String,
    isRich: Bool
  ) throws {
    let definition = try ReporterCatalogue.definition(named: kind)
    let fixture = isRich ? MergeFixture.rich : EventFixture.everyOutcome
    let files = try MergeFixture()
    let merged = try MergeFixture.merged([files.write(fixture, "one.json")], definition)
    let own = try definition.text(of: fixture)
    switch kind {
    case "json":
      let (left, right) = (try JSONParser().parse(merged), try JSONParser().parse(own))
      #expect(left["scenarios"] == right["scenarios"])
      #expect(left["summary"] == right["summary"])
      #expect(left["diagnostics"] == right["diagnostics"])
      #expect(left["run"]?["parts"] == .array([right["run"]].compactMap { $0 }))
    case "html":
      let (left, right) = (try ReportPage(Array(merged.utf8)), try ReportPage(Array(own.utf8)))
      for id in try left.data("data-index").array ?? [] {
        let name = "data-\(id["index"] ?? .null).\(id["attempt"] ?? .null)"
        #expect(try left.data(name) == right.data(name))
      }
      #expect(try left.data("data-index") == right.data("data-index"))
    case "events":
      #expect(merged.split(separator: "\n").dropFirst() == own.split(separator: "\n").dropFirst())
    default: #expect(merged == own)
    }
  }

  @Test(arguments: [false, true])
  func `the JUnit of four shards is that of one run`(isNumberedAnew: Bool) throws {
    let files = try MergeFixture()
    let paths = try (1...4).map { index in
      let run = MergeFixture.run(shard(index), isNumberedAnew: isNumberedAnew)
      return try files.write(run, "\(index).json")
    }
    let one = try ReporterDefinition.junit.text(of: MergeFixture.run())
    for paths in [paths, paths.reversed()] {
      let merged = try MergeFixture.merged(paths, .junit)
      // The rows of one scenario have no order of their own when each shard numbers from 0.
      let order: (String) -> [Substring] = { text in
        let lines = text.split(separator: "\n")
        return isNumberedAnew ? lines.sorted() : lines
      }
      #expect(order(merged) == order(one))
    }
  }

  @Test func `counts, seeds and shards are kept`() throws {
    let files = try MergeFixture()
    let paths = try (1...4).map { try files.write(MergeFixture.run(shard($0)), "\($0).json") }
    let merger = try ReportMerger(paths: paths)
    #expect(merger.run.parts.compactMap(\.shard?.index) == [1, 2, 3, 4])
    #expect(merger.run.shard == nil)
    #expect(merger.run.scenarioCount == 12)
    #expect(merger.run.foundCount == 12)
    #expect(merger.diagnostics.count == 1)
    let one = MergeFixture.run().summary
    #expect(merger.summary.scenarios == one.scenarios)
    #expect(merger.summary.steps == one.steps)
    #expect(merger.summary.requestCount == one.requestCount)
    #expect(merger.summary.latencies.counts == one.latencies.counts)
    #expect(merger.summary.latencies.percentile(0.5) == one.latencies.percentile(0.5))
  }

  @Test func `a merged report can be merged again`() throws {
    let files = try MergeFixture()
    let paths = try (1...4).map { try files.write(MergeFixture.run(shard($0)), "\($0).json") }
    var halves: [String] = []
    for (name, pair) in [("a.json", paths[..<2]), ("b.json", paths[2...])] {
      let text = try MergeFixture.merged(Array(pair), .json, allowsMissing: true)
      files.scratch.write(text, to: name)
      halves.append("\(files.scratch.path)/\(name)")
    }
    #expect(message([halves[0]]) == "the reports of shards 3/4, 4/4 are missing")
    #expect(try ReportMerger(paths: halves).run.parts.count == 4)
    #expect(message(halves + [paths[0]]) == "is of the same run as \(halves[0])")
  }

  @Test func `what is given twice or missing is an error`() throws {
    let files = try MergeFixture()
    let paths = try (1...4).map { try files.write(MergeFixture.run(shard($0)), "\($0).json") }
    let some = [paths[0], paths[1], paths[3]]
    #expect(message(some) == "the report of shard 3/4 is missing")
    #expect(message(some, allowsMissing: true) == "")
    #expect(message(paths + [paths[0]]) == "\(paths[0]) and \(paths[0]) are the same file")
    let copy = try files.write(MergeFixture.run(shard(1)), "copy.json")
    #expect(message(paths + [copy]) == "is of the same run as \(paths[0])")
    let again = try files.write(MergeFixture.run(shard(1), id: "other"), "again.json")
    #expect(message(paths + [again]) == "is of shard 1/4, as is \(paths[0])")
    let other = try files.write(MergeFixture.run(shard(2, of: 3)), "other.json")
    #expect(
      message([paths[0], other], allowsMissing: true)
        == "is of shard 2/3, the others are of 4 shards"
    )
    // Without shards it is the scenarios that tell.
    let one = try files.write(MergeFixture.run(id: "a"), "one.json")
    let two = try files.write(MergeFixture.run(id: "b"), "two.json")
    #expect(message([one, two]).hasSuffix(" is in \(one) as well"))
    #expect(message([]) == "there is no report")
  }

  @Test func `a missing shard is named`() throws {
    let files = try MergeFixture()
    let paths = try [1, 2, 4].map { try files.write(MergeFixture.run(shard($0)), "\($0).json") }
    do throws(JSONReportError) {
      _ = try ReportMerger(paths: paths)
      Issue.record("a missing shard was not noticed")
    } catch {
      #expect(error.message == "the report of shard 3/4 is missing")
    }
    let junit = try MergeFixture.merged(paths, .junit, allowsMissing: true)
    #expect(junit.contains(#"<property name="shard" value="1/4, 2/4, 4/4"/>"#))
  }

  @Test func `a failed before-all of a run that was cut short is an error of the run`() throws {
    let files = try MergeFixture()
    var fixture = EventFixture(scenarioCount: 2)
    let fault = StepFault(.connect, "connection refused", at: EventFixture.range("/orders"))
    fixture.add(EventFixture.scenario(0, kind: .beforeAll), [.errored(fault)], .errored)
    fixture.add(EventFixture.scenario(1, row: "a"), [.passed, .passed], .passed)
    let merger = try ReportMerger(paths: [try files.write(fixture, "cut.json")])
    #expect(merger.summary.failedOutsideCount == 1)
    #expect(merger.summary.scenarios.total == 1)
  }

  @Test func `the report of a run that was cut short is not green`() throws {
    var fixture = EventFixture(scenarioCount: 2)
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed)
    fixture.events.append(.scenarioStarted(EventFixture.scenario(1, row: "b")))
    let files = try MergeFixture()
    let merger = try ReportMerger(paths: [files.write(fixture, "cut.json")])
    #expect(merger.summary.interrupted)
    #expect(merger.summary.scenarios.passed == 1)
    #expect(merger.summary.scenarios.notRun == 1)
    #expect(merger.summary.steps.skipped == 2)
  }
}
