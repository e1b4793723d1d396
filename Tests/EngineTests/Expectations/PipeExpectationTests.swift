import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `pipe` beside matchers and in captures: the value is turned first.
@Suite(.timeLimit(.minutes(5))) struct PipeExpectationTests {
  private static func answer(_ request: FixtureRequest) -> FixtureResponse {
    let body = #"""
      {"items": [{"sku": "B"}, {"sku": "A"}], "empty": [], "when": "21.11.2026", "text": " a,b ",
       "none": null, "n": "12", "html": "caf&eacute;", "inner": "{\"id\": 7}", "bytes": "qOk="}
      """#
    switch request.path {
    case "/xml":
      return FixtureResponse(
        200,
        headers: [("Content-Type", "application/xml")],
        body: .bytes(Array("<a><b>2</b><b>1</b><c>7</c></a>".utf8))
      )
    case _:
      return FixtureResponse(
        200,
        headers: [
          ("Content-Type", "application/json"), ("Location", "/orders?id=8&id=9"), ("X-A", "one"),
          ("X-B", "1"), ("X-B", "2"), ("Set-Cookie", "c=a%20b"),
        ],
        body: .bytes(Array(body.utf8))
      )
    }
  }

  private func run(_ steps: String, _ more: String = "") async throws -> EngineRun {
    let server = try await FixtureServer.start { Self.answer($0) }
    let run = try await EngineRun(scenario: "\(more)steps:\n\(steps)\n", base: server.url)
    await server.stop()
    return run
  }

  @Test(arguments: [
    "json: { $.items: { pipe: [count], gte: 2 } }",
    "json: { $.empty: { pipe: [count], equals: 0 } }",
    "json: { '$.items[*].sku': { pipe: [sort, first], equals: A } }",
    "json: { '$.items[*].sku': { pipe: [{ join: '+' }], equals: B+A } }",
    "json: { $.text: { pipe: [trim, { split: ',' }, { nth: -1 }], equals: b } }",
    "json: { $.text: { pipe: [{ replace: [a, x] }, trim], equals: 'x,b' } }",
    "json: { $.when: { pipe: [{ date_parse: '%d.%m.%Y' }], before: '2026-11-22', format: date-time } }",
    "json: { $.n: { pipe: [to_int], between: [12, 12], type: integer } }",
    "json: { $.html: { pipe: [html_unescape], equals: café } }",
    "json: { $.inner: { pipe: [from_json, { jsonpath: $.id }], equals: 7 } }",
    "json: { $.bytes: { pipe: [base64_to_hex, { hex_decode: windows-1252 }], equals: '¨é' } }",
    "json: { '$.items[*].sku': { each: { pipe: [lower], in: [a, b] } } }",
    "json: { $.items: { not: { pipe: [count], equals: 3 } } }",
    "json: { $.n: { pipe: [{ regex: 'x(\\d)' }], exists: false } }",
    "json: { $.zz: { pipe: [{ regex: 'x' }], exists: false } }",
    "json: { $.none: { pipe: [type], equals: 'null' } }",
    "json: { equals: { items: { $is: { pipe: [count], equals: 2 } }, none: { $is: { exists: true } } }, ignore: [$.empty, $.when, $.text, $.n, $.html, $.inner, $.bytes] }",
    "headers: { Location: { pipe: [{ url_param: id }, to_int], gt: 7 } }",
    "headers: { X-A: { pipe: [count], equals: 1 }, X-B: { pipe: [count], equals: 2 } }",
    "headers: { X-B: { pipe: [last], equals: 2 } }",
    "cookies: { c: { pipe: [url_decode], equals: 'a b', attributes: { path: { pipe: [length], equals: 1 } } } }",
    "status: { pipe: [text], starts-with: '2' }", "size: { pipe: [text, length], equals: 3 }",
    "text: { pipe: [sha256], length: 64 }",
    "url: { pipe: [url_parse, { jsonpath: $.path }], equals: '/' }",
    "bytes: { length: { pipe: [type], equals: number } }",
    "json: { $.text: { pipe: [trim, { split: \"${','}\" }, { nth: \"${0 + 1}\" }], equals: \"${lower('B')}\" } }",
  ])
  func `matchers judge what a pipe gives`(expectation: String) async throws {
    let run = try await run("  - GET: /\n    expect:\n      \(expectation)")
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: [
    ("json: { $.items: { pipe: [count], gte: 3 } }", "$.items | count", "expected ≥ 3, got 2"),
    (
      "json: { $.text: { pipe: [{ split: ',' }, count], equals: 3 } }",
      "$.text | split(\",\") | count", "expected 3, got 2"
    ),
    (
      "json: { $.n: { pipe: [count], gte: 0 } }", "$.n | count",
      "expected ≥ 0, got no value; \"12\" | count: count wants a list, got a text"
    ),
    (
      "json: { $.n: { not: { pipe: [count], equals: 5 } } }", "$.n",
      "expected not 5, got no value; \"12\" | count: count wants a list, got a text"
    ),
    (
      "json: { $.text: { pipe: [to_int], exists: false } }", "$.text | to_int",
      "expected nothing, got no value; \" a,b \" | to_int: not a whole number: \" a,b \""
    ),
    (
      "json: { $.zz: { pipe: [trim], exists: false } }", "$.zz | trim",
      "expected nothing, got no value; nothing | trim: trim wants a value; $ has no member 'zz'"
    ),
    (
      "json: { $.n: { pipe: [{ regex: 'x(\\d)' }], not: { equals: 5 } } }",
      "$.n | regex(\"x(\\\\d)\")",
      "expected not 5, got nothing"
    ),
    (
      "headers: { X-B: { pipe: [trim], equals: 1 } }", "header X-B | trim",
      "expected 1, got no value; [\"1\", \"2\"] | trim: found 2 nodes: begin with first, nth, join or map"
    ),
    (
      "json: { $.n: { pipe: [{ nth: \"${'a'}\" }], exists: false } }", "$.n | nth(\"a\")",
      "expected nothing, got no value; \"12\" | nth(\"a\"): nth wants a list, got a text"
    ),
    (
      "json: { '$.items[*].sku': { each: { pipe: [lower], equals: a } } }", "$.items[*].sku",
      "expected each \"a\", got \"b\" at index 0"
    ),
  ])
  func `what does not hold shows the pipe, the value and the function`(
    expectation: String,
    subject: String,
    message: String
  ) async throws {
    let run = try await run("  - step: it\n    GET: /\n    expect:\n      \(expectation)")
    guard case .failed(let outcomes)? = run.step("it")?.result, let outcome = outcomes.first else {
      Issue.record("\(expectation): \(run.problems)")
      return
    }
    #expect(outcome.subject == subject)
    #expect(outcome.message == message)
  }

  @Test(arguments: [
    ("xml: { //b: { pipe: [sort, first], equals: 1 }, //c: { pipe: [to_int], gt: 6 } }", true),
    (
      "xml: { //z: { pipe: [count], equals: 0 }, 'count(//b)': { pipe: [text], equals: '2' } }",
      true
    ),
    ("xml: { //b: { pipe: [to_int], gt: 0 } }", false),
    ("xml: { //z: { pipe: [to_int], exists: false } }", false),
  ])
  func `a function of lists gets all nodes, any other the one`(
    expectation: String,
    holds: Bool
  ) async throws {
    let run = try await run("  - GET: /xml\n    expect:\n      \(expectation)")
    #expect(run.hasPassed == holds, "\(run.problems)")
  }

  @Test(arguments: [
    ("{ header: Location, pipe: [{ regex: \"(\\\\d+)$\" }, to_int] }", "9"),
    ("{ header: Location, match: '([?].*)', pipe: [{ url_param: id }] }", "\"8\""),
    ("{ header: X-B, pipe: [count] }", "2"), ("{ header: X-B, all: true, pipe: [last] }", "\"2\""),
    ("{ header: X-C, all: true, pipe: [count] }", "0"),
    ("{ header: X-C, pipe: [count], default: none }", "\"none\""),
    ("{ header: X-A, pipe: [{ regex: z }], default: none }", "\"none\""),
    ("{ json: '$.items[*].sku', pipe: [sort] }", "[\"A\",\"B\"]"),
    ("{ json: $.items, pipe: [{ map: $.sku }, { join: \"${'/'}\" }] }", "\"B/A\""),
    ("{ value: \"${response.json.n}\", pipe: [int] }", "12"),
    ("{ bytes: sha256, pipe: [length] }", "64"),
  ])
  func `a capture takes what its pipe gives`(capture: String, value: String) async throws {
    let run = try await run(
      """
        - GET: /
          capture: { a: \(capture) }
        - step: value
          log: "${to_json(a)}"
      """
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("value")?.logs == [value])
  }

  @Test(arguments: [
    (
      "{ json: $.n, pipe: [count] }",
      "the capture \"a\" found no value: \"12\" | count: count wants a list, got a text"
    ),
    (
      "{ json: $.n, pipe: [count], default: 1 }",
      "the capture \"a\" found no value: \"12\" | count: count wants a list, got a text"
    ),
    (
      "{ json: $.n, pipe: [{ regex: z }] }",
      "the capture \"a\" found nothing behind its pipe: give it a `default:` if it may be absent"
    ),
    (
      "{ json: $.n, pipe: [count], secret: true }",
      "the capture \"a\" found no value: what is found | count has no value"
    ),
    (
      "{ header: X-B, pipe: [to_int] }",
      "the capture \"a\" found 2 fields: add `all: true` for a list"
    ),
  ])
  func `a capture whose pipe has no value fails`(capture: String, message: String) async throws {
    let run = try await run("  - step: it\n    GET: /\n    capture: { a: \(capture) }")
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(capture): \(run.problems)")
      return
    }
    #expect(outcomes.map(\.message) == [message])
  }

  @Test func `steps without a request have pipes too`() async throws {
    let run = try await run(
      """
        - set: { list: [3, 1, 2] }
        - assert: { value: "${list}", pipe: [sort, first], equals: 1 }
        - assert: "${true}"
          capture: { n: { value: "${list}", pipe: [count] } }
        - step: value
          log: "${n}"
        - step: it
          assert: { value: "${list}", pipe: [{ nth: 9 }], equals: 1 }
      """
    )
    #expect(run.step("value")?.logs == ["3"], "\(run.problems)")
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.first?.subject == "list | nth(9)")
    #expect(outcomes.first?.message == "expected 1, got nothing")
  }

  @Test func `what a pipe makes of a secret is masked`() async throws {
    let run = try await run(
      """
        - step: first
          GET: /
          capture: { s: { json: $.html, secret: true } }
        - step: it
          GET: /
          expect: { json: { $.html: { pipe: [reverse], equals: x } } }
          continue: true
        - step: taken
          GET: /
          capture: { t: { json: $.html, pipe: [upper, reverse] } }
        - log: "${t}"
      """
    )
    let texts = run.steps.map { "\($0)" }.joined()
    for shown in ["caf&eacute;", ";etucae&fac", ";ETUCAE&FAC"] { #expect(!texts.contains(shown)) }
  }
}
