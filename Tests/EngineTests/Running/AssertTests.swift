import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `assert`: what must hold, without a request.
@Suite(.timeLimit(.minutes(5))) struct AssertTests {
  private func run(
    _ text: String,
    _ change: (inout RunOptions) -> Void = { _ in }
  ) async throws -> EngineRun {
    try await EngineRun(scenario: text, base: "http://127.0.0.1:1", change)
  }

  /// The outcomes of the assertions of a step that do not hold.
  private func failures(_ report: StepReport?) -> [AssertionOutcome] {
    switch report?.result {
    case .failed(let outcomes)?: outcomes
    case .errored?: report?.attempts.last?.assertions ?? []
    case .passed?, .skipped?, nil: []
    }
  }

  private static let variables = """
    variables: { ids: [a, b, b], order: { id: 7, lines: [{ sku: ABC-1 }] }, limit: 2 }
    """

  @Test(arguments: [
    // The assertion, whether it holds.
    ("${length(ids) == 3}", true),
    ("${length(unique(ids)) == 3}", false),
    ("true", true),
    ("false", false),
    ("[\"${limit == 2}\", { value: \"${ids}\", count: 3 }]", true),
    ("[\"${limit == 2}\", { value: \"${ids}\", count: 4 }]", false),
    ("{ value: \"${ids}\", equals: [a, b, b] }", true),
    ("{ value: \"${ids}\", unordered: [b, a, b] }", true),
    ("{ value: \"${ids}\", each: { length: 1 }, count: { gte: \"${limit}\" } }", true),
    ("{ value: \"${ids}\", each: { format: uuid } }", false),
    ("{ value: \"${order}\", partial: { lines: [{ sku: ABC-1 }] } }", true),
    ("{ value: \"${order.lines[0].sku}\", matches: '^ABC' }", true),
    ("{ value: \"${order.note}\", exists: false }", true),
    ("{ value: \"${order.note}\", exists: true }", false),
    ("{ value: \"${order.note}\", equals: x }", false),
    ("{ value: \"a ${limit} b\", equals: a 2 b }", true),
    ("{ value: 5, gt: 4 }", true),
    ("{ value: null, equals: null }", true),
    ("{ value: [1, \"${limit}\"], equals: [1, 2] }", true),
    // As in JSON: a number is not its text.
    ("{ value: \"${limit}\", equals: \"2\" }", false),
    ("{ equals: 7, value: \"${order.id}\" }", true),
  ])
  func `a condition or a value with matchers holds or does not`(
    text: String,
    holds: Bool
  ) async throws {
    let run = try await run("\(Self.variables)\nsteps:\n  - step: it\n    assert: \(text)")
    #expect(run.diagnostics.map(\.message) == [])
    #expect(run.outcomes == [holds ? .passed : .failed], "\(run.problems)")
    #expect(failures(run.step("it")).isEmpty == holds)
  }

  @Test func `a failed condition says what its names stood for`() async throws {
    let run = try await run(
      "\(Self.variables)\nsteps: [{ step: it, assert: \"${length(unique(ids)) == limit + 1}\" }]"
    )
    let outcome = try #require(failures(run.step("it")).first)
    #expect(outcome.message == "expected length(unique(ids)) == limit + 1 to be true")
    #expect(outcome.range?.start.line == 4)
    let values = Dictionary(outcome.parts.map { ($0.text, $0.value) }) { first, _ in first }
    #expect(values["ids"] == #"["a","b","b"]"#)
    #expect(values["limit"] == "2")
    #expect(outcome.parts.contains { $0.value == "3" })
  }

  @Test func `matchers tell the same difference as in expect, at their place`() async throws {
    let run = try await run(
      """
      \(Self.variables)
      steps:
        - step: it
          assert:
            value: ${order}
            equals: { id: 8, lines: [{ sku: ABC-1 }] }
      """
    )
    let outcome = try #require(failures(run.step("it")).first)
    #expect(outcome.subject == "order")
    #expect(outcome.range?.start.line == 8)
    #expect(outcome.differences.map(\.path) == ["$.id"])
    #expect(outcome.differences.map(\.actual) == ["7"])
    #expect(outcome.excerpt?.hasPrefix("order is {\"id\": 7,") == true)
  }

  @Test func `all of a list are evaluated, each an assertion of its own`() async throws {
    let run = try await run(
      """
      \(Self.variables)
      steps:
        - step: it
          assert:
            - ${limit == 3}
            - ${limit == 2}
            - ${ids}
            - { value: "${ids}", count: 9 }
      """
    ) { $0.recording = .everything }
    let report = try #require(run.step("it"))
    #expect(run.outcomes == [.failed])
    #expect(failures(report).count == 3)
    #expect(report.attempts.count == 1)
    #expect(report.attempts[0].assertionCount == 4)
    #expect(report.attempts[0].assertions.map(\.holds) == [false, true, false, false])
    #expect(report.attempts[0].exchange == nil)
    #expect(run.summary.requestCount == 0)
  }

  @Test(arguments: [
    // The assertion, what the error says.
    ("${limit}", "expected true or false, got 2"),
    ("${ids}", #"expected true or false, got ["a", "b", "b"]"#),
    ("${order.lines[9].sku == 1}", "order.lines has no element 9"),
    ("{ value: \"${1 / 0}\", equals: 1 }", "zero"),
    ("{ value: \"${limit}\", gt: \"${ids}\" }", "expected a"),
    ("{ value: x, matches: \"${'('}\" }", "not a regular expression"),
  ])
  func `what is neither true nor false is an error and no verdict`(
    text: String,
    message: String
  ) async throws {
    let run = try await run(
      "\(Self.variables)\nsteps:\n  - step: it\n    assert: \(text)\n  - log: a"
    )
    #expect(run.outcomes == [.errored], "\(run.problems)")
    guard case .errored(let fault)? = run.step("it")?.result else {
      Issue.record("\(String(describing: run.step("it")?.result))")
      return
    }
    #expect(fault.message.contains(message), "\(fault.message)")
    #expect(fault.range?.start.line == 6)
    #expect(run.step("log")?.result.word == "skipped: a step before it did not succeed")
  }

  @Test func `a long value is cut`() async throws {
    let run = try await run(
      "steps: [{ step: it, assert: { value: \"${range(1, 100000)}\", count: 1 } }]"
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    let outcome = try #require(failures(run.step("it")).first)
    #expect(outcome.message.utf8.count < 1_000)
  }

  @Test func `every key of a step applies`() async throws {
    let run = try await run(
      """
      \(Self.variables)
      steps:
        - { step: when, when: "${limit > 9}", assert: false }
        - { step: known, known-failure: SHOP-1, assert: "${limit == 9}" }
        - { step: unknown, known-failure: SHOP-1, continue: true, assert: "${limit == 2}" }
        - { step: goes on, continue: true, assert: "${limit == 9}" }
        - { step: each, continue: true, each: "${ids}", as: id, assert: "${id == 'a'}" }
        - { step: repeat, continue: true, repeat: 3, assert: { value: "${loop.index}", lt: 3 } }
        - { step: captures, assert: true, capture: { twice: "${limit * 2}" } }
        - { step: sees it, assert: "${twice == 4}" }
        - parallel: [{ step: in parallel, assert: "${twice == 4}" }]
      """
    )
    let words = Dictionary(run.steps.map { ($0.step.name, $0.result.word) }) { first, _ in first }
    #expect(words["when"]?.hasPrefix("skipped: its condition") == true)
    #expect(words["known"] == "skipped: known failure: SHOP-1")
    #expect(words["unknown"] == "failed")
    #expect(words["goes on"] == "failed")
    #expect(words["each"] == "failed")
    // The loop ends where it goes on only at the end of its turns.
    #expect(run.step("each")?.attempts.map(\.turn) == [0, 1, 2])
    #expect(words["repeat"] == "passed")
    #expect(run.step("repeat")?.attemptCount == 3)
    #expect(words["captures"] == "passed")
    #expect(words["sees it"] == "passed")
    #expect(words["in parallel"] == "passed")
  }

  @Test func `it counts in set-up, teardown and the steps of another file`() async throws {
    let run = try await EngineRun([
      "1.scenario.yaml": """
      scenario: one
      steps: [{ use: a.steps.yaml, with: { number: 1 } }]
      teardown: [{ step: late, assert: false }, { step: last, assert: true }]
      """,
      "2.scenario.yaml":
        "scenario: two\nsetup: [{ step: first, assert: false }]\nsteps: [{ log: a }]\n",
      "3.scenario.yaml": """
      scenario: three
      steps: [{ when: "${1 > 2}", set: { made: 1 } }]
      teardown: [{ step: clean, assert: "${made == 1}" }]
      """,
      "a.steps.yaml":
        "parameters: { number: required }\nsteps: [{ step: inside, assert: \"${number == 1}\" }]\n",
    ])
    #expect(run.diagnostics.map(\.message) == [])
    #expect(run.outcomes.prefix(2) == [.failed, .errored], "\(run.problems)")
    #expect(run.step("a › inside")?.result == .passed)
    #expect(run.step("late")?.result.word == "failed")
    #expect(run.step("last")?.result == .passed)
    #expect(run.step("first")?.result.word == "errored")
    // Nothing was made, so there is nothing to look at.
    #expect(run.step("clean")?.result.word.hasPrefix("skipped: ") == true)
  }

  @Test func `secrets are masked in it`() async throws {
    let run = try await run(
      """
      steps:
        - step: it
          assert:
            - ${secret.key == 'other'}
            - { value: "${secret.key}", equals: other }
            - ${secret.key}
        - step: late
          continue: true
          assert: "${1 == 2}"
      """
    ) {
      $0.secrets = ["key": "Qx7-very-secret"]
      $0.recording = .everything
    }
    #expect(run.outcomes == [.failed], "\(run.problems)")
    let all = String(describing: run.steps)
    #expect(all.contains("•••"))
    #expect(!all.contains("Qx7-very-secret"))
  }

  @Test(arguments: [
    // One that holds too late, and one that the limit cuts off.
    "{ value: \"${range(1, 1000000)}\", each: { gt: 0 } }",
    "{ value: \"\(String(repeating: "x", count: 60))\", not: { matches: '^(x+x+)+[yz]$' } }",
  ])
  func `what a time limit cuts off is no verdict`(text: String) async throws {
    let run = try await run("steps:\n  - step: it\n    timeout: 1ms\n    assert: \(text)")
    #expect(run.outcomes == [.errored], "\(run.problems)")
    guard case .errored(let fault)? = run.step("it")?.result else {
      Issue.record("\(String(describing: run.step("it")?.result.word))")
      return
    }
    #expect(fault.message == "the step's timeout of 1ms passed")
    #expect(fault.kind == .timeout)
  }
}
