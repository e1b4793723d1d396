import Diagnostics
import Engine
import Locks
import RunEvents
import TestSupport
import Testing

/// `retry` of a group: it is tried again until all its steps pass.
@Suite(.timeLimit(.minutes(5))) struct GroupRetryTests {
  /// A server that counts the requests of each path and shows what came late: `/list` is empty before its third reading.
  private func server() async throws -> FixtureServer {
    let counts = Locked<[String: Int]>([:])
    return try await FixtureServer.start { request in
      let count = counts.withLock { counts in
        counts[request.path, default: 0] += 1
        return counts[request.path] ?? 0
      }
      switch request.path {
      case "/list": return .json(#"{"count": \#(count), "items": \#(count < 3 ? "[]" : "[1, 2]")}"#)
      case "/never": return .status(503)
      case _: return .json(#"{"count": \#(count)}"#)
      }
    }
  }

  private func run(
    _ text: String,
    stop: StopSignal = StopSignal(),
    _ change: (inout RunOptions) -> Void = { _ in }
  ) async throws -> (EngineRun, [String]) {
    let server = try await server()
    let run = try await EngineRun(
      ["one.scenario.yaml": "scenario: one\nbase: BASE\n\(text)\n"],
      base: server.url,
      stop: stop,
      change
    )
    await server.stop()
    return (run, server.requests.map(\.path))
  }

  private static let list = """
    steps:
      - step: group
        retry: { attempts: 5, every: 1ms }
        steps:
          - { step: first, GET: /one, capture: { one: { json: $.count } } }
          - { step: list, GET: /list, capture: { items: { json: $.items } } }
          - { step: all are there, assert: { value: "${items}", count: 2 } }
          - { step: last, GET: /last }
      - { step: behind, assert: "${one == 3}" }
    """

  @Test func `the last try is the verdict, and those before it are shown`() async throws {
    let (run, paths) = try await run(Self.list)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.outcomes == [.passed])
    #expect(paths == ["/one", "/list", "/one", "/list", "/one", "/list", "/last"])
    let first = try #require(run.step("group › first"))
    #expect(first.attempts.map(\.number) == [1, 2, 3])
    #expect(first.attemptCount == 3)
    #expect(first.logs == [])
    let asserted = try #require(run.step("group › all are there"))
    #expect(asserted.result == .passed)
    #expect(asserted.attempts.map(\.result.word) == ["failed", "failed", "passed"])
    #expect(
      asserted.logs == [
        "the group was tried 3 times; this step did not pass in 2 of them: expected count 2, got 0"
      ]
    )
    #expect(run.step("group › last")?.attemptCount == 1)
    #expect(run.step("behind")?.result == .passed)
    // Each step counts once.
    #expect(run.summary.steps.passed == 5)
    #expect(run.summary.steps.failed == 0)
  }

  @Test(arguments: [
    // The policy, how often it is tried.
    ("{ attempts: 1 }", 1), ("{ attempts: 3, every: 1ms }", 3),
    ("{ attempts: \"${1 + 1}\", every: 1ms, backoff: 2 }", 2), ("{ for: 5s, every: 20s }", 1),
    ("{ for: 20s, attempts: 4, every: 1ms }", 4),
  ])
  func `a group that never passes fails with its last try`(
    retry: String,
    tries: Int
  ) async throws {
    let (run, paths) = try await run(
      """
      steps:
        - step: group
          retry: \(retry)
          steps: [{ GET: /one }, { step: never, GET: /never }, { step: rest, GET: /rest }]
        - { step: behind, log: a }
      """
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    #expect(paths.count == 2 * tries)
    let report = try #require(run.step("group › never"))
    #expect(report.result.word == "failed")
    #expect(report.attemptCount == tries)
    #expect(report.attempts.map(\.number) == Array(1...tries))
    let log = "the group was tried \(tries) times; this step did not pass in \(tries) of them"
    #expect(report.logs == (tries > 1 ? [log] : []))
    #expect(run.step("group › GET /one")?.result == .passed)
    #expect(
      run.step("group › rest")?.result.word == "skipped: a step before it did not succeed"
    )
    #expect(run.step("behind")?.result.word == "skipped: a step before it did not succeed")
    #expect(run.summary.steps.failed == 1)
  }

  @Test func `each try begins with the names as they were, and draws anew`() async throws {
    let (run, _) = try await run(
      """
      variables: { n: 0 }
      steps:
        - step: group
          retry: { attempts: 3, every: 1ms }
          steps:
            - set: { n: "${n + 1}", own: "${uuid()}" }
            - { GET: /one, capture: { tried: { json: $.count } } }
            - { step: n is one, assert: "${n == 1}" }
            - { step: third, assert: "${tried == 3}" }
        - { step: behind, assert: ["${n == 1}", "${tried == 3}"] }
      """
    )
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(run.step("group › n is one")?.attempts.allSatisfy { $0.result == .passed } == true)
  }

  @Test func `what an earlier try captured can be cleaned up when none passes`() async throws {
    let (run, paths) = try await run(
      """
      steps:
        - retry: { attempts: 2, every: 1ms }
          steps:
            - { GET: /one, capture: { tried: { json: $.count } } }
            - { step: makes, when: "${tried == 1}", set: { made: made } }
            - GET: /never
      teardown: [{ GET: "/${made}" }]
      """
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    #expect(paths.last == "/made")
  }

  @Test func `an error is tried again, too, and commands say why they failed`() async throws {
    let (run, _) = try await run(
      """
      steps:
        - step: group
          retry: { attempts: 3, every: 1ms }
          steps:
            - { GET: /one, capture: { tried: { json: $.count } } }
            - { step: odd, assert: "${if(tried == 1, 1, true)}" }
            - { step: command, exec: [sh, -c, "echo no >&2; exit ${3 - tried}"] }
      """
    ) { $0.allowsExec = true }
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(
      run.step("group › odd")?.logs == [
        "the group was tried 3 times; this step did not pass in 1 of them: "
          + "expected true or false, got 1"
      ]
    )
    #expect(
      run.step("group › command")?.logs == [
        "the group was tried 3 times; this step did not pass in 1 of them: "
          + "expected the command to exit with 0, got 1: no"
      ]
    )
  }

  @Test func `a capture of the group is a part of a try`() async throws {
    let (run, paths) = try await run(
      """
      steps:
        - retry: { attempts: 4, every: 1ms }
          steps: [{ GET: /list, capture: { items: { json: $.items } } }]
          capture: { second: "${items[1]}" }
        - assert: "${second == 2}"
      """
    )
    #expect(run.outcomes == [.passed], "\(run.problems)")
    #expect(paths == ["/list", "/list", "/list"])
  }

  @Test func `a known failure, a step that goes on and a loop meet it`() async throws {
    let (run, paths) = try await run(
      """
      steps:
        - step: known
          known-failure: SHOP-1
          retry: { attempts: 2, every: 1ms }
          steps: [{ GET: /never }]
        - step: inside
          retry: { attempts: 2, every: 1ms }
          steps: [{ GET: /never, known-failure: SHOP-2 }]
        - step: goes on
          continue: true
          retry: { attempts: 2, every: 1ms }
          steps: [{ GET: /never, continue: true }, { GET: /after }]
        - step: each
          each: [1, 2]
          retry: { attempts: 9, every: 1ms }
          steps:
            - { GET: /list, capture: { count: { json: $.count } } }
            - { step: enough, assert: "${count >= if(loop.index == 0, 2, 5)}" }
      """
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    #expect(run.step("known › GET /never")?.result.word == "skipped: known failure: SHOP-1")
    #expect(run.step("inside › GET /never")?.attemptCount == 1)
    #expect(run.step("goes on › GET /never")?.attemptCount == 2)
    #expect(paths.filter { $0 == "/after" }.count == 2)
    let enough = try #require(run.step("each › enough"))
    #expect(enough.result == .passed)
    #expect(enough.attempts.map(\.turn) == [0, 0, 1, 1, 1])
    #expect(enough.attempts.map(\.number) == [1, 2, 1, 2, 3])
  }

  @Test func `groups in groups are tried again inside out`() async throws {
    let (run, paths) = try await run(
      """
      steps:
        - step: outer
          retry: { attempts: 2, every: 1ms }
          steps:
            - step: inner
              retry: { attempts: 2, every: 1ms }
              steps: [{ GET: /list }, { GET: /never }]
      """
    )
    #expect(run.outcomes == [.failed])
    #expect(paths.count == 8)
    let report = try #require(run.step("outer › inner › GET /never"))
    #expect(report.attempts.map(\.number) == [1, 2, 3, 4])
    #expect(report.attemptCount == 4)
  }

  @Test func `many tries keep the first attempt and the latest`() async throws {
    let (run, paths) = try await run(
      "steps: [{ retry: { attempts: 120, every: 0ms }, steps: [{ step: it, GET: /never }] }]"
    )
    #expect(paths.count == 120)
    let report = try #require(run.step("it"))
    #expect(report.attemptCount == 120)
    #expect(report.attempts.count == 50)
    #expect(report.attempts.first?.number == 1)
    #expect(report.attempts.last?.number == 120)
  }

  @Test func `a time limit ends the tries, in a pause and in a step`() async throws {
    let (pause, _) = try await run(
      """
      steps:
        - timeout: 200ms
          retry: { for: 60s, every: 20s }
          steps: [{ step: it, GET: /never }]
      """
    )
    #expect(pause.outcomes == [.failed], "\(pause.problems)")
    #expect(
      pause.step("it")?.logs == ["not tried again: the step's timeout of 200ms passed"]
    )
    let (step, _) = try await run(
      """
      steps:
        - timeout: 200ms
          retry: { for: 60s, every: 1ms }
          steps: [{ step: it, wait: 20s }]
      """
    )
    #expect(step.outcomes == [.errored], "\(step.problems)")
  }

  @Test func `the end of the run ends the tries`() async throws {
    let stop = StopSignal()
    let task = Task {
      try await Task.sleep(for: .milliseconds(200))
      stop.stop(.interrupt(signal: 2))
    }
    let (run, _) = try await run(
      "steps: [{ retry: { for: 60s, every: 20s }, steps: [{ step: it, GET: /never }] }]",
      stop: stop
    )
    _ = try? await task.value
    #expect(run.outcomes == [.errored], "\(run.problems)")
    #expect(run.step("it")?.result.word == "failed")
    #expect(run.step("it")?.logs.count == 1)
  }

  @Test(arguments: [
    ("{ attempts: \"${0}\" }", "expected a number of attempts from 1 or endless, got 0"),
    ("{ attempts: \"${'x'}\" }", "expected a number of attempts from 1 or endless, got \"x\""),
    ("{ for: \"${'soon'}\" }", "expected a duration such as 500ms, got \"soon\""),
    ("{ attempts: 2, backoff: \"${0}\" }", "expected a factor from 1 to 1000, got 0"),
  ])
  func `a policy that means nothing is an error`(retry: String, message: String) async throws {
    let (run, paths) = try await run(
      "steps: [{ step: group, retry: \(retry), steps: [{ step: it, GET: /one }, { GET: /two }] }]"
    )
    #expect(run.outcomes == [.errored])
    #expect(paths == [])
    guard case .errored(let fault)? = run.step("group › it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.message == message)
    #expect(
      run.step("group › GET /two")?.result.word == "skipped: the step around it could not be run"
    )
  }

  @Test func `secrets of every try are masked`() async throws {
    let (run, _) = try await run(
      """
      steps:
        - step: group
          retry: { attempts: 3, every: 1ms }
          steps:
            - { GET: /list, capture: { count: { json: $.count } } }
            - { step: it, assert: ["${secret.key == 'x' || count == 3}"] }
      """
    ) {
      $0.secrets = ["key": "Qx7-very-secret"]
      $0.recording = .everything
    }
    #expect(run.outcomes == [.passed], "\(run.problems)")
    let all = String(describing: run.steps)
    #expect(all.contains("•••"))
    #expect(!all.contains("Qx7-very-secret"))
  }
}
