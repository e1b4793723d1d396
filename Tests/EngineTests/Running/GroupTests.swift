import Diagnostics
import Engine
import Locks
import RunEvents
import TestSupport
import Testing

/// `steps`: steps that are one.
@Suite(.timeLimit(.minutes(5))) struct GroupTests {
  private func run(
    _ text: String,
    _ change: (inout RunOptions) -> Void = { _ in }
  ) async throws -> (EngineRun, [String]) {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(scenario: text, base: server.url, change)
    await server.stop()
    return (run, server.requests.map(\.target))
  }

  private func words(_ run: EngineRun) -> [String: String] {
    Dictionary(run.steps.map { ($0.step.name, $0.result.word) }) { first, _ in first }
  }

  @Test func `its steps run in order, under its name, and what they capture is known behind it`()
    async throws
  {
    let (run, targets) = try await run(
      """
      steps:
        - step: both
          steps:
            - { GET: /json?one, capture: { one: "${response.status}" } }
            - steps:
                - { step: inner, GET: "/json?two-${one}", capture: { two: "${one + 1}" } }
          capture: { sum: "${one + two}" }
        - GET: /json?${one}-${two}-${sum}
      """
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(targets == ["/json?one", "/json?two-200", "/json?200-201-401"])
    #expect(run.steps.map(\.step.name).prefix(2) == ["both › GET /json?one", "both › inner"])
    #expect(run.steps.count == 3)
    #expect(run.summary.steps.passed == 3)
  }

  @Test func `a failure skips the rest of it and what is behind it`() async throws {
    let (run, targets) = try await run(
      """
      steps:
        - step: group
          steps: [{ GET: /status/500 }, { step: rest, GET: /json }]
        - { step: after, GET: /json }
      """
    )
    #expect(run.outcomes == [.failed])
    #expect(targets == ["/status/500"])
    #expect(words(run)["group › rest"] == "skipped: a step before it did not succeed")
    #expect(words(run)["after"] == "skipped: a step before it did not succeed")
  }

  @Test func `every key of a step holds for it as a whole`() async throws {
    let (run, targets) = try await run(
      """
      steps:
        - { step: never, when: "${1 > 2}", steps: [{ GET: /json?never }] }
        - { step: goes on, continue: true, steps: [{ GET: /status/500 }, { GET: /json?not }] }
        - { step: known, known-failure: SHOP-1, steps: [{ GET: /json?a }, { GET: /status/501 }] }
        - { step: unknown, continue: true, known-failure: SHOP-1, steps: [{ log: a }, { log: b }] }
        - step: each
          each: [1, 2]
          as: n
          steps: [{ set: { twice: "${n * 2}" } }, { GET: "/json?n=${twice}" }]
          collect: { all: "${twice}" }
        - step: together
          repeat: 3
          together: true
          steps: [{ set: { own: "${loop.index}" } }, { GET: "/json?own" }, { assert: "${own == loop.index}" }]
          collect: { owns: "${own}" }
        - assert: ["${all == [2, 4]}", "${owns == [0, 1, 2]}"]
      """
    )
    let words = words(run)
    #expect(run.diagnostics.map(\.message) == [])
    #expect(words["never › GET /json?never"]?.hasPrefix("skipped: its condition") == true)
    #expect(words["goes on › GET /status/500"] == "failed")
    #expect(words["goes on › GET /json?not"] == "skipped: a step before it did not succeed")
    #expect(words["known › GET /json?a"] == "passed")
    #expect(words["known › GET /status/501"] == "skipped: known failure: SHOP-1")
    #expect(words.count { $0.key == "unknown › log" && $0.value == "failed" } <= 1)
    #expect(run.steps.last { $0.step.name == "unknown › log" }?.result.word == "failed")
    #expect(words["assert"] == "passed", "\(run.problems)")
    #expect(targets.filter { $0 == "/json?own" }.count == 3)
    #expect(targets.contains("/json?n=2") && targets.contains("/json?n=4"))
    #expect(run.outcomes == [.failed])
  }

  @Test func `a time limit bounds all of it`() async throws {
    let (run, _) = try await run(
      """
      steps:
        - step: slow
          timeout: 300ms
          steps: [{ GET: /json }, { step: long, wait: 20s }, { GET: /json?not }]
      """
    )
    #expect(run.outcomes == [.errored])
    guard case .errored(let fault)? = run.step("slow › long")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.message == "the step's timeout of 300ms passed")
    #expect(words(run)["slow › GET /json?not"]?.hasPrefix("skipped: ") == true)
  }

  @Test func `a used file in it, and it in a used file and in parallel`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      [
        "one.scenario.yaml": """
        scenario: one
        base: BASE
        steps:
          - parallel:
              - steps: [{ use: a.steps.yaml, with: { n: 1 }, capture: { a: "${made}" } }]
              - steps: [{ set: { b: 2 } }, { set: { b: "${b + 1}" } }]
          - assert: ["${a == 10}", "${b == 3}"]
        teardown:
          - steps: [{ GET: /status/500 }, { step: still, GET: /json?cleaned }]
        """,
        "a.steps.yaml": """
        parameters: { n: required }
        steps:
          - steps: [{ GET: "/json?n=${n}" }, { set: { made: "${n * 10}" } }]
        """,
      ],
      base: server.url
    )
    await server.stop()
    #expect(run.diagnostics.map(\.message) == [])
    #expect(run.step("assert")?.result == .passed, "\(run.problems)")
    // A teardown goes on after a failure, in a group too.
    #expect(run.step("still")?.result == .passed)
    #expect(server.requests.map(\.target).last == "/json?cleaned")
  }
}
