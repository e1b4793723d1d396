import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// A step whose work takes longer than a time limit does not pass, whatever it does then.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(5))) struct WorkLimitTests {
  /// Declared attributes, which libxml2 compares with each other for minutes.
  private static let slowXML: String = {
    let list = (0..<200_000).map { "<!ATTLIST a b\($0) CDATA \"x\">" }.joined()
    return "<!DOCTYPE a [\(list)]><a/>"
  }()

  private static let manyMembers =
    "[" + (0..<50_000).map { "[\($0)]" }.joined(separator: ",") + "]"

  private func server() async throws -> FixtureServer {
    try await FixtureServer.start { request in
      switch request.path {
      case "/xml":
        FixtureResponse(
          200,
          headers: [("Content-Type", "application/xml")],
          body: .bytes(Array(Self.slowXML.utf8))
        )
      case _: .json(Self.manyMembers)
      }
    }
  }

  @Test(arguments: [
    "GET: /xml\n    expect: { xml: { count(//a): 1 } }",
    "GET: /json\n    expect: { json: { '$..[?count($..*) > 5]': { count: 3 } } }",
    "GET: /json\n    expect: { that: [\"${map([response.json], '$..[?count($..*) > 5]') == []}\"] }",
    "GET: /json\n    expect: { that: [\"${filter([response.json], 'count($..[?count($..*) > 5]) == 1') == []}\"] }",
    "GET: /json\n    capture: { x: { json: '$..[?count($..*) > 5]', default: 1 } }",
    "GET: /json\n    expect: { that: [\"${length(jsonpath(response.json, '$..[?count($..*) > 5]')) > 0}\"] }",
  ])
  func `work on a response ends at the step's time limit`(step: String) async throws {
    let server = try await server()
    let clock = ContinuousClock.now
    let run = try await EngineRun(
      scenario: """
        steps:
          - step: slow
            timeout: 400ms
            \(step)
        teardown: [{ step: clean, log: cleaned }]
        """,
      base: server.url
    )
    #expect(ContinuousClock.now - clock < .soon)
    #expect(run.outcomes == [.errored], "\(run.problems)")
    guard case .errored(let fault)? = run.step("slow")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.kind == .timeout && fault.message == "the step's timeout of 400ms passed")
    #expect(run.step("clean")?.result == .passed)
    await server.stop()
  }

  @Test(arguments: ["timeout: 400ms\n", ""])
  func `work on a response ends at the time limit of the scenario and of the run`(
    limit: String
  ) async throws {
    let server = try await server()
    let clock = ContinuousClock.now
    let run = try await EngineRun(
      scenario: "\(limit)steps: [{ step: slow, GET: /xml, expect: { xml: { count(//a): 1 } } }]",
      base: server.url
    ) {
      if limit.isEmpty { $0.timeout = 0.4 }
    }
    #expect(ContinuousClock.now - clock < .soon)
    #expect(run.outcomes == [.errored], "\(run.problems)")
    #expect(run.summary.interrupted == limit.isEmpty)
    await server.stop()
  }

  @Test func `a scenario whose variables take too long is not run`() async throws {
    let clock = ContinuousClock.now
    let run = try await EngineRun(
      scenario: """
        variables: { x: "${jsonpath([range(1, 50000)], '$..[?count($..*) > 5]')}" }
        steps: [{ log: "${x}" }]
        """,
      base: "http://127.0.0.1:1"
    ) {
      $0.timeout = 0.4
    }
    #expect(ContinuousClock.now - clock < .soon)
    #expect(
      run.outcomes == [.notRun(reason: StopSignal.Reason.timeout.sentence)],
      "\(run.problems)"
    )
    #expect(run.summary.interrupted)
  }

  @Test func `before-all whose variables take too long is not run, nor is what it prepares`()
    async throws
  {
    let clock = ContinuousClock.now
    let run = try await EngineRun([
      "curlew.yaml": """
      variables: { x: "${jsonpath([range(1, 50000)], '$..[?count($..*) > 5]')}" }
      before-all: [{ log: prepared }]
      """,
      "one.scenario.yaml": "scenario: one\nsteps: [{ log: reached }]\n",
    ]) {
      $0.timeout = 0.4
    }
    #expect(ContinuousClock.now - clock < .soon)
    let reason = StopSignal.Reason.timeout.sentence
    #expect(run.outcomes.allSatisfy { $0 == .notRun(reason: reason) }, "\(run.problems)")
    #expect(!run.outcomes.isEmpty && run.summary.interrupted)
  }

  @Test(arguments: [
    "set: { x: \"${jsonpath([range(1, 50000)], '$..[?count($..*) > 5]')}\" }",
    "POST: /\n    json: \"${jsonpath([range(1, 50000)], '$..[?count($..*) > 5]')}\"",
  ])
  func `work before a request ends at the time limit of the run`(step: String) async throws {
    let run = try await EngineRun(
      scenario: "steps:\n  - step: slow\n    \(step)\n",
      base: "http://127.0.0.1:1"
    ) {
      $0.timeout = 0.4
    }
    guard case .errored(let fault)? = run.step("slow")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.message == StopSignal.Reason.timeout.sentence)
  }

  @Test(arguments: [
    "set: { x: \"${length(sort(range(1, 300000)))}\" }",
    "parallel: [{ set: { x: \"${length(sort(range(1, 300000)))}\" } }]",
    "log: \"${length(sort(range(1, 300000)))}\"",
  ])
  func `a step that ended late did not pass`(step: String) async throws {
    let text = "steps:\n  - timeout: 1ms\n    \(step)\n  - { step: next, log: reached }\n"
    let run = try await EngineRun(scenario: text, base: "http://127.0.0.1:1")
    #expect(run.outcomes == [.errored], "\(run.problems)")
    #expect(run.steps.first?.result.word == "errored")
    #expect(run.step("next")?.result.isGood == true)
    let inTime = try await EngineRun(
      scenario: text.replacing("1ms", with: "1h"),
      base: "http://127.0.0.1:1"
    )
    #expect(inTime.hasPassed, "\(inTime.problems)")
  }

  @Test func `a transfer that must fail by the time limit of its step passes`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: """
        steps:
          - { timeout: 200ms, GET: /fault/stallBeforeHead, expect: { error: timeout } }
        """,
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }
}
