import Assertions
import Diagnostics
import RunEvents

/// Runs whose names, values and bodies come from somebody who means harm.
enum HostileRun {
  /// A run with a failed and an errored scenario, a mistake and a warning, a text in all places there are.
  static func everywhere(_ text: String) -> EventFixture { everywhere([text]) }

  /// The same with many texts, of each two scenarios.
  static func everywhere(_ texts: [String]) -> EventFixture {
    var fixture = EventFixture(scenarioCount: 2 * texts.count, command: ["curlew"] + texts)
    for (index, text) in texts.enumerated() { add(text, from: 2 * index, to: &fixture) }
    fixture.cover(
      texts.map(contract),
      minimum: CoverageMinimum(bounds: [.init(.operations, hundredths: 10_000)])
    )
    fixture.finish()
    return fixture
  }

  private static func add(_ text: String, from index: Int, to fixture: inout EventFixture) {
    var failure = EventFixture.failure(text)
    failure.subject = text
    failure.expected = text
    failure.actual = text
    failure.excerpt = text
    failure.differences = [Difference(path: text, expected: text, actual: text)]
    failure.parts = [.init(text: text, offset: 0, value: text)]
    let file = SourceFile(path: "a\(text).scenario.yaml", text: "scenario: \(text)\n")
    let steps = [EventFixture.step(0, text, at: file.range(0..<8))]
    fixture.add(
      EventFixture.scenario(index, text, in: file, row: text, steps: steps),
      [.failed([failure])],
      .failed,
      exchange: exchange(text, Array(text.utf8)),
      logs: [text],
      change: { attempt, _ in
        var warning = failure
        warning.verdict = .warns
        warning.isOfContract = true
        warning.documentRange = file.range(0..<8)
        attempt.assertions = [failure, warning]
        attempt.operation = text
      }
    )
    fixture.add(
      EventFixture.scenario(index + 1, text, in: file, row: text, steps: steps),
      [.errored(StepFault(.init(rawValue: text), text, hint: text))],
      .errored
    )
    fixture.events.append(.diagnostic(Diagnostic(.warning, text, at: .none, hint: text)))
    fixture.events.append(
      .diagnostic(Diagnostic(.error, text, at: file.range(0..<8), hint: text, suggestion: text))
    )
  }

  /// A contract in which every name is the text.
  private static func contract(_ text: String) -> ContractReport {
    let item = ContractReport.Item(name: text, count: 1)
    let operation = ContractReport.Operation(
      name: text,
      id: text,
      method: text,
      path: text,
      tags: [text],
      line: 1,
      count: 1,
      violationCount: 1,
      responses: [
        .init(status: text, count: 1, mediaTypes: [item]), .init(status: "5\(text)"),
      ],
      requestMediaTypes: [item],
      parameters: [.init(name: text, location: text, values: [item])],
      properties: [.init(status: text, mediaType: text, path: text)]
    )
    var unused = operation
    unused.count = 0
    return ContractReport(
      path: "api\(text).yaml",
      title: text,
      operations: [operation, unused],
      undocumented: [.init(method: text, path: text, count: 1)],
      undocumentedCount: 1,
      violationCount: 1,
      warningCount: 1,
      unusedIgnores: [text]
    )
  }

  /// A run with a failed scenario whose request and response have a body.
  static func body(_ bytes: [UInt8]) -> EventFixture {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(
      EventFixture.scenario(0),
      [.failed([EventFixture.failure()]), .passed],
      .failed,
      exchange: exchange("x", bytes)
    )
    fixture.finish()
    return fixture
  }

  /// A run with a response and a failure of many megabytes.
  static func huge(_ text: String) -> EventFixture {
    var fixture = EventFixture(scenarioCount: 1)
    var failure = EventFixture.failure(text)
    failure.actual = text
    fixture.add(
      EventFixture.scenario(0),
      [.failed([failure]), .passed],
      .failed,
      exchange: exchange("x", Array(text.utf8))
    )
    fixture.finish()
    return fixture
  }

  private static func exchange(_ text: String, _ body: [UInt8]) -> Exchange {
    var exchange = EventFixture.exchange("POST", "http://h/\(text)", curl: "curl \(text)")
    exchange.request.fields = [.init("X-\(text)", text)]
    exchange.request.body = .init(bytes: body, count: Int64(body.count), mediaType: text)
    exchange.response?.reason = text
    exchange.response?.fields = [.init("X-\(text)", text)]
    exchange.response?.body = .init(bytes: body, count: Int64(body.count), mediaType: text)
    return exchange
  }
}
