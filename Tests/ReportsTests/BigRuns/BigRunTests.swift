import Documents
import Foundation
import Reports
import RunEvents
import TestSupport
import Testing

/// Runs of many steps: 2 000, or 100 000 with `CURLEW_BIG_RUNS=1` in the environment.
@Suite(.timeLimit(.minutes(5))) struct BigRunTests {
  private static let scenarioCount =
    ProcessInfo.processInfo.environment["CURLEW_BIG_RUNS"] == "1" ? 5_000 : 100
  private static let stepCount = 20

  /// Takes what is written and keeps none of it.
  private final class Nowhere: ReportWriter {
    func prepare() {}
    func write(_ bytes: [UInt8]) {}
    func commit() {}
    func discard() {}
    func makeSpool() throws(ReporterError) -> ReportSpool {
      try ReportSpool(in: StreamSink.temporaryFolder)
    }
  }

  private static let steps = (0..<stepCount).map {
    EventFixture.step($0, "step \($0)", at: EventFixture.range("POST: /orders"))
  }

  /// Tells reporters of scenarios, as the engine would: nothing is kept on this side.
  private static func tell(_ reporters: inout ReporterMultiplexer, _ scenarios: Range<Int>) {
    let body = String(repeating: "x", count: 500)
    for index in scenarios {
      let description = EventFixture.scenario(index, row: "\(index)", steps: Self.steps)
      reporters.consume(.scenarioStarted(description))
      let isBad = index % 50 == 0
      for step in Self.steps {
        let isFailed = isBad && step.index == Self.stepCount - 1
        let result: StepResult = isFailed ? .failed([EventFixture.failure()]) : .passed
        let attempt = StepReport.Attempt(
          result: result,
          startedAt: description.startedAt,
          duration: 0.001,
          exchange: EventFixture.exchange(body: body),
          assertionCount: 1
        )
        reporters.consume(
          .stepFinished(
            StepReport(
              scenario: description.id,
              step: step,
              result: result,
              startedAt: description.startedAt,
              duration: 0.001,
              attempts: [attempt],
              attemptCount: 1
            )
          )
        )
      }
      reporters.consume(
        .scenarioFinished(
          ScenarioReport(
            scenario: description,
            outcome: isBad ? .failed : .passed,
            duration: 0.02
          )
        )
      )
    }
  }

  @Test func `all reports of a big run are whole, and memory stays flat as it grows`() async {
    // In a process of its own no other test takes memory meanwhile.
    await #expect(processExitsWith: .success) { try BigRunTests.report() }
  }

  private static func report() throws {
    let scratch = try Scratch()
    var reporters = ReporterMultiplexer()
    for kind in ReporterCatalogue.names {
      try reporters.add(
        ReportRequest(kind: kind, path: "\(scratch.path)/\(kind)"),
        options: ReporterOptions(),
        writer: kind == "console" ? Nowhere() : nil
      )
    }
    reporters.prepare()
    if let first = EventFixture(scenarioCount: Self.scenarioCount).events.first {
      reporters.consume(first)
    }
    // What the first steps cost is not growth.
    let warm = Self.scenarioCount / 5
    tell(&reporters, 0..<warm)
    let before = try #require(ProcessMemory.resident)
    tell(&reporters, warm..<Self.scenarioCount)
    let told = try #require(ProcessMemory.resident)
    let growth = (told - before) / ((Self.scenarioCount - warm) * Self.stepCount)
    reporters.consume(.runFinished(RunSummary()))
    reporters.finish()
    #expect(reporters.failures.isEmpty)
    let count = Self.scenarioCount * Self.stepCount
    let failed = Self.scenarioCount / 50
    let junit = try String(contentsOfFile: "\(scratch.path)/junit", encoding: .utf8)
    #expect(junit.prefix(400).contains(#" tests="\#(count)" failures="\#(failed)" "#))
    #expect(junit.split(separator: "<testcase ").count - 1 == count)
    let json = try JSONParser().parse(
      Array(Data(contentsOf: URL(filePath: "\(scratch.path)/json")))
    )
    #expect(json["scenarios"]?.array?.count == Self.scenarioCount)
    let tap = try String(contentsOfFile: "\(scratch.path)/tap", encoding: .utf8)
    #expect(tap.hasSuffix("\n1..\(Self.scenarioCount)\n"))
    // A step that one of the reports kept has some 2 kB. A sanitizer does not say what is used.
    if !Sanitizer.isOn { #expect(growth < 500, "grew by \(growth) bytes a step") }
  }
}
