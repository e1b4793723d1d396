import Assertions
import RunEvents

/// What the tries of a group came to, leaf by leaf.
///
/// The last is the verdict. Requests and assertions of those before it are shown as attempts, the first and the latest.
struct GroupTries {
  /// A leaf in the tries before the last.
  private struct Earlier {
    var startedAt: Double
    var attempts: [StepReport.Attempt] = []
    var attemptCount = 0
    /// The highest number of an attempt, by turn.
    var numbers: [Int?: Int] = [:]
    /// In how many tries it did not pass, and why in the latest of them.
    var badCount = 0
    var reason = ""

    mutating func add(_ entry: StepLedger.Entry) {
      attempts = joined(to: entry.attempts)
      attemptCount += entry.attemptCount
      for attempt in attempts {
        numbers[attempt.turn] = max(numbers[attempt.turn] ?? 0, attempt.number)
      }
      switch entry.result {
      case .passed, .skipped: return
      case .failed(let outcomes):
        reason = outcomes.first { $0.verdict == .fails }?.message ?? ""
      case .errored(let fault): reason = fault.message
      }
      badCount += 1
    }

    /// Its attempts and those of a later try, numbered on, as many as are kept.
    func joined(to later: [StepReport.Attempt]) -> [StepReport.Attempt] {
      var all = attempts
      for var attempt in later {
        attempt.number += numbers[attempt.turn] ?? 0
        all.append(attempt)
      }
      let surplus = all.count - StepLedger.maximumAttempts
      if surplus > 0 { all.removeSubrange(1...surplus) }
      return all
    }
  }

  /// How many there were.
  private(set) var count = 0
  /// Whether another was due that the end of the run or a time limit kept from beginning.
  var isCut = false

  private let leaves: Range<Int>
  private var earlier: [Int: Earlier] = [:]
  private var last: [Int: StepLedger.Entry] = [:]

  /// Starts without a try.
  ///
  /// - Parameter leaves: those of the group, as places among the descriptions.
  init(_ leaves: Range<Int>) {
    self.leaves = leaves
  }

  /// Notes a try: it is the last so far.
  ///
  /// - Parameter ledger: the results of the leaves in it, which it hands out.
  mutating func add(_ ledger: StepLedger) {
    for (leaf, entry) in last {
      earlier[leaf, default: Earlier(startedAt: entry.startedAt)].add(entry)
    }
    last = ledger.takeAll()
    count += 1
  }

  /// Notes what all tries together came to.
  ///
  /// - Parameters:
  ///   - ledger: that of what the group is a part of.
  ///   - interruption: says why there was no further try.
  ///   - mask: masks what is logged.
  func end(in ledger: StepLedger, cutBy interruption: Interruption, _ mask: SecretMask) {
    for leaf in leaves {
      guard var entry = last[leaf] else { continue }
      if let earlier = earlier[leaf] {
        entry.startedAt = earlier.startedAt
        entry.attempts = earlier.joined(to: entry.attempts)
        entry.attemptCount += earlier.attemptCount
        if let log = log(earlier, entry.result) { entry.logs.append(mask.masking(log)) }
      }
      if isCut, !entry.result.isGood, let cause = interruption.cause {
        entry.logs.append("not tried again: \(cause.sentence)")
      }
      ledger.add(entry, to: leaf)
    }
  }

  /// The message about the tries in which a step did not pass.
  private func log(_ earlier: Earlier, _ result: StepResult) -> String? {
    let badCount = earlier.badCount + (result.isGood ? 0 : 1)
    guard badCount > 0 else { return nil }
    let text = "the group was tried \(count) times; this step did not pass in \(badCount) of them"
    return result.isGood ? "\(text): \(ValueText.cut(earlier.reason))" : text
  }
}
