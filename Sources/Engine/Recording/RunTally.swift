import CurlTransport
import Locks
import RunEvents
import SessionCore

/// Counts what a run comes to while it goes on.
final class RunTally: Sendable {
  private let summary = Locked(RunSummary())

  /// What was counted so far.
  var current: RunSummary { summary.withLock { $0 } }

  /// Counts the exchanges of a response.
  func count(_ metrics: SessionMetrics) {
    summary.withLock { summary in
      summary.requestCount += metrics.hops.count + metrics.resends
      // By place, for a copy of a hop counts its request and response up and down.
      for index in metrics.hops.indices {
        summary.connectionCount += metrics.hops[index].transfer.connectionsOpened
        summary.latencies.record(Double(metrics.hops[index].transfer.total) / 1e6)
      }
    }
  }

  /// Counts a request that got no whole response.
  ///
  /// - Parameter resends: how often the transport sent it again by itself.
  func countRequest(resends: Int) {
    summary.withLock { $0.requestCount += 1 + resends }
  }

  /// Counts the steps of a scenario.
  func add(_ steps: RunSummary.Counts) {
    summary.withLock { summary in
      summary.steps.passed += steps.passed
      summary.steps.failed += steps.failed
      summary.steps.errored += steps.errored
      summary.steps.skipped += steps.skipped
    }
  }

  /// Counts that `before-all` or `after-all` did not succeed.
  func countFailureOutside() {
    summary.withLock { $0.failedOutsideCount += 1 }
  }

  /// Counts a scenario.
  ///
  /// - Returns: how many have failed or errored so far.
  func count(_ outcome: ScenarioReport.Outcome) -> Int {
    summary.withLock { summary in
      summary.scenarios.count(outcome)
      return summary.scenarios.failed + summary.scenarios.errored
    }
  }
}
