import Diagnostics
import Engine
import Locks
import RunEvents
import TestSupport
import Testing

/// What is sent for a step, seen from the server.
@Suite(.timeLimit(.minutes(5))) struct RequestSendingTests {
  @Test(arguments: [
    ("/v1", "/orders", "/v1/orders"), ("/v1/", "/orders", "/v1/orders"),
    ("", "/orders", "/orders"), ("/v1/x?q=1#f", "/orders?a=b", "/v1/x/orders?a=b"),
    ("/v1/x", "orders", "/v1/orders"), ("/v1/x/", "orders", "/v1/x/orders"),
    ("/v1/x", "?a=b", "/v1/x?a=b"), ("/v1/x", "../y", "/y"),
    ("/v1", "/a%2Fb/ü", "/v1/a%2Fb/%C3%BC"), ("/v1", "BASE/other", "/other"),
  ])
  func `the URL of a step goes under the base's path or resolves against it`(
    base: String,
    url: String,
    target: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let text = """
      scenario: s
      base: "BASE\(base)"
      steps: [{ GET: "\(url)" }]

      """
    let run = try await EngineRun(["s.scenario.yaml": text], base: server.url)
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(server.requests.map(\.target) == [target])
    await server.stop()
  }

  @Test func `a multipart body keeps its boundary through its type and its seed`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - POST: /upload
          headers: { Content-Type: multipart/form-data }
          multipart:
            - { name: a, value: "--Boundary" }
            - { name: f, file: one.scenario.yaml, type: text/x, filename: "ü\\"q.txt" }
      """
    let folder = try TemporaryFolder("engine")
    for seed in [1, 1, 2] as [UInt64] {
      let run = try await EngineRun(scenario: text, base: server.url, in: folder) { $0.seed = seed }
      #expect(run.outcomes == [.passed], "\(run.problems)")
    }
    let requests = server.requests
    let boundaries = requests.map { request in
      request.header("Content-Type")?.split(separator: "boundary=").last.map(String.init) ?? ""
    }
    #expect(boundaries[0] == boundaries[1] && boundaries[0] != boundaries[2])
    for (request, boundary) in zip(requests, boundaries) {
      #expect(request.text.hasPrefix("--\(boundary)\r\n"))
      #expect(request.text.hasSuffix("\r\n--\(boundary)--\r\n"))
      #expect(request.text.contains("name=\"a\"") && request.text.contains("scenario: one"))
    }
    await server.stop()
  }

  @Test func `each session and each scenario has a cookie jar of its own`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      scenario: s
      base: BASE
      cases: [{ who: a }, { who: b }]
      steps:
        - GET: /cookies/set?main=${who}
          expect: { status: 302 }
        - GET: /cookies/set?bob=${who}
          session: bob
          expect: { status: 302 }
        - GET: /cookies
          expect: { json: { $.cookies: { equals: { main: "${who}" } } } }
        - GET: /cookies
          session: bob
          expect: { json: { $.cookies: { equals: { bob: "${who}" } } } }
        - GET: /cookies
          session: new
          expect: { json: { $.cookies: { equals: {} } } }

      """
    let run = try await EngineRun(["s.scenario.yaml": text], base: server.url)
    #expect(run.outcomes == [.passed, .passed], "\(run.problems)")
    await server.stop()
  }

  @Test func `what before-all captured and its cookies are there in every scenario`() async throws {
    let server = try await FixtureServer.start()
    let scenario = """
      scenario: s
      base: BASE
      steps:
        - GET: /cookies?${token}
          expect: { json: { $.cookies: { equals: { all: "1" } } } }
        - GET: /cookies/set?own=1
          expect: { status: 302 }

      """
    let run = try await EngineRun(
      [
        "curlew.yaml": """
        base: BASE
        before-all:
          - GET: /cookies/set?all=1
            expect: { status: 302 }
            capture: { token: { header: Location } }
        after-all:
          - GET: /json?after

        """,
        "a.scenario.yaml": scenario, "b.scenario.yaml": scenario,
      ],
      base: server.url
    )
    #expect(run.diagnostics.isEmpty && run.outcomes.allSatisfy { $0 == .passed }, "\(run.problems)")
    #expect(run.outcomes.count == 4)
    #expect(server.requests.count { $0.target == "/cookies?/cookies" } == 2)
    #expect(server.requests.last?.target == "/json?after")
    await server.stop()
  }

  @Test func `where one scenario says a host is, no other sees`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      scenario: s
      steps:
        - GET: http://api.invalid:\(server.port)/json
      """
    let run = try await EngineRun([
      "a.scenario.yaml":
        text + "\n    options: { resolve: \"api.invalid:\(server.port):127.0.0.1\" }\n",
      "b.scenario.yaml": text + "\n",
    ]) { $0.jobs = 1 }
    #expect(run.outcomes == [.passed, .errored], "\(run.problems)")
    #expect(server.requests.map { $0.header("Host") } == ["api.invalid:\(server.port)"])
    await server.stop()
  }

  @Test(arguments: ["locks: [stock]", "serial: true"])
  func `scenarios that exclude each other never run at once`(rule: String) async throws {
    let running = Locked((now: 0, most: 0))
    let gate = Gate()
    let server = try await FixtureServer.start { request in
      running.withLock { state in
        if request.path.hasSuffix("/begin") {
          state.now += 1
          state.most = max(state.most, state.now)
        } else {
          state.now -= 1
        }
      }
      return .json("{}").after([
        request.path == "/free/begin" ? .gate(gate) : .wait(milliseconds: 3)
      ])
    }
    let text = """
      scenario: s
      base: BASE
      RULE
      cases: { matrix: { n: [1, 2, 3, 4, 5, 6] } }
      steps: [{ GET: /begin }, { GET: /end }]

      """
    let files = ["s.scenario.yaml": text.replacing("RULE", with: rule)]
    let run = try await EngineRun(files, base: server.url) { $0.jobs = 6 }
    #expect(run.outcomes.count == 6 && run.hasPassed, "\(run.problems)")
    #expect(running.withLock { $0.most } == 1)
    // The same without the rule does overlap, so the test can fail.
    let free = text.replacing("RULE\n", with: "").replacing("GET: /begin", with: "GET: /free/begin")
    async let opened: Void = {
      await gate.reached(count: 2)
      gate.open()
    }()
    let other = try await EngineRun(["s.scenario.yaml": free], base: server.url) { $0.jobs = 6 }
    await opened
    #expect(other.hasPassed, "\(other.problems)")
    #expect(running.withLock { $0.most } > 1)
    await server.stop()
  }
}
