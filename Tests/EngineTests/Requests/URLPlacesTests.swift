import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `${…}` in a URL: its value is data of the place where it stands.
@Suite(.timeLimit(.minutes(5))) struct URLPlacesTests {
  @Test(arguments: [
    ("/orders/${v}", "a/b", "/orders/a%2Fb"), ("/orders/${v}/x", "a?b#c", "/orders/a%3Fb%23c/x"),
    ("/o/${v}", "100%", "/o/100%25"), ("/o/${v}", "a%2Fb", "/o/a%252Fb"),
    ("/o/${v}", "a b+c", "/o/a%20b%2Bc"), ("/o/${v}", "ü/€", "/o/%C3%BC%2F%E2%82%AC"),
    ("/o/a-${v}.b", "-._~", "/o/a--._~.b"), ("/o/${v}", "a:b@c;d,e=f", "/o/a%3Ab%40c%3Bd%2Ce%3Df"),
    ("/o/${v}", "", "/o/"), ("/${v}/x", "", "//x"),
    ("/${v}", "/evil.example/x", "/%2Fevil.example%2Fx"),
    ("/o/${v}/x", "..", "/o/%2E%2E/x"), ("/o/${v}", ".", "/o/%2E"),
    ("/o/.${v}/x", ".", "/o/.%2E/x"),
    ("/o/${v}${v}/x", ".", "/o/%2E%2E/x"), ("/o/..${v}", "a", "/o/..a"),
    ("/o/${raw(v)}", "a/b?c=d", "/o/a/b?c=d"),
    ("/o/${ raw(v) }&e=${v}", "x?c=&", "/o/x?c=&&e=x?c%3D%26"),
    ("/s?q=${v}", "a&b", "/s?q=a%26b"), ("/s?q=${v}&p=1", "a=b+c#d", "/s?q=a%3Db%2Bc%23d&p=1"),
    ("/s?${v}=1", "a=b&c", "/s?a%3Db%26c=1"), ("/s?q=${v}", "", "/s?q="),
    ("/s?q=${v}", "%20", "/s?q=%2520"), ("/s?q=${v}", "ü", "/s?q=%C3%BC"),
    ("/s?${raw(v)}", "a=b&c=d", "/s?a=b&c=d"), ("/s?a=${raw(v)}&b=${v}", "1&2", "/s?a=1&2&b=1%262"),
    ("/s#${v}", "a?b", "/s"), ("/a${v}?x=y/${v}", "1/2", "/a1%2F2?x=y/1/2"),
    ("o/${v}", "a/b", "/o/a%2Fb"), ("o${v}/c", "a:b", "/oa%3Ab/c"),
    ("s?q=${v}", "a&b", "/s?q=a%26b"),
    ("/lit%2Feral/ü/${v}", "x", "/lit%2Feral/%C3%BC/x"),
  ])
  func `a value is percent-encoded for its place`(
    url: String,
    value: String,
    target: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let text = """
      variables: { v: '\(value)' }
      steps: [{ GET: '\(url)' }]
      """
    let run = try await EngineRun(scenario: text, base: server.url) { $0.recording = .everything }
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map(\.target) == [target])
    let shown = run.steps.first?.attempts.first?.exchange?.request.url
    #expect(shown == server.url + target)
    await server.stop()
  }

  @Test(arguments: [
    ("7", "7"), ("1.50", "1.50"), ("true", "true"), ("[1, \"a/b\"]", "%5B1%2C%22a%2Fb%22%5D"),
    ("{\"a\": 1}", "%7B%22a%22%3A1%7D"),
  ])
  func `a value that is no text is written out and encoded`(
    value: String,
    segment: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let text = """
      variables: { v: \(value) }
      steps: [{ GET: "/o/${v}" }]
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map(\.target) == ["/o/\(segment)"])
    await server.stop()
  }

  @Test(arguments: [
    ("${v}", "/a/b?c=d&e", "/a/b?c=d&e"), ("${v}/x/${w}", "/a/b", "/a/b/x/1%2F2"),
    ("${v}&w=${w}", "/a?b=c", "/a?b=c&w=1/2"), ("${v}", "a%20b", "/a%20b"),
    ("${v}/${w}", "BASE/v1", "/v1/1%2F2"), ("${v}", "BASE/v1?a=${'$'}{x}", "/v1?a=$%7Bx%7D"),
  ])
  func `a template at the start of a URL is URL text`(
    url: String,
    value: String,
    target: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let text = """
      variables: { v: "\(value.replacing("${'$'}", with: "$$"))", w: 1/2 }
      steps: [{ GET: "\(url)" }]
      """
    let run = try await EngineRun(
      ["s.scenario.yaml": "scenario: s\nbase: BASE\n\(text)\n"],
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map(\.target) == [target])
    await server.stop()
  }

  @Test func `a base and a redirect are URL text, in used files too`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/v1/a%2Fb" ? .redirect("/to/c%2Fd?e=f&g") : .json("{}")
    }
    let run = try await EngineRun(
      [
        "s.scenario.yaml": """
        scenario: s
        variables: { root: "BASE/v1" }
        base: "${root}"
        steps:
          - use: u.steps.yaml
            with: { id: a/b }

        """,
        "u.steps.yaml": """
        parameters: { id: required }
        steps:
          - GET: /${id}
            options: { follow-redirects: true }

        """,
      ],
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map(\.target) == ["/v1/a%2Fb", "/to/c%2Fd?e=f&g"])
    await server.stop()
  }

  @Test(arguments: [
    "http://${h}:PORT/x", "http://127.0.0.1:${p}/x", "http://${h}:${p}/x", "http://${hp}/x",
    "http://${hp}?y", "http://${'a@b/c'}:${'d:e'}@${hp}/x", "http://127.${rest}:PORT/x",
  ])
  func `a template in the authority takes a host and a port`(url: String) async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let text = """
      variables: { h: 127.0.0.1, p: \(server.port), hp: "127.0.0.1:\(server.port)", rest: 0.0.1 }
      steps: [{ GET: "\(url.replacing("PORT", with: "\(server.port)"))" }]
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    let request = try #require(server.requests.first)
    if url.contains("@") {
      #expect(request.header("Authorization") == "Basic YUBiL2M6ZDpl")
    }
    await server.stop()
  }

  @Test(arguments: ["a/b", "a@b", "a?b", "a#b", "a b", "a\\\\b", "a%41", "a\\nb"])
  func `a template in the authority takes nothing that ends it`(value: String) async throws {
    let text = """
      variables: { h: "\(value)" }
      steps: [{ step: one, GET: "http://${h}.example/x" }]
      """
    let run = try await EngineRun(scenario: text, base: "http://127.0.0.1:1")
    guard case .errored(let fault)? = run.step("one")?.result else {
      Issue.record("expected an error, got \(run.problems)")
      return
    }
    #expect(fault.kind == .request)
    #expect(fault.message.contains("cannot stand in the host or port of a URL"), "\(fault.message)")
    #expect(fault.range?.text == "${h}")
  }

  @Test func `a URL that begins with a brace is one`() async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let run = try await EngineRun(
      scenario: "variables: { p: '{id}/x' }\nsteps: [{ GET: \"${p}\" }]",
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: [("[http://127.0.0.1:1/a]", "a list"), ("{ href: /a }", "an object")])
  func `a URL that is not text is an error that says what it is`(
    value: String,
    kind: String
  ) async throws {
    let text = """
      variables: { link: \(value) }
      steps: [{ step: one, GET: "${link}" }]
      """
    let run = try await EngineRun(scenario: text, base: "http://127.0.0.1:1")
    guard case .errored(let fault)? = run.step("one")?.result else {
      Issue.record("expected an error, got \(run.problems)")
      return
    }
    #expect(fault.kind == .request)
    #expect(fault.message == "expected the text of a URL, got \(kind)")
    #expect(fault.range?.text == "${link}")
  }

  @Test func `a URL that starts with two slashes names its own host`() async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let host = server.url.dropFirst("http:".count)
    let run = try await EngineRun(
      scenario: "steps: [{ GET: '\(host)/x' }]",
      base: "http://127.0.0.1:1/v1"
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map(\.target) == ["/x"])
    await server.stop()
  }
}
