import Assertions
import Diagnostics
import Foundation
import Reports
import RunEvents
import TestSupport
import Testing

/// The page in a real browser, where there is one.
@Suite(
  .enabled(if: BrowserCheck.isPossible, "no chromium and python3 are installed"),
  .timeLimit(.minutes(5))
)
struct HTMLBrowserTests {
  @Test func `a page with every outcome works and shows no error`() async throws {
    let found = try await BrowserCheck.run(on: .everyOutcome)
    #expect(found.status == 0, "\(found.output)")
    #expect(found.output.contains(#""scenarios": 6"#))
  }

  @Test func `a page with a contract filters by operation and fits narrow screens`() async throws {
    let found = try await BrowserCheck.run(on: ContractFixture.run)
    #expect(found.status == 0, "\(found.output)")
    #expect(found.output.contains(#""operations": 3"#), "\(found.output)")
  }

  @Test func `nothing of hostile content is executed`() async throws {
    let texts = [
      "</script><script>window.curlewHostile = 1</script>", "<img src=x onerror='curlewHostile=1'>",
      "javascript:curlewHostile=1", "{{script}}", "\u{202E}\u{2028}", "']);curlewHostile=1;//",
      "<svg xmlns='http://www.w3.org/2000/svg' onload='window.top.curlewHostile=1'/>", "__proto__",
    ]
    var fixture = EventFixture(scenarioCount: texts.count)
    for (index, text) in texts.enumerated() {
      var failure = EventFixture.failure(text)
      (failure.subject, failure.expected, failure.actual) = (text, text, text)
      failure.differences = [Difference(path: text, expected: text, actual: "\(text)!")]
      failure.parts = [.init(text: text, offset: 0, value: text)]
      var exchange = EventFixture.exchange(text, text, body: text, curl: text)
      exchange.response?.fields = [.init(text, text)]
      exchange.response?.body.mediaType = index % 2 == 0 ? "image/svg+xml" : "text/html"
      exchange.request.body?.mediaType = text
      var scenario = EventFixture.scenario(
        index,
        text,
        row: text,
        steps: [EventFixture.step(0, text)]
      )
      scenario.tags = [text]
      scenario.path = text
      fixture.add(
        scenario,
        [.failed([failure])],
        .failed,
        exchange: exchange,
        logs: [text]
      )
      fixture.events.append(.diagnostic(Diagnostic(.warning, text, at: .file(path: text))))
    }
    fixture.finish()
    let found = try await BrowserCheck.run(on: fixture)
    #expect(found.status == 0, "\(found.output)")
  }

  @Test func `nothing of any text or body that means harm is executed`() async throws {
    let texts =
      HostileText.all + [
        "<script>window.curlewHostile = 1</script>", "<img src=x onerror=\"curlewHostile=1\">",
        "-->\u{0}</script><svg onload=curlewHostile=1>",
      ]
    let found = try await BrowserCheck.run(on: HostileRun.everywhere(texts))
    #expect(found.status == 0, "\(found.output)")
    for bytes in HostileText.bodies.prefix(2) {
      let found = try await BrowserCheck.run(on: HostileRun.body(bytes))
      #expect(found.status == 0, "\(found.output)")
    }
  }

  @Test func `ten thousand steps open in an instant`() async throws {
    var fixture = EventFixture(scenarioCount: 1_000)
    let names = (0..<10).map {
      EventFixture.step($0, "step \($0)", at: EventFixture.range("read it"))
    }
    for index in 0..<1_000 {
      var results = [StepResult](repeating: .passed, count: 10)
      if index % 50 == 7 { results[4] = .failed([EventFixture.failure()]) }
      let outcome: ScenarioReport.Outcome = index % 50 == 7 ? .failed : .passed
      fixture.add(EventFixture.scenario(index, row: "\(index)", steps: names), results, outcome)
    }
    fixture.finish()
    // Two seconds on a machine of its own; tests run on busy ones.
    let found = try await BrowserCheck.run(on: fixture, ["--time-limit", "20"])
    #expect(found.status == 0, "\(found.output)")
  }
}

/// Runs `Tests/Browser/check_report.py` on a page.
enum BrowserCheck {
  private static let script =
    String(#filePath.prefix(upTo: #filePath.lastRange(of: "ReportsTests")))
    + "Browser/check_report.py"

  static var isPossible: Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return ["chromium", "python3"].allSatisfy { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  static func run(
    on fixture: EventFixture,
    _ arguments: [String] = []
  ) async throws -> (status: Int32?, output: String) {
    let scratch = try Scratch()
    let path = "\(scratch.path)/report.html"
    var reporter = ReporterDefinition.html.make(FileSink(path: path), ReporterOptions())
    try reporter.prepare()
    for event in fixture.events { try reporter.consume(event) }
    try reporter.finish()
    // What waits for the browser here keeps no thread from other tests.
    var command = CommandRunner("/usr/bin/env")
    command.limit = .seconds(240)
    let result = try await command.run(["python3", script, path] + arguments)
    return (result.status, result.outputText + result.errorText)
  }
}

extension String {
  /// Where a text begins the last time.
  fileprivate func lastRange(of text: String) -> String.Index {
    ranges(of: text).last?.lowerBound ?? startIndex
  }
}
