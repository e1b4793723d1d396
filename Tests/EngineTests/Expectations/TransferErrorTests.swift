import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// A transfer that must fail, and what must have come before it did.
@Suite(.timeLimit(.minutes(5))) struct TransferErrorTests {
  private func run(_ path: String, _ options: String, _ expect: String) async throws -> EngineRun {
    let standard = FixtureRoutes.standard
    let server = try await FixtureServer.start(
      routes: FixtureRoutes(answersEarly: standard.answersEarly) { request in
        if request.path.hasPrefix("/fault/") { return await standard.answer(request) }
        if request.path == "/loop" { return .redirect("/loop") }
        return FixtureResponse(200, headers: [("X-A", "1")], body: .pattern(0..<5_000))
      }
    )
    let run = try await EngineRun(
      scenario: """
        variables: { fields: { X-A: 2 } }
        steps: [{ step: it, GET: \(path), options: { \(options) }, expect: { \(expect) } }]
        """,
      base: server.url
    )
    await server.stop()
    return run
  }

  private static let large = "max-body: 1KiB"
  private static let redirects = "follow-redirects: 2"

  @Test(arguments: [
    ("/", large, "error: too-large"), ("/", large, "error: too-large, status: 200"),
    ("/", large, "error: too-large, status: 2xx, headers: { X-A: 1 }, time: { lt: 60s } "),
    ("/", large, "error: any, headers: { X-B: { exists: false } }"),
    ("/loop", redirects, "error: too-many-redirects"),
    ("/loop", redirects, "error: too-many-redirects, status: 3xx, headers: { Location: /loop }"),
    ("/fault/stallInBody", "timeout: 500ms", "error: timeout, status: 200, time: { gte: 400ms }"),
    ("/fault/closeBeforeHead", "timeout: 20s", "error: reset, time: { lt: 15s }"),
  ])
  func `what came is as expected`(path: String, options: String, expect: String) async throws {
    let run = try await run(path, options, expect)
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: [
    ("/", large, "error: too-large, status: 201", ["expected 201, got OK (200)"]),
    ("/", large, "error: too-large, headers: { X-A: 2 }", ["expected 2, got \"1\""]),
    ("/", large, "error: too-large, headers: '${fields}'", ["expected 2, got \"1\""]),
    ("/", large, "error: too-large, time: { gt: 1h }", nil),
    (
      "/loop", redirects, "error: too-many-redirects, status: 200",
      ["expected 200, got Found (302)"]
    ),
    (
      "/", large, "error: timeout, status: 404",
      [
        "expected the transfer to fail with timeout, got too-large: expected a body of at most 1024 bytes, got more",
        "expected 404, got OK (200)",
      ]
    ),
    (
      "/fault/closeBeforeHead", "timeout: 20s",
      "error: any, status: 200, headers: { X-A: { exists: false } }",
      ["expected 200, got no response", "expected nothing, got no response"]
    ),
    ("/fault/closeBeforeHead", "timeout: 20s", "error: any, status: { lt: 600 }", nil),
    ("/", "timeout: 20s", "error: too-large, status: 200", nil),
  ])
  func `what came is not as expected`(
    path: String,
    options: String,
    expect: String,
    messages: [String]?
  ) async throws {
    let run = try await run(path, options, expect)
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    if let messages { #expect(outcomes.map(\.message) == messages) }
  }

  @Test(arguments: ["{ X-A: '${response.text}' }", "'${response.json}'"])
  func `an expression that needs the response is an error`(headers: String) async throws {
    let run = try await run("/", Self.large, "error: too-large, headers: \(headers)")
    #expect(run.outcomes == [.errored], "\(run.problems)")
  }

  @Test(arguments: [
    "json: { $.a: 1 }", "text: a", "bytes: { length: 1 }", "size: 1", "that: '${true}'",
    "cookies: { a: b }", "url: a", "content-type: any", "certificate: { subject: a }",
  ])
  func `what cannot be known is a mistake`(key: String) async throws {
    let run = try await run("/", Self.large, "error: too-large, \(key)")
    let diagnostic = try #require(run.diagnostics.first)
    #expect(diagnostic.message.hasPrefix("a transfer that must fail has no "))
    #expect(diagnostic.hint?.contains("headers, status, time") == true)
  }

  @Test func `expectations of defaults are not about a transfer that must fail`() async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, body: .pattern(0..<5_000))
    }
    let run = try await EngineRun(
      scenario: """
        defaults: { expect: { status: 404, headers: { X-B: 1 }, time: { gt: 1h } } }
        steps: [{ GET: /, options: { max-body: 1KiB }, expect: { error: too-large } }]
        """,
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }
}
