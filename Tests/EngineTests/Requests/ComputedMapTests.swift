import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// One `${…}` in the place of a map or a list: `headers`, `cookies`, `auth`, `multipart` and `expect.headers`.
@Suite(.timeLimit(.minutes(5))) struct ComputedMapTests {
  private func server() async throws -> FixtureServer {
    try await FixtureServer.start { request in
      request.path == "/captured"
        ? .json(#"{"headers": {"X-A": "1"}, "auth": {"bearer": "tok"}, "expect": {"X-Of": "a"}}"#)
        : .json("{}").adding("X-Of", "abc").adding("X-More", "m")
    }
  }

  private func run(
    _ variables: String,
    _ step: String,
    _ server: FixtureServer
  ) async throws -> EngineRun {
    let text = """
      variables: { \(variables) }
      steps:
        - { step: it, POST: /x, \(step) }
      """
    return try await EngineRun(scenario: text, base: server.url)
  }

  @Test func `headers and cookies are what the map says`() async throws {
    let server = try await server()
    let run = try await run(
      #"h: { X-One: a, X-List: [b, c], X-Number: 1.10, Accept: null, X-Plain: "$${no}" }, c: { k: v }"#,
      "headers: \"${h}\", cookies: \"${c}\"",
      server
    )
    #expect(run.hasPassed, "\(run.problems)")
    let request = try #require(server.requests.first)
    #expect(request.header("X-One") == "a" && request.headerValues("X-List") == ["b", "c"])
    #expect(request.header("X-Number") == "1.10" && request.header("Accept") == nil)
    #expect(request.header("X-Plain") == "${no}" && request.header("Cookie") == "k=v")
    await server.stop()
  }

  @Test func `defaults and a step's own maps are merged by name`() async throws {
    let server = try await server()
    for (far, near) in [
      (#""${far}""#, "{ X-A: near }"), ("{ X-A: far, X-B: far }", #""${near}""#),
      (#""${far}""#, #""${near}""#),
    ] {
      let run = try await EngineRun(
        scenario: """
          variables:
            far: { X-A: far, X-B: far }
            near: { X-A: near }
            expected: { X-OF: abc }
            wrong: { X-Of: wrong, X-More: m }
          defaults:
            headers: \(far)
            cookies: \(far)
            expect: { headers: "${wrong}" }
          steps:
            - { step: it, GET: /x, headers: \(near), cookies: \(near), expect: { headers: "${expected}" } }
            - { step: plain, GET: /x, expect: { headers: { x-of: abc } } }
          """,
        base: server.url
      )
      #expect(run.hasPassed, "\(run.problems)")
      let request = try #require(server.requests.dropLast().last)
      #expect(request.headerValues("X-A") == ["near"] && request.headerValues("X-B") == ["far"])
      let cookies = request.header("Cookie")?.split(separator: "; ").sorted()
      #expect(cookies == ["X-A=near", "X-B=far"])
    }
    await server.stop()
  }

  @Test func `a scheme and parts are read where they are computed, in every kind of step`()
    async throws
  {
    let server = try await server()
    let run = try await EngineRun(
      [
        "one.scenario.yaml": """
        scenario: one
        base: BASE
        variables:
          parts: [{ name: a, value: 1 }, { name: b, value: x, filename: b.txt, type: text/plain }]
          schemes: [{ basic: { user: ada, password: lovelace } }, none]
        steps:
          - GET: /captured
            capture: { known: { json: $ } }
          - parallel:
              - { GET: /x, auth: "${known.auth}", headers: "${known.headers}", expect: { headers: { X-Of: abc } } }
              - { POST: /x, multipart: "${parts}" }
          - { each: "${schemes}", as: scheme, GET: /each, auth: "${scheme}" }
          - { use: used.steps.yaml, with: { fields: { X-Used: "yes" } } }

        """,
        "used.steps.yaml": """
        parameters: { fields: required }
        steps: [{ GET: /used, headers: "${fields}" }]

        """,
      ],
      base: server.url,
      paths: ["one.scenario.yaml"]
    ) { $0.jobs = 1 }
    #expect(run.hasPassed, "\(run.problems)")
    let sent = server.requests
    #expect(sent.contains { $0.header("Authorization") == "Bearer tok" && $0.header("X-A") == "1" })
    let form = try #require(sent.first { !$0.text.isEmpty })
    #expect(form.text.contains(#"name="a""#) && form.text.contains(#"filename="b.txt""#))
    let each = sent.filter { $0.path == "/each" }.map { $0.header("Authorization") != nil }
    #expect(each == [true, false])
    #expect(sent.first { $0.path == "/used" }?.header("X-Used") == "yes")
    await server.stop()
  }

  @Test(arguments: [
    ("text", #"headers: "${x}""#, "expected a map for headers, got a text"),
    ("null", #"headers: "${x}""#, "expected a map for headers, got null"),
    ("[a]", #"headers: "${x}""#, "expected a map for headers, got a list"),
    ("{ A B: c }", #"headers: "${x}""#, "\"A B\" is no header name"),
    ("{ A: 1, a: 2 }", #"headers: "${x}""#, "the header \"a\" stands here a second time"),
    ("{ A: { b: c } }", #"headers: "${x}""#, "expected a text for A, got a map"),
    ("\"${range(0, 20001)}\"", #"headers: "${x}""#, "the value holds more than 10000 values"),
    ("{ A: \"b\\nc\" }", #"headers: "${x}""#, "the value of A has a line break or a NUL"),
    ("3", #"cookies: "${x}""#, "expected a map for cookies, got a number"),
    ("{ A B: c }", #"cookies: "${x}""#, "\"A B\" is no cookie name"),
    ("null", #"auth: "${x}""#, "auth takes a scheme or none, got null"),
    ("{}", #"auth: "${x}""#, "auth takes one scheme"),
    ("{ bearer: a, basic: b }", #"auth: "${x}""#, "auth takes one scheme"),
    ("{ bearrer: a }", #"auth: "${x}""#, "unknown scheme \"bearrer\""),
    ("{ basic: { user: a } }", #"auth: "${x}""#, "basic needs the key \"password\""),
    ("{ user: a, pass: b }", #"auth: { basic: "${x}" }"#, "unknown key \"pass\""),
    ("[a]", #"auth: { basic: "${x}" }"#, "basic takes a map, got a list"),
    ("{ a: { value: 1, file: b } }", #"multipart: "${x}""#, "a part has a value or a file"),
    ("[{ value: 1 }]", #"multipart: "${x}""#, "a part needs a name"),
    ("word", #"multipart: "${x}""#, "expected a list or a map for multipart, got a text"),
    ("[{ name: a, file: ../none }]", #"multipart: "${x}""#, "there is no file \"../none\""),
    ("{}", #"expect: { headers: "${x}" }"#, "the map of expected headers is empty"),
    ("[a]", #"expect: { headers: "${x}" }"#, "expected a map for headers, got a list"),
    ("{ A: { startswith: b } }", #"expect: { headers: "${x}" }"#, "unknown matcher \"startswith\""),
    ("{ A: { matches: \"(\" } }", #"expect: { headers: "${x}" }"#, "not a regular expression: ("),
  ])
  func `a value that cannot stand there is an error at its place`(
    value: String,
    key: String,
    message: String
  ) async throws {
    let server = try await server()
    let run = try await run("x: \(value)", key, server)
    #expect(run.diagnostics.isEmpty, "\(run.problems)")
    guard case .errored(let fault) = run.step("it")?.result else {
      Issue.record("expected an error: \(run.problems)")
      return
    }
    #expect(fault.message.contains(message), "\(fault.message)")
    #expect(fault.range?.text.contains("${x}") == true, "\(fault)")
    #expect(server.counts.requests == (key.hasPrefix("expect") ? 1 : 0))
    await server.stop()
  }

  @Test func `a matcher of a computed map that does not hold fails the step`() async throws {
    let server = try await server()
    let run = try await run(
      "x: { X-Of: { starts-with: abd }, X-More: m, X-None: { exists: false } }",
      #"expect: { headers: "${x}" }"#,
      server
    )
    guard case .failed(let outcomes) = run.step("it")?.result else {
      Issue.record("expected a failure: \(run.problems)")
      return
    }
    let failures = outcomes.filter { $0.verdict == .fails }
    #expect(failures.map(\.subject) == ["header X-Of"])
    #expect(failures.first?.range?.text == "\"${x}\"")
    await server.stop()
  }

  @Test(arguments: [
    #"headers: "${nme}""#, #"cookies: "${nme}""#, #"auth: "${nme}""#, #"multipart: "${nme}""#,
    #"expect: { headers: "${nme}" }"#,
  ])
  func `an unknown name is found before the run, once and at its place`(key: String) async throws {
    let run = try await EngineRun(
      scenario: "variables: { name: {} }\nsteps: [{ POST: /x, \(key) }]",
      base: "http://127.0.0.1:1"
    )
    #expect(run.diagnostics.map(\.message) == ["unknown name \"nme\""])
    #expect(run.diagnostics.first?.range?.text == "nme")
    #expect(run.diagnostics.first?.suggestion == "name")
  }

  @Test(arguments: [
    "headers: word", "headers: \"a ${name}\"", "auth: word", "multipart: \"x${name}\"",
    "expect: { headers: \"${name} \" }",
  ])
  func `a text with more than one expression stands for no map`(key: String) async throws {
    let run = try await EngineRun(
      scenario: "variables: { name: {} }\nsteps: [{ POST: /x, \(key) }]",
      base: "http://127.0.0.1:1"
    )
    #expect(run.diagnostics.count == 1, "\(run.problems)")
    #expect(run.diagnostics.first?.message.contains("got a text") == true, "\(run.problems)")
  }
}
