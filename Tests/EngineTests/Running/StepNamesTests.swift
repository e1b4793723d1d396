import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// Names of steps that hold expressions.
@Suite(.timeLimit(.minutes(5))) struct StepNamesTests {
  private static let used = [
    "show.steps.yaml": """
    parameters: { user: ada }
    steps:
      - step: show ${user}
        GET: /echo
      - GET: /echo?second

    """
  ]

  @Test func `row, variables, elements, turns and parameters stand in the names of reports`()
    async throws
  {
    let server = try await FixtureServer.start()
    let scenario = """
      scenario: s
      base: BASE
      variables: { size: 3, token: "${secret.KEY}" }
      cases: [{ row: first }]
      steps:
        - step: ${row} of ${size}
          GET: /echo
        - step: look at ${sku}
          each: [A, B]
          as: sku
          GET: /echo
        - step: look once at ${sku}
          each: [C]
          as: sku
          GET: /echo
        - step: turn ${loop.index}
          repeat: 2
          GET: /status/${200 + loop.index * 300}
          continue: true
        - use: show.steps.yaml
          with: { user: grace }
        - step: as ${row}
          use: show.steps.yaml
        - parallel:
            - step: left ${row}
              wait: 1ms
            - step: with ${token}
              wait: 1ms
        - step: fails
          GET: /status/500
        - step: not reached ${row}
          wait: 1ms
        - step: neither is ${sku}
          each: [A]
          as: sku
          wait: 1ms
        - step: ${''}
          wait: 1ms

      """
    let run = try await EngineRun(
      Self.used.merging(["s.scenario.yaml": scenario]) { $1 },
      base: server.url
    ) { options in
      options.jobs = 1
      options.secrets["KEY"] = "geheim-123"
    }
    #expect(run.diagnostics.map(\.message) == [])
    #expect(
      run.steps.map(\.step.name) == [
        "first of 3", "look at ${sku}", "look once at C", "turn 1", "show › show grace",
        "show › GET /echo?second", "as first › show ada", "as first › GET /echo?second",
        "left first", "with •••", "fails", "not reached first", "neither is ${sku}", "${''}",
      ],
      "\(run.problems)"
    )
    let written = run.steps.map { $0.step.writtenName ?? $0.step.name }
    #expect(written[0] == "${row} of ${size}" && written[3] == "turn ${loop.index}")
    await server.stop()
  }

  @Test func `steps of a group that is not run have their names`() async throws {
    let run = try await EngineRun(
      scenario: """
        variables: { x: one, y: two }
        steps:
          - step: left ${x}
            when: ${x == 'two'}
            steps:
              - { step: "inner ${y}", log: a }
              - { step: "deep ${y}", steps: [{ step: leaf, log: b }] }
              - { step: "turn ${loop.index}", repeat: 2, log: c }
        """,
      base: "http://127.0.0.1:1"
    )
    #expect(
      run.steps.map(\.step.name) == [
        "left one › inner two", "left one › deep two › leaf", "left ${x} › turn ${loop.index}",
      ]
    )
  }

  @Test func `turns that fail are named together, in order`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: """
        steps:
          - step: status ${code}
            each: [200, 500, 200, 404]
            as: code
            continue: true
            GET: /status/${code}
          - step: at once ${code}
            each: [500, 200, 404]
            as: code
            together: true
            continue: true
            GET: /status/${code}
        """,
      base: server.url
    )
    #expect(run.steps.first?.step.name == "status 500, status 404")
    #expect(Set(run.steps[1].step.name.split(separator: ", ")) == ["at once 500", "at once 404"])
    await server.stop()
  }

  @Test func `a name that cannot be computed is an error of the step`() async throws {
    let run = try await EngineRun([
      "s.scenario.yaml":
        "scenario: s\nvariables: { a: x }\nsteps: [{ step: \"${int(a)}\", wait: 1ms }, { wait: 2ms }]\n"
    ])
    #expect(run.outcomes == [.errored])
    #expect(run.steps.map(\.step.name) == ["${int(a)}", "wait 2ms"])
    guard case .errored(let fault) = run.steps[0].result else {
      Issue.record("\(run.steps[0].result)")
      return
    }
    #expect(fault.kind == .expression && fault.range?.start.line == 3)
  }

  @Test func `a long name is cut, and lines stay out of it where reports show it`() async throws {
    let text = String(repeating: "é", count: 100_000)
    let run = try await EngineRun([
      "long.txt": text,
      "s.scenario.yaml":
        "scenario: s\nvariables: { a: \"${file('long.txt')}\" }\nsteps: [{ step: \"${a}\", wait: 1ms }]\n",
    ])
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(run.steps.first?.step.name == String(repeating: "é", count: 199) + "…")
  }
}
