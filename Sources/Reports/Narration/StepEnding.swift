import Assertions
import RunEvents

/// How a step came to its bad end: the turn and attempt, what was exchanged, what did not hold.
struct StepEnding {
  /// How many endings of one step are reported.
  static let limit = 10

  /// The attempt; `nil` when the step sent nothing.
  var attempt: StepReport.Attempt?
  /// What did not hold; empty for a fault, unless it is one of the set-up.
  var outcomes: [AssertionOutcome]
  /// Why there is no verdict.
  var fault: StepFault?

  /// The bad endings of a step, a turn of its loop each, or the only one.
  ///
  /// - Returns: empty for a step that passed or was skipped.
  static func all(of report: StepReport) -> [StepEnding] {
    let (outcomes, fault): ([AssertionOutcome], StepFault?)
    switch report.result {
    case .passed, .skipped: return []
    case .failed(let failed): (outcomes, fault) = (failed, nil)
    case .errored(let own): (outcomes, fault) = (own.outcomes, own)
    }
    let bad = badAttempts(of: report)
    guard bad.contains(where: { $0.turn != nil }), bad.count > 1 else {
      return [StepEnding(attempt: bad.last, outcomes: outcomes, fault: fault)]
    }
    let endings = bad.map(ending)
    // A fault beside the requests, of a capture for example, is no attempt's own. What a set-up did not hold is reported with its turns.
    if let fault, fault.outcomes.isEmpty, !endings.contains(where: { $0.fault == fault }) {
      return endings + [StepEnding(attempt: nil, outcomes: [], fault: fault)]
    }
    return endings
  }

  /// The last attempts of the turns that ended badly.
  private static func badAttempts(of report: StepReport) -> [StepReport.Attempt] {
    var last: [Int?: StepReport.Attempt] = [:]
    var order: [Int?] = []
    for attempt in report.attempts {
      if last[attempt.turn] == nil { order.append(attempt.turn) }
      last[attempt.turn] = attempt
    }
    return order.compactMap { last[$0] }.filter { !$0.result.isGood }
  }

  private static func ending(_ attempt: StepReport.Attempt) -> StepEnding {
    switch attempt.result {
    case .failed(let outcomes): StepEnding(attempt: attempt, outcomes: outcomes)
    case .errored(let fault): StepEnding(attempt: attempt, outcomes: [], fault: fault)
    case .passed, .skipped: StepEnding(attempt: attempt, outcomes: attempt.assertions)
    }
  }
}
