import Locks
import RunEvents

/// Gathers the results of the leaves of a scenario's steps until they can be reported.
///
/// A leaf may run many times, in the turns of a loop around it; all of them fold into one report. Leaves that never ran are reported as skipped.
final class StepLedger: Sendable {
  /// How many attempts a report carries at most.
  static let maximumAttempts = 50

  /// The result of a leaf.
  struct Entry {
    /// What the leaf is called, where expressions say so; `nil` also when turns that are all good have different names.
    var name: String?
    var result: StepResult
    var startedAt: Double
    var endedAt: Double
    var attempts: [StepReport.Attempt] = []
    var attemptCount = 0
    var captures: [StepReport.CapturedValue] = []
    var logs: [String] = []
  }

  private let entries: Locked<[Int: Entry]>
  /// What leaves are called whose names hold expressions.
  private let names: [Int: String]

  /// Makes a ledger that has noted nothing, unless it shares the notes of another.
  init(_ entries: Locked<[Int: Entry]> = Locked([:]), names: [Int: String] = [:]) {
    self.entries = entries
    self.names = names
  }

  /// The same ledger for one turn of a step, which says what leaves are called in it.
  ///
  /// - Parameter names: by place among the descriptions; they take precedence over those of the turn around it.
  /// - Returns: what the turn notes its results in.
  func naming(_ names: [Int: String]) -> StepLedger {
    StepLedger(entries, names: self.names.merging(names) { $1 })
  }

  /// One that has noted nothing yet and calls leaves the same.
  func emptied() -> StepLedger {
    StepLedger(names: names)
  }

  /// Notes how one run of a leaf ended.
  ///
  /// - Parameters:
  ///   - leaf: its place among the descriptions.
  ///   - result: how it ended.
  ///   - startedAt: when it began, in seconds since 1970.
  ///   - endedAt: when it ended; `nil` when it took no time.
  ///   - attempts: its requests, or those of them that are kept.
  ///   - attemptCount: how many requests there were; `nil` when all are given.
  ///   - captures: what was captured.
  ///   - logs: what was logged.
  func record(
    _ leaf: Int,
    _ result: StepResult,
    startedAt: Double,
    endedAt: Double? = nil,
    attempts: [StepReport.Attempt] = [],
    attemptCount: Int? = nil,
    captures: [StepReport.CapturedValue] = [],
    logs: [String] = []
  ) {
    add(
      Entry(
        name: names[leaf],
        result: result,
        startedAt: startedAt,
        endedAt: endedAt ?? startedAt,
        attempts: attempts,
        attemptCount: attemptCount ?? attempts.count,
        captures: captures,
        logs: logs
      ),
      to: leaf
    )
  }

  /// Notes how one run of a leaf ended, beside those that were noted before.
  func add(_ entry: Entry, to leaf: Int) {
    entries.withLock { entries in
      guard var earlier = entries[leaf] else {
        entries[leaf] = entry
        return
      }
      earlier.name = Self.name(of: earlier, entry)
      earlier.result = Self.fold(earlier.result, entry.result)
      earlier.endedAt = max(earlier.endedAt, entry.endedAt)
      earlier.attemptCount += entry.attemptCount
      if earlier.attempts.count < Self.maximumAttempts {
        earlier.attempts += entry.attempts
      } else if !entry.result.isGood {
        // What fails late is worth more than what passed early.
        if let index = earlier.attempts.firstIndex(where: \.result.isGood) {
          earlier.attempts.remove(at: index)
          earlier.attempts += entry.attempts.suffix(1)
        }
      }
      earlier.captures = entry.captures.isEmpty ? earlier.captures : entry.captures
      if earlier.logs.count < Self.maximumAttempts {
        earlier.logs += entry.logs
      }
      entries[leaf] = earlier
    }
  }

  /// Hands out the results of leaves so far, by their places, and forgets it.
  func takeAll() -> [Int: Entry] {
    entries.withLock { entries in
      defer { entries = [:] }
      return entries
    }
  }

  /// Notes that leaves are skipped, those that have run before excepted.
  func skip(_ leaves: Range<Int>, reason: String, at time: Double) {
    entries.withLock { entries in
      for leaf in leaves where entries[leaf] == nil {
        entries[leaf] = Entry(
          name: names[leaf],
          result: .skipped(reason: reason),
          startedAt: time,
          endedAt: time
        )
      }
    }
  }

  /// Turns what did not pass into what is skipped: its failure was known.
  ///
  /// - Parameters:
  ///   - leaves: places among the descriptions.
  ///   - reason: why it is skipped.
  ///   - withErrors: whether what reached no verdict is skipped too.
  func excuse(_ leaves: Range<Int>, reason: String, withErrors: Bool) {
    entries.withLock { entries in
      for leaf in leaves {
        entries[leaf]?.result.excuse(reason: reason, withErrors: withErrors)
      }
    }
  }

  /// Hands out the report of a leaf, and forgets what it is made of.
  ///
  /// - Parameters:
  ///   - leaf: its place among the descriptions.
  ///   - scenario: the run of the scenario.
  ///   - description: the leaf.
  ///   - time: the present, for a leaf that never ran.
  /// - Returns: the report.
  func take(
    _ leaf: Int,
    of scenario: ScenarioDescription.ID,
    _ description: StepDescription,
    at time: Double
  ) -> StepReport {
    guard let entry = entries.withLock({ $0.removeValue(forKey: leaf) }) else {
      return StepReport(
        scenario: scenario,
        step: description,
        result: .skipped(reason: "not reached"),
        startedAt: time,
        duration: 0
      )
    }
    var step = description
    if let name = entry.name, name != step.name {
      (step.name, step.writtenName) = (name, step.name)
    }
    return StepReport(
      scenario: scenario,
      step: step,
      result: entry.result,
      startedAt: entry.startedAt,
      duration: max(0, entry.endedAt - entry.startedAt),
      attempts: entry.attempts,
      attemptCount: entry.attemptCount,
      captures: entry.captures,
      logs: entry.logs
    )
  }

  /// What two turns together are called: as the one whose result counts.
  private static func name(of first: Entry, _ second: Entry) -> String? {
    if first.name == second.name { return first.name }
    switch (first.result, second.result) {
    case (.failed, .failed):
      guard let earlier = first.name, let later = second.name, earlier.count < 100 else {
        return first.name
      }
      return earlier.hasSuffix(later) ? earlier : "\(earlier), \(later)"
    case (.errored, _), (.failed, _), (.passed, .skipped): return first.name
    case (_, .errored), (_, .failed), (.skipped, .passed): return second.name ?? first.name
    case (.passed, .passed), (.skipped, .skipped): return nil
    }
  }

  /// How two turns together ended: the worse of them.
  private static func fold(_ first: StepResult, _ second: StepResult) -> StepResult {
    switch (first, second) {
    case (.failed(let earlier), .failed(let later)):
      .failed(Array((earlier + later).prefix(maximumAttempts)))
    case (.errored, _), (.failed, _): first
    case (_, .errored), (_, .failed): second
    case (.passed, _): first
    case (_, .passed): second
    case (.skipped, .skipped): first
    }
  }
}

extension StepResult {
  /// Turns what did not pass into what is skipped.
  mutating func excuse(reason: String, withErrors: Bool) {
    switch self {
    case .failed: self = .skipped(reason: reason)
    case .errored where withErrors && !isInterrupted: self = .skipped(reason: reason)
    case .passed, .errored, .skipped: break
    }
  }
}
