import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// Expressions over a response that lacks what they ask for: a verdict on the service, no error.
@Suite(.timeLimit(.minutes(5))) struct MissingMemberTests {
  private static let json =
    "{\"n\": 1, \"t\": \"text\", \"none\": null, \"list\": [1], \"deep\": {\"total\": 2}}"

  private func run(
    _ more: String,
    body: String = json,
    type: String = "application/json"
  ) async throws -> EngineRun {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, headers: [("Content-Type", type)], body: .bytes(Array(body.utf8)))
    }
    let run = try await EngineRun(
      scenario: "variables: { obj: { a: 1 } }\nsteps:\n  - step: it\n    GET: /\n    \(more)",
      base: server.url
    )
    await server.stop()
    return run
  }

  private func failures(_ run: EngineRun) -> [AssertionOutcome] {
    guard case .failed(let outcomes)? = run.step("it")?.result else { return [] }
    return outcomes
  }

  @Test(arguments: [
    ("response.json.zz == 1", "response.json has no member zz"),
    ("response.json['z z'] == 1", "response.json has no member z z"),
    (
      "response.json.deep.totl > 1",
      "response.json.deep has no member totl; did you mean \"total\"?"
    ),
    ("response.json.zz.deep == 1", "response.json has no member zz"),
    ("response.json.list[3] == 1", "response.json.list has no element 3"),
    ("response.json.none.a == 1", "response.json.none is null, so it has no member a"),
    ("response.headers['Link'] == 'a'", "response.headers has no member Link"),
    ("upper(response.json.zz) == 'A'", "response.json has no member zz"),
    ("response.json.t.a == 1", "a text has no members, so there is no \"a\""),
    ("response.json.t < 1", "\"<\" cannot take a text and a number"),
    ("response.json.t + 1 == 2", "\"+\" cannot take a text and a number"),
    ("response.json.none", "expected true or false, got null"),
    ("response.json.t && true", "\"&&\" needs true or false, got \"text\""),
    ("length(response.json.none) == 1", "length"),
  ])
  func `what the response lacks fails`(expression: String, message: String) async throws {
    let run = try await run("expect: { that: [\"${\(expression)}\"] }")
    let outcome = try #require(failures(run).first, "\(run.problems)")
    #expect(outcome.message.contains(message), "\(outcome.message)")
    #expect(outcome.range?.start.line == 7)
    #expect(outcome.verdict == .fails)
  }

  @Test(arguments: [
    "1 / 0 == 1", "obj.b == 1", "response.json.n + 'x' == 1", "env.NO_SUCH_NAME == 1",
    "upper([1]) == 'A'", "length(response.json.t) && true", "response.json.n + obj == 1",
  ])
  func `a mistake of the expression is an error`(expression: String) async throws {
    let run = try await run("expect: { that: [\"${\(expression)}\"] }")
    #expect(run.step("it")?.result.word == "errored", "\(run.problems)")
  }

  @Test func `a body that is no JSON fails`() async throws {
    let run = try await run(
      "expect: { that: [\"${response.json.a == 1}\"] }",
      body: "<p>",
      type: "text/html"
    )
    #expect(failures(run).count == 1, "\(run.problems)")
  }

  @Test func `each expression is looked at`() async throws {
    let run = try await run(
      "expect: { that: [\"${response.json.zz == 1}\", \"${response.json.n == 2}\", \"${response.json.n == 1}\"] }"
    )
    #expect(failures(run).count == 2, "\(run.problems)")
  }

  @Test func `a matcher that takes its value from the response fails too`() async throws {
    let run = try await run("expect: { json: { $.n: \"${response.json.zz}\" } }")
    #expect(
      failures(run).map(\.message)
        == ["response.json has no member zz; it has n, t, none, list, deep"],
      "\(run.problems)"
    )
  }

  @Test func `until waits for a member that is not there yet`() async throws {
    let server = try await FixtureServer.start { request in
      .json(request.number < 3 ? "{}" : "{\"state\": \"done\"}")
    }
    let run = try await EngineRun(
      scenario: """
        steps:
          - step: it
            GET: /
            retry: { attempts: 5, every: 1ms, until: "${response.json.state == 'done'}" }
          - step: never
            GET: /
            retry: { attempts: 2, every: 1ms, until: "${response.json.stat == 'done'}" }
        """,
      base: server.url
    )
    #expect(run.step("it")?.result.word == "passed", "\(run.problems)")
    guard case .failed(let outcomes)? = run.step("never")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.count == 1)
    #expect(outcomes[0].message.contains("response.json has no member stat"), "\(outcomes)")
    await server.stop()
  }
}
