import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// What a capture does that cannot be taken: `default` stands only where its query found nothing.
@Suite(.timeLimit(.minutes(5))) struct CaptureFailureTests {
  private static func answer(_ request: FixtureRequest) -> FixtureResponse {
    let body = "{\"id\": \"7\", \"n\": 0, \"none\": null, \"text\": \"a\"}"
    switch request.path {
    case "/html":
      return FixtureResponse(
        200,
        headers: [("Content-Type", "text/html"), ("X-A", "a")],
        body: .bytes(Array("<p>a</p><p>b</p>".utf8))
      )
    case "/broken":
      return FixtureResponse(
        200,
        headers: [("Content-Type", "application/json")],
        body: .bytes(Array("{\"id\": ".utf8))
      )
    case "/missing":
      return FixtureResponse(
        404,
        headers: [("Content-Type", "application/json"), ("X-A", "a")],
        body: .bytes(Array(body.utf8))
      )
    case _: return .json(body)
    }
  }

  private func run(
    _ path: String,
    _ capture: String,
    _ more: String = "session: main"
  ) async throws -> EngineRun {
    let server = try await FixtureServer.start { Self.answer($0) }
    let run = try await EngineRun(
      scenario: """
        steps:
          - step: it
            GET: \(path)
            capture: { a: \(capture) }
            continue: true
            \(more)
          - step: value
            log: "${to_json(a)}"
        """,
      base: server.url
    )
    await server.stop()
    return run
  }

  @Test(arguments: [
    ("/", "{ json: $.zz, default: 1 }", "1"), ("/", "{ json: $.none, default: 1 }", "null"),
    ("/", "{ header: X-B, default: none }", "\"none\""), ("/", "{ cookie: c, default: 1 }", "1"),
    ("/", "{ text: zzz, default: 1 }", "1"), ("/html", "{ html: //b, default: 1 }", "1"),
    ("/", "{ value: \"${response.json.zz}\", default: 1 }", "1"),
    ("/", "{ value: \"${response.json.zz.y[0]}\", default: 1 }", "1"),
    ("/", "{ value: \"${env.NO_SUCH_NAME}\", default: 1 }", "1"),
    ("/", "{ value: \"${response.headers['X-B']}\", default: 1 }", "1"),
  ])
  func `a default stands where nothing was found`(
    path: String,
    capture: String,
    value: String
  ) async throws {
    let run = try await run(path, capture)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("value")?.logs == [value])
  }

  @Test(arguments: [
    ("/", "{ value: \"${1 / response.json.id}\", default: 1 }", "failed"),
    ("/", "{ value: \"${1 / 0}\", default: 1 }", "errored"),
    ("/", "{ value: \"${1 / 0}\" }", "errored"),
    ("/", "\"${response.json.id + [1]}\"", "errored"),
    ("/", "{ value: \"${int(env.NO_SUCH_NAME)}\", default: 1 }", "errored"),
    ("/", "{ json: \"$.${1 / 0}\", default: 1 }", "errored"),
    ("/", "{ header: \"${env.NO_SUCH_NAME}\", default: 1 }", "errored"),
    ("/broken", "{ json: $.id, default: 1 }", "failed"),
    ("/html", "{ json: $.id, default: 1 }", "failed"),
    ("/html", "{ plist: $.id, default: 1 }", "failed"),
    ("/", "{ xml: //a, default: 1 }", "failed"),
    ("/html", "{ value: \"${response.json.id}\", default: 1 }", "failed"),
  ])
  func `a default hides no other failure`(
    path: String,
    capture: String,
    word: String
  ) async throws {
    let run = try await run(path, capture)
    #expect(run.diagnostics.isEmpty, "\(run.problems)")
    #expect(run.step("it")?.result.word == word, "\(run.problems)")
    #expect(run.step("value")?.result.word == "errored")
  }

  @Test func `steps without a response follow the same rule`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: """
        steps:
          - step: found nothing
            set: { x: 1 }
            capture: { a: { value: "${env.NO_SUCH_NAME}", default: 2 } }
          - step: cannot be evaluated
            set: { x: 1 }
            capture: { b: { value: "${1 / 0}", default: 2 } }
        """,
      base: server.url
    )
    #expect(run.step("found nothing")?.result.word == "passed")
    #expect(run.step("cannot be evaluated")?.result.word == "errored", "\(run.problems)")
    await server.stop()
  }

  @Test func `an expression that finds nothing fails as a query does`() async throws {
    let run = try await run("/", "\"${response.json.zz}\"")
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.count == 1)
    #expect(outcomes[0].message.contains("the capture \"a\" found nothing"))
    #expect(outcomes[0].message.contains("response.json has no member zz"))
  }

  @Test(arguments: [
    "{ json: $.zz }", "{ json: $.id }", "{ header: X-B }", "{ header: X-A }", "{ xml: //a }",
    "\"${1 / 0}\"", "{ json: $.zz, default: 1 }",
  ])
  func `a failed status evaluates no captures`(capture: String) async throws {
    let run = try await run("/missing", capture)
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.map(\.subject) == ["status"])
    #expect(run.step("it")?.captures.isEmpty == true)
    #expect(run.step("value")?.result.word == "errored")
  }

  @Test(arguments: [
    ("{ json: $.zz }", false), ("{ xml: //a }", false), ("\"${response.json.id}\"", false),
    ("\"${response.text}\"", false), ("{ text: zz }", false), ("{ header: X-A }", true),
    ("\"${response.status}\"", true),
  ])
  func `an unacceptable content type evaluates no captures of the body`(
    capture: String,
    isTaken: Bool
  ) async throws {
    let run = try await run("/html", capture, "expect: { content-type: application/json }")
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.map(\.subject) == ["content-type"])
    #expect(run.step("it")?.captures.count == (isTaken ? 1 : 0))
  }

  @Test func `a body that an expectation cannot decode is one failure`() async throws {
    let run = try await run("/broken", "{ json: $.id }", "expect: { json: { $.id: \"7\" } }")
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.map(\.subject) == ["json"])
  }

  @Test func `other failed expectations leave captures for those that clean up`() async throws {
    let run = try await run("/", "{ json: $.id }", "expect: { json: { $.id: other } }")
    #expect(run.step("it")?.result.word == "failed")
    #expect(run.step("value")?.logs == ["\"7\""], "\(run.problems)")
  }
}
