import Engine
import Locks
import RunEvents
import TestSupport
import Testing

/// A run that ends early at each of its moments: between steps, in loops, in what comes first and last.
@Suite(.timeLimit(.minutes(5))) struct StopMomentTests {
  /// No step of it can be cut off while it runs, so each cut falls between two of them.
  private static let scenario = """
    scenario: one
    setup:
      - log: first
      - set: { a: 1 }
    steps:
      - log: second
      - log: ${loop.index}
        repeat: 3
      - parallel:
          - log: left
          - log: right
      - use: two.steps.yaml
      - log: last
    teardown:
      - step: clean
        log: clean

    """

  private func run(
    stoppedAt moment: Int,
    _ reason: StopSignal.Reason
  ) async throws -> (EngineRun, calls: Int) {
    let stop = StopSignal()
    let calls = Locked(0)
    let run = try await EngineRun(
      [
        "one.scenario.yaml": Self.scenario,
        "two.steps.yaml": "steps: [{ log: third }, { log: fourth }]\n",
      ],
      paths: ["one.scenario.yaml"],
      stop: stop
    ) { options in
      // The clock is asked before and after each step, by the scenario's own task.
      options.now = {
        let call = calls.withLock { count in
          count += 1
          return count
        }
        if call == moment { stop.stop(reason) }
        return 0
      }
    }
    return (run, calls.withLock { $0 })
  }

  @Test(arguments: [.interrupt(signal: 2), .timeout, .failFast] as [StopSignal.Reason])
  func `the verdict is that of the steps, and the teardown runs`(
    reason: StopSignal.Reason
  ) async throws {
    let (whole, moments) = try await run(stoppedAt: 0, reason)
    #expect(whole.outcomes == [.passed], "\(whole.problems)")
    var seen: Set<String> = []
    for moment in 1...moments {
      let (run, _) = try await run(stoppedAt: moment, reason)
      let words = run.steps.map(\.result.word)
      seen.insert(run.outcomes[0].name)
      switch run.outcomes[0] {
      case .passed:
        #expect(words.allSatisfy { $0 == "passed" }, "\(moment): \(words)")
      case .errored:
        // Where it was cut off says why there is no verdict.
        #expect(run.faults == [reason.sentence], "\(moment): \(run.problems)")
      case .notRun(let why):
        #expect(why == reason.sentence)
        #expect(!words.contains("errored"), "\(moment): \(words)")
      case .failed, .skipped, .flaky:
        Issue.record("\(moment): \(run.outcomes)")
      }
      let hasBegun = words.contains("passed") || words.contains("errored")
      #expect((words.last == "passed") == hasBegun, "\(moment): \(words)")
    }
    let possible: Set = ["passed", "not run"]
    #expect(seen == (reason == .failFast ? possible : possible.union(["errored"])))
  }
}

extension EngineRun {
  /// What is told of the steps without a verdict, each sentence once.
  fileprivate var faults: Set<String> {
    Set(
      steps.compactMap { step in
        guard case .errored(let fault) = step.result else { return nil }
        return fault.message
      }
    )
  }
}
