import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// Loops, parallel steps and used steps, seen from the server.
@Suite(.timeLimit(.minutes(5))) struct LoopTests {
  private func targets(_ server: FixtureServer) -> [String] { server.requests.map(\.target) }

  @Test(arguments: [
    ("each: [a, b]\n    as: item\n    GET: /json?${item}", ["/json?a", "/json?b"]),
    ("repeat: 3\n    GET: /json?${loop.index}", ["/json?0", "/json?1", "/json?2"]),
    (
      "repeat: { while: \"${loop.index < 2}\", at-most: 9 }\n    GET: /json?${loop.index}",
      ["/json?0", "/json?1"]
    ),
    (
      "repeat: { while: \"${loop.index < 2}\", at-most: 2 }\n    GET: /json?${loop.index}",
      ["/json?0", "/json?1"]
    ),
    (
      "repeat: 3\n    when: ${loop.index != 1}\n    GET: /json?${loop.index}",
      ["/json?0", "/json?2"]
    ),
  ])
  func `a loop takes its turns`(step: String, expected: [String]) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: "steps:\n  - step: it\n    \(step)",
      base: server.url
    )
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(targets(server) == expected)
    await server.stop()
  }

  @Test func `a scenario whose only loop has no turns is skipped`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: "steps:\n  - step: it\n    repeat: 0\n    GET: /json",
      base: server.url
    )
    #expect(run.outcomes == [.skipped(reason: "there are no turns")], "\(run.problems)")
    #expect(targets(server).isEmpty)
    await server.stop()
  }

  @Test func `a loop without turns lets the steps after it run`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: "steps:\n  - { repeat: 0, GET: /status/500 }\n  - GET: /json",
      base: server.url
    )
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(targets(server) == ["/json"])
    await server.stop()
  }

  @Test(arguments: [("", 2), ("continue: true", 4)])
  func `a failed turn ends the loop unless it continues`(more: String, sent: Int) async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - step: it
          each: [200, 500, 201, 202]
          as: status
          GET: /status/${status}
          \(more)
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.failed])
    #expect(server.counts.requests == sent)
    #expect(run.steps.count == 1)
    await server.stop()
  }

  @Test(arguments: ["", "together: true"])
  func `collect gathers a value a turn in order, and the last turn's captures win`(
    more: String
  )
    async throws
  {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - step: it
          each: [a, b, c]
          as: item
          GET: /echo?${item}
          collect: { all: { json: $.target } }
          capture: { last: { json: $.target } }
          \(more)
        - GET: /json?${join(all, '+')}&${last}
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(targets(server).last == "/json?/echo?a%2B/echo?b%2B/echo?c&/echo?c")
    await server.stop()
  }

  @Test func `a loop may ask for what its own turns capture, with a default for the first`()
    async throws
  {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - step: it
          repeat: { while: "${(at ?? 'none') != '/echo?2'}", at-most: 9 }
          GET: /echo?${loop.index}
          capture: { at: { json: $.target } }
        - step: skipped
          when: ${at == 'never'}
          GET: /status/500
          capture: { never: { json: $.a } }
        - step: also skipped
          when: ${(never.made ?? 1) == 2}
          GET: /status/500
      teardown:
        - step: nothing to clean up
          DELETE: /orders/${never}
        - step: not needed
          DELETE: /echo?${never ?? 'none'}
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(targets(server) == ["/echo?0", "/echo?1", "/echo?2", "/echo?none"])
    #expect(run.step("nothing to clean up")?.result.word.hasPrefix("skipped") == true)
    await server.stop()
  }

  @Test func `parallel steps run at once and do not see each other's captures`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { request in
      .json("{\"at\": \"\(request.target)\"}").after(
        request.path == "/gate" ? [.gate(gate)] : []
      )
    }
    let text = """
      variables: { one: before, two: before }
      steps:
        - parallel:
            - step: one
              GET: /gate?${one}
              capture: { one: { json: $.at } }
            - step: two
              GET: /gate?${two}
              capture: { two: { json: $.at } }
        - GET: /after?${one}&${two}
      """
    async let opened: Void = {
      await gate.reached(count: 2)
      gate.open()
    }()
    let run = try await EngineRun(scenario: text, base: server.url)
    await opened
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(targets(server).last == "/after?/gate?before&/gate?before")
    await server.stop()
  }

  @Test func `used steps see their parameters, the project's variables, base and cookies alone`()
    async throws
  {
    let server = try await FixtureServer.start()
    let files = [
      "curlew.yaml": "variables: { shared: \"${uuid()}\", city: project }\n",
      "log.steps.yaml": """
      parameters: { user: required, role: guest }
      returns: [made]
      steps:
        - GET: /echo?${user}-${role}-${shared}-${city}
          capture: { made: { json: $.target }, hidden: { json: $.method } }

      """,
      "s.scenario.yaml": """
      scenario: s
      base: BASE
      variables: { city: scenario }
      steps:
        - GET: /cookies/set?jar=mine
          expect: { status: 302 }
        - use: log.steps.yaml
          with: { user: "${city}" }
          capture: { mine: "${made}" }
        - GET: /echo?${mine}&${shared}

      """,
    ]
    let run = try await EngineRun(files, base: server.url)
    #expect(run.outcomes == [.passed], "\(run.problems)")
    let requests = server.requests
    #expect(requests[1].header("Cookie") == "jar=mine")
    let parts = requests[1].query?.split(separator: "-", maxSplits: 2).map(String.init) ?? []
    #expect(parts.prefix(2) == ["scenario", "guest"])
    // The project's variable is evaluated once for the run of the scenario.
    let shared = requests[2].query?.split(separator: "&").last.map(String.init) ?? ""
    #expect(shared.count == 36)
    #expect(parts.last == "\(shared)-project")
    await server.stop()
  }

  @Test(arguments: ["${mine}", "${city}", "${token}"])
  func `used steps see nothing of the caller`(expression: String) async throws {
    let server = try await FixtureServer.start()
    let files = [
      "x.steps.yaml": "steps: [{ GET: \"/json?\(expression)\" }]\n",
      "s.scenario.yaml": """
      scenario: s
      base: BASE
      variables: { city: scenario }
      cases: [{ mine: 1 }]
      steps:
        - GET: /json
          capture: { token: { json: $.slideshow.title } }
        - use: x.steps.yaml

      """,
    ]
    let run = try await EngineRun(files, base: server.url)
    #expect(run.diagnostics.contains { $0.message.contains("unknown name") })
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test func `turns within turns draw random values of their own`() async throws {
    let server = try await FixtureServer.start()
    let files = [
      "draw.steps.yaml": "steps: [{ repeat: 3, GET: \"/json?${uuid()}\" }]\n",
      "s.scenario.yaml":
        "scenario: s\nbase: BASE\nsteps:\n  - repeat: 3\n    use: draw.steps.yaml\n",
    ]
    let folder = try TemporaryFolder("engine")
    let run = try await EngineRun(files, base: server.url, in: folder)
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(Set(targets(server)).count == 9)
    let again = try await EngineRun(files, base: server.url, in: folder)
    #expect(again.outcomes == [.passed])
    #expect(targets(server).prefix(9) == targets(server).suffix(9))
    await server.stop()
  }

  @Test func `a loop without turns gathers an empty list, and any step may capture`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - each: []
          GET: /json
          collect: { none: { json: $.slideshow } }
        - repeat: 3
          together: true
          set: { n: "${loop.index * 10}" }
          collect: { all: "${n}" }
        - parallel: [{ set: { a: 1 } }, { set: { b: 2 } }]
          capture: { both: "${a + b}", other: { value: "${env.NO_SUCH}", default: 7 } }
        - step: it
          log: "${length(none)} ${to_json(all)} ${both} ${other}"
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.step("it")?.logs == ["0 [0,10,20] 3 7"], "\(run.problems)")
    await server.stop()
  }

  @Test func `used steps see what before-all captured`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      [
        "curlew.yaml": "base: BASE\nbefore-all:\n  - GET: /json\n"
          + "    capture: { title: { json: $.slideshow.title } }\n",
        "a.scenario.yaml": "scenario: a\nsteps: [{ use: u.steps.yaml }]\n",
        "u.steps.yaml": "steps: [{ step: it, log: \"${title}\" }]\n",
      ],
      base: server.url,
      paths: ["a.scenario.yaml"]
    )
    #expect(run.steps.last?.logs == ["Sample"], "\(run.problems)")
    await server.stop()
  }

  @Test(arguments: [
    ("GET: /status/500", ScenarioReport.Outcome.skipped(reason: "known failure: broken")),
    ("set: { x: \"${env.NO_SUCH}\" }", .errored), ("GET: /json", .failed),
    (
      "GET: /json\n    when: ${1 == 2}", .skipped(reason: "its condition 1 == 2 is not true")
    ),
  ])
  func `a scenario's known failure is skipped while it fails and fails once it passes`(
    step: String,
    outcome: ScenarioReport.Outcome
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: "known-failure: broken\nsteps:\n  - \(step)",
      base: server.url
    )
    #expect(run.outcomes == [outcome], "\(run.problems)")
    await server.stop()
  }
}
