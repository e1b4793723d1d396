import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `auth: none`, and credentials whose value is made on the way.
@Suite(.timeLimit(.minutes(5))) struct AuthNoneTests {
  @Test func `none switches off what a step inherits, at every level`() async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let run = try await EngineRun(
      [
        "curlew.yaml": """
        base: BASE
        defaults: { auth: { bearer: project } }

        """,
        "a.scenario.yaml": """
        scenario: a
        steps:
          - GET: /a1
          - GET: /a2
            auth: none

        """,
        "b.scenario.yaml": """
        scenario: b
        defaults: { auth: none }
        steps:
          - GET: /b1
          - GET: /b2
            auth: { bearer: own }
          - use: u.steps.yaml

        """,
        "u.steps.yaml": """
        defaults: { auth: none }
        steps: [{ GET: /u1 }, { GET: /u2, auth: { bearer: used } }]

        """,
      ],
      base: server.url
    ) { $0.jobs = 1 }
    #expect(run.hasPassed, "\(run.problems)")
    let sent = server.requests.map { "\($0.path) \($0.header("Authorization") ?? "-")" }
    #expect(
      sent.sorted() == [
        "/a1 Bearer project", "/a2 -", "/b1 -", "/b2 Bearer own", "/u1 -", "/u2 Bearer used",
      ]
    )
    await server.stop()
  }

  @Test func `logging in does without the token that the other steps inherit`() async throws {
    let server = try await FixtureServer.start { _ in .json(#"{"token": "t1"}"#) }
    let text = """
      defaults: { auth: { bearer: "${token}" } }
      steps:
        - POST: /login
          auth: none
          capture: { token: { json: $.token } }
        - GET: /orders
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("Authorization") } == [nil, "Bearer t1"])
    await server.stop()
  }

  @Test func `steps that before-all uses see what it has captured, as those of scenarios do`()
    async throws
  {
    let server = try await FixtureServer.start { _ in .json(#"{"token": "t1"}"#) }
    let run = try await EngineRun(
      [
        "curlew.yaml": """
        base: BASE
        defaults: { auth: { bearer: "${token}" } }
        before-all:
          - use: login.steps.yaml
            capture: { token: "${answer}" }
          - use: orders.steps.yaml
          - parallel:
              - use: orders.steps.yaml
              - GET: /plain

        """,
        "login.steps.yaml": """
        steps:
          - POST: /login
            auth: none
            capture: { answer: { json: $.token } }

        """,
        "orders.steps.yaml": "steps: [{ GET: \"/orders\", headers: { X-Token: \"${token}\" } }]\n",
        "a.scenario.yaml": "scenario: a\nsteps: [{ use: orders.steps.yaml }]\n",
      ],
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    let sent = server.requests.map { "\($0.path) \($0.header("Authorization") ?? "-")" }.sorted()
    #expect(
      sent == [
        "/login -", "/orders Bearer t1", "/orders Bearer t1", "/orders Bearer t1",
        "/plain Bearer t1",
      ]
    )
    await server.stop()
  }

  @Test(arguments: [
    ("- POST: /login\n    capture: { token: { json: $.token } }", true),
    ("- POST: /login\n    auth: none\n    capture: { token: { json: $.token } }", false),
    (
      "- POST: /login\n    headers: { Authorization: null }\n    capture: { token: { json: $.token } }",
      false
    ),
    (
      "- POST: /login\n    auth: none\n    capture: { token: { json: $.token } }\n  - GET: /x",
      false
    ),
    (
      "- GET: /x\n  - POST: /login\n    auth: none\n    capture: { token: { json: $.token } }", true
    ),
    ("- parallel: [{ GET: /x }]\n  - set: { token: a }", true),
    ("- set: { token: a }\n  - parallel: [{ GET: /x }]", false),
    ("- GET: /x\n    when: ${false}\n  - set: { token: a }", false),
  ])
  func `a default that before-all itself has no value for yet is a mistake of the file`(
    steps: String,
    isMistake: Bool
  ) async throws {
    let server = try await FixtureServer.start { _ in .json(#"{"token": "t1"}"#) }
    let run = try await EngineRun(
      [
        "curlew.yaml": """
        base: BASE
        defaults: { auth: { bearer: "${token}" } }
        before-all:
          \(steps)

        """,
        "a.scenario.yaml": "scenario: a\nsteps: [{ GET: /a }]\n",
      ],
      base: server.url
    )
    let errors = run.diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty == !isMistake, "\(run.problems)")
    if isMistake {
      #expect(errors.first?.message == "\"token\" has no value yet when before-all sends this")
      #expect(errors.first?.hint?.contains("auth: none") == true)
      #expect(server.requests.isEmpty)
    } else {
      #expect(run.hasPassed, "\(run.problems)")
    }
    await server.stop()
  }

  @Test(arguments: [
    ("setup: [{ POST: /login, capture: { token: { json: $.token } } }]", true),
    ("setup: [{ POST: /login, auth: none, capture: { token: { json: $.token } } }]", false),
    ("setup: [{ set: { token: a } }]", false), ("variables: { token: a }", false),
    ("cases: [{ token: a }]\nsetup: [{ GET: /, capture: { token: { json: $.token } } }]", false),
    (
      "setup: [{ repeat: 2, steps: [{ GET: /x }, { set: { token: a } }] }]", true
    ),
    ("setup: [{ GET: /x, each: [a], as: token }, { set: { token: a } }]", false),
    ("setup: [{ GET: /x, when: \"${false}\" }, { set: { token: a } }]", false),
    ("setup: [{ set: { token: a } }]\nteardown: [{ GET: /x }]", false),
  ])
  func `a default that a step of the scenario has no value for yet is a mistake of the file`(
    beginning: String,
    isMistake: Bool
  ) async throws {
    let server = try await FixtureServer.start { _ in .json(#"{"token": "t1"}"#) }
    for isOfProject in [false, true] {
      let defaults = "defaults: { auth: { bearer: \"${token}\" } }"
      let run = try await EngineRun(
        [
          "curlew.yaml": "base: BASE\n\(isOfProject ? defaults : "")\n",
          "a.scenario.yaml":
            "scenario: a\n\(isOfProject ? "" : defaults)\n\(beginning)\nsteps: [{ GET: /a }]\n",
        ],
        base: server.url
      )
      let errors = run.diagnostics.filter { $0.severity == .error }
      #expect(errors.isEmpty == !isMistake, "\(run.problems)")
      if isMistake {
        #expect(errors.first?.message == "\"token\" has no value yet when this is sent")
        #expect(errors.first?.hint?.contains("auth: none") == true)
        #expect(server.requests.isEmpty)
      } else {
        #expect(run.hasPassed, "\(run.problems)")
      }
    }
    await server.stop()
  }

  @Test(arguments: [
    ("auth: nome", "did you mean \"none\"?"), ("auth: { none: true }", "write auth: none"),
  ])
  func `what is nearly none is a mistake with the word`(auth: String, hint: String) async throws {
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /a, \(auth) }]",
      base: "http://127.0.0.1:1"
    )
    let found = try #require(run.diagnostics.first)
    let advice = found.suggestion.map { "did you mean \"\($0)\"?" } ?? found.hint
    #expect(advice == hint, "\(found)")
  }
}
