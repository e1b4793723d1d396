import Foundation
import Reports
import RunEvents
import TestSupport
import Testing

/// Reporters while a run grows.
@Suite(.timeLimit(.minutes(5))) struct LargeRunTests {
  /// The resident memory of the process, in MiB.
  private static func resident() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * 4_096 / 1_048_576
  }

  /// Ten steps each; `CURLEW_LARGE_RUN=10000` makes it a hundred thousand, which takes a minute without optimization.
  private static let scenarioCount =
    ProcessInfo.processInfo.environment["CURLEW_LARGE_RUN"].flatMap { Int($0) } ?? 2_500

  @Test(.disabled(if: Sanitizer.isOn, "the memory is the sanitizer's"))
  func `memory stays flat as the run grows`() throws {
    let scratch = try Scratch()
    var reporters = ReporterMultiplexer()
    for kind in ["junit", "json", "html"] {
      try reporters.add(
        ReportRequest(kind: kind, path: "\(scratch.path)/report.\(kind)"),
        options: ReporterOptions(),
        standardOutput: DescriptorOutput.standardError
      )
    }
    reporters.prepare()
    let steps = (0..<10).map {
      EventFixture.step($0, "step \($0)", at: EventFixture.range("read it"))
    }
    let body = String(repeating: "x", count: 1_000)
    var begin = 0.0
    for index in 0..<Self.scenarioCount {
      if index == Self.scenarioCount / 5 { begin = Self.resident() }
      var fixture = EventFixture(scenarioCount: Self.scenarioCount)
      var results = [StepResult](repeating: .passed, count: 10)
      if index % 100 == 0 { results[9] = .failed([EventFixture.failure()]) }
      fixture.add(
        EventFixture.scenario(index, row: "\(index)", steps: steps),
        results,
        index % 100 == 0 ? .failed : .passed,
        exchange: EventFixture.exchange(body: body)
      )
      for event in fixture.events.dropFirst(index == 0 ? 0 : 1) { reporters.consume(event) }
    }
    let grown = Self.resident() - begin
    reporters.finish()
    let atEnd = Self.resident() - begin
    #expect(reporters.failures.isEmpty)
    let size = try ["junit", "json", "html"].map { kind in
      let facts = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/report.\(kind)")
      return (facts[.size] as? Int ?? 0) >> 20
    }
    // What is left is where each step stands in the spools: some 16 bytes for each of the three.
    #expect(grown < 24, "grew by \(grown) MiB while the reports became \(size) MiB")
    #expect(atEnd < 64, "grew by \(atEnd) MiB to the end")
  }
}
