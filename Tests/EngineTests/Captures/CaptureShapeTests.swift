import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// The shape of a capture: the query decides it, never the data.
@Suite(.timeLimit(.minutes(5))) struct CaptureShapeTests {
  private static func answer(_ request: FixtureRequest) -> FixtureResponse {
    let (type, body) =
      switch request.path {
      case "/xml": ("application/xml", "<a><b>1</b><c>2</c><c>3</c><c>4</c></a>")
      case "/html": ("text/html", "<title>t</title><p>1</p><p>2</p>")
      case _:
        (
          "application/json",
          "{\"one\": [{\"n\": 1}], \"two\": [{\"n\": 1}, {\"n\": 2}], \"none\": []}"
        )
      }
    return FixtureResponse(
      200,
      headers: [("Content-Type", type), ("X-One", "1"), ("X-Two", "1"), ("X-Two", "2")],
      body: .bytes(Array(body.utf8))
    )
  }

  private func run(_ path: String, _ capture: String) async throws -> EngineRun {
    let server = try await FixtureServer.start { Self.answer($0) }
    let run = try await EngineRun(
      scenario: """
        steps:
          - step: it
            GET: \(path)
            capture: { a: \(capture) }
          - step: value
            log: "${to_json(a)}"
        """,
      base: server.url
    )
    await server.stop()
    return run
  }

  @Test(arguments: [
    ("/", "{ json: \"$.two[0].n\" }", "1"), ("/", "{ json: \"$.two[*].n\" }", "[1,2]"),
    ("/", "{ json: \"$.one[*].n\" }", "[1]"), ("/", "{ json: \"$.none[*].n\" }", "[]"),
    ("/", "{ json: \"$..n\" }", "[1,1,2]"), ("/", "{ json: $.one }", "[{\"n\":1}]"),
    ("/", "{ json: \"$.two[?@.n == 2].n\" }", "[2]"), ("/", "{ json: \"$.two[:1].n\" }", "[1]"),
    ("/xml", "{ xml: //b }", "\"1\""), ("/xml", "{ xml: //b, all: true }", "[\"1\"]"),
    ("/xml", "{ xml: //c, all: true }", "[\"2\",\"3\",\"4\"]"),
    ("/xml", "{ xml: //d, all: true }", "[]"), ("/xml", "{ xml: //d, default: 1 }", "1"),
    ("/xml", "{ xml: count(//c) }", "3"), ("/xml", "{ xml: count(//c), all: true }", "[3]"),
    ("/html", "{ html: //title }", "\"t\""), ("/html", "{ html: //p, all: true }", "[\"1\",\"2\"]"),
    ("/", "{ header: X-One }", "\"1\""), ("/", "{ header: X-Two, all: true }", "[\"1\",\"2\"]"),
    ("/", "{ header: X-One, all: true }", "[\"1\"]"), ("/", "{ header: X-No, all: true }", "[]"),
  ])
  func `the query decides the shape`(path: String, capture: String, value: String) async throws {
    let run = try await run(path, capture)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("value")?.logs == [value])
  }

  @Test(arguments: [
    ("/xml", "{ xml: //c }", "the capture \"a\" found 3 nodes: add `all: true` for a list"),
    (
      "/xml", "{ xml: //c, all: false }",
      "the capture \"a\" found 3 nodes: add `all: true` for a list"
    ),
    (
      "/xml", "{ xml: //c, default: 1 }",
      "the capture \"a\" found 3 nodes: add `all: true` for a list"
    ),
    ("/html", "{ html: //p }", "the capture \"a\" found 2 nodes: add `all: true` for a list"),
    ("/", "{ header: X-Two }", "the capture \"a\" found 2 fields: add `all: true` for a list"),
  ])
  func `more than one fails`(path: String, capture: String, message: String) async throws {
    let run = try await run(path, capture)
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.map(\.message) == [message])
  }

  @Test func `collect gathers what a capture would take`() async throws {
    let server = try await FixtureServer.start { Self.answer($0) }
    let run = try await EngineRun(
      scenario: """
        steps:
          - each: [/xml, /xml]
            as: path
            GET: ${path}
            collect: { texts: { xml: //b }, lists: { xml: //b, all: true } }
          - repeat: 2
            GET: /
            collect: { ones: { json: "$.one[*].n" } }
          - step: value
            log: "${to_json([texts, lists, ones])}"
          - step: it
            repeat: 1
            GET: /xml
            collect: { many: { xml: //c } }
        """,
      base: server.url
    )
    #expect(
      run.step("value")?.logs == ["[[\"1\",\"1\"],[[\"1\"],[\"1\"]],[[1],[1]]]"],
      "\(run.problems)"
    )
    #expect(run.step("it")?.result.word == "failed")
    await server.stop()
  }

  @Test(arguments: [
    ("xpath(t, '//b')", "\"1\""), ("xpath(t, '//c', true)", "[\"2\",\"3\"]"),
    ("xpath(t, '//b', true)", "[\"1\"]"), ("xpath(t, '//d', true)", "[]"),
    ("xpath(t, '//d') ?? 'none'", "\"none\""), ("xpath(t, 'count(//c)')", "2"),
    ("jsonpath([1], '$[*]')", "[1]"), ("jsonpath([], '$[*]')", "[]"),
    ("jsonpath([1], '$[0]')", "1"),
    ("jsonpath([], '$[0]') ?? 'none'", "\"none\""),
  ])
  func `the functions follow the same rule`(expression: String, value: String) async throws {
    let run = try await EngineRun(
      scenario: """
        variables: { t: <a><b>1</b><c>2</c><c>3</c></a> }
        steps: [{ step: value, set: { a: "${to_json(\(expression))}" } }]
        """,
      base: "http://127.0.0.1:1"
    )
    #expect(run.step("value")?.captures.first?.value == value, "\(run.problems)")
  }

  @Test func `xpath of several nodes says how to get a list`() async throws {
    let run = try await EngineRun(
      scenario: "steps: [{ step: it, set: { a: \"${xpath('<a><b/><b/></a>', '//b')}\" } }]",
      base: "http://127.0.0.1:1"
    )
    guard case .errored(let fault)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.message.contains("found 2 nodes"), "\(fault)")
    #expect(fault.hint?.contains("true") == true, "\(fault)")
  }

  @Test(arguments: [
    ("/", "{ json: \"$.none[*]\", default: 1 }", "[]"),
    ("/xml", "{ xml: //d, all: true, default: 1 }", "[]"),
  ])
  func `a default beside a query that gives a list is warned of`(
    path: String,
    capture: String,
    value: String
  ) async throws {
    let run = try await run(path, capture)
    #expect(run.diagnostics.map(\.message).contains { $0.contains("default is never taken") })
    #expect(run.diagnostics.map(\.severity) == [.warning])
    #expect(run.step("value")?.logs == [value])
  }

  @Test(arguments: [
    "{ json: $.a, all: true }", "{ cookie: c, all: true }", "{ text: a, all: true }",
    "{ value: \"${1}\", all: true }", "{ plist: $.a, all: false }", "{ xml: //a, all: yes }",
  ])
  func `all stands beside queries that can find several`(capture: String) async throws {
    let run = try await run("/", capture)
    #expect(run.diagnostics.count == 1, "\(run.problems)")
    let message = run.diagnostics.first?.message ?? ""
    let expected = ["all stands beside xml, html, markup, header", "true or false for all"]
    #expect(expected.contains { message.contains($0) }, "\(message)")
    #expect(run.diagnostics.first?.range?.start.line == 6)
  }
}
