import Assertions
import Diagnostics
import Engine
import Locks
import RunEvents
import TestSupport
import Testing

/// What a step captures is known to its own expectations and to its later captures.
@Suite(.timeLimit(.minutes(5))) struct OwnCaptureTests {
  private func run(_ steps: String) async throws -> EngineRun {
    let requests = Locked(0)
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/counted":
        let number = requests.withLock { count in
          count += 1
          return count
        }
        return .json("{\"n\": \(number), \"wanted\": 2}")
      case "/broken": return .json("{\"id\": ")
      case "/missing":
        return FixtureResponse(
          404,
          headers: [("Content-Type", "application/json")],
          body: .bytes([])
        )
      case _:
        return FixtureResponse(
          200,
          headers: [("Content-Type", "application/json"), ("X-Id", "a-7"), ("X-Other", "b-8")],
          body: .bytes(
            Array("{\"id\": \"a-7\", \"token\": \"s3cret-token\", \"list\": [1, 2]}".utf8)
          )
        )
      }
    }
    let run = try await EngineRun(scenario: "steps:\n\(steps)\n", base: server.url)
    await server.stop()
    return run
  }

  @Test(arguments: [
    "expect: { headers: { X-Id: \"${id}\" } }", "expect: { json: { $.id: { equals: \"${id}\" } } }",
    "expect: { that: \"${id == 'a-7'}\", text: { contains: \"${id}\" } }",
    "expect: { json: { \"$[?@ == '${id}']\": { count: 1 } } }",
    "expect: { json: { $.list: { pipe: [{ contains: \"${n}\" }], equals: true } } }",
  ])
  func `an expectation sees what its step captures`(expect: String) async throws {
    let run = try await run(
      """
        - GET: /
          capture: { id: { json: $.id }, n: { value: 2 } }
          \(expect)
      """
    )
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test func `an expectation fails by what its step captures`() async throws {
    let run = try await run(
      """
        - step: it
          GET: /
          capture: { id: { json: $.id } }
          expect: { headers: { X-Other: "${id}" } }
      """
    )
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.map(\.message) == ["expected \"a-7\", got \"b-8\""])
  }

  @Test func `a later capture sees an earlier one, in any kind of step`() async throws {
    let run = try await run(
      """
        - GET: /
          capture:
            key: { value: id }
            id: { json: "$.${key}" }
            part: { value: "${id}", match: '[0-9]' }
        - assert: "${part == '7'}"
          capture: { a: "${part}1", b: "${a}2" }
        - step: value
          log: "${b}"
      """
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("value")?.logs == ["712"])
  }

  @Test
  func `without a value the expectation is not evaluated, also where the name had one before`()
    async throws
  {
    let run = try await run(
      """
        - set: { id: a-7 }
        - step: it
          GET: /
          capture: { id: { json: $.none } }
          expect: { headers: { X-Id: "${id}", X-Other: b-8 }, that: "${id == 'a-7'}" }
      """
    )
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(
      outcomes.map(\.message) == [
        "not evaluated: the capture \"id\" has no value",
        "not evaluated: the capture \"id\" has no value",
        "the capture \"id\" found nothing: give it a `default:` if it may be absent",
      ]
    )
  }

  @Test func `of a response that is not acceptable nothing is captured`() async throws {
    let run = try await run(
      """
        - step: it
          GET: /missing
          capture: { id: { header: Content-Type } }
          expect: { status: 200, headers: { Content-Type: "${id}" } }
      """
    )
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(
      outcomes.map(\.message).last
        == "not evaluated: nothing is captured: the status is not acceptable"
    )
    #expect(outcomes.first?.subject == "status")
  }

  @Test func `each attempt sees its own captures alone`() async throws {
    let run = try await run(
      """
        - step: it
          GET: /counted
          capture: { n: { json: $.n } }
          expect: { json: { $.wanted: "${n}" } }
          retry: { attempts: 5, every: 1ms }
        - step: value
          log: "${n}"
      """
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("value")?.logs == ["2"])
  }

  @Test func `status and content type are looked at before anything is captured`() async throws {
    let run = try await run(
      """
        - GET: /
          capture: { code: { status: true } }
          expect: { status: "${code}" }
      """
    )
    #expect(run.diagnostics.contains { $0.message.contains("code") }, "\(run.problems)")
  }

  @Test func `a name that had a value before is warned of`() async throws {
    let run = try await run(
      """
        - set: { id: b-8 }
        - GET: /
          capture: { id: { json: $.id } }
          expect: { json: { $.id: "${id}" } }
      """
    )
    #expect(run.outcomes == [.passed])
    let warnings = run.diagnostics.filter { $0.severity == .warning }
    #expect(
      warnings.map(\.message) == ["\"id\" is what this step captures, not the value from before it"]
    )
  }

  @Test func `a secret that an expectation sees is masked`() async throws {
    let run = try await run(
      """
        - step: it
          GET: /
          capture: { token: { json: $.token, secret: true } }
          expect: { headers: { X-Id: "${token}" }, json: { $.token: { pipe: [reverse], equals: x } } }
      """
    )
    let text = "\(run.steps)"
    #expect(!text.contains("s3cret-token"))
    #expect(!text.contains("nekot-terc3s"))
    #expect(!run.hasPassed)
  }
}
