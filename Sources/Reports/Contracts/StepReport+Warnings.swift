import Assertions
import RunEvents

extension StepReport {
  /// What does not hold of the step and only warns, each rule once with how often; those of its last attempts come last.
  var warnings: [(outcome: AssertionOutcome, count: Int)] {
    var found: [(outcome: AssertionOutcome, count: Int)] = []
    var places: [String: Int] = [:]
    func add(_ outcomes: [AssertionOutcome]) {
      for outcome in outcomes where outcome.isWarning {
        let rule = outcome.rule
        if let place = places[rule] {
          found[place].count += 1
        } else {
          places[rule] = found.count
          found.append((outcome, 1))
        }
      }
    }
    // Those of the result where none were kept.
    for attempt in attempts {
      add(attempt.assertions.isEmpty ? attempt.result.outcomes : attempt.assertions)
    }
    // What a step without attempts, or one whose attempts are not kept, came to.
    if found.isEmpty { add(result.outcomes) }
    return found
  }
}

extension StepResult {
  /// The assertions that it names.
  fileprivate var outcomes: [AssertionOutcome] {
    switch self {
    case .failed(let outcomes): outcomes
    case .errored(let fault): fault.outcomes
    case .passed, .skipped: []
    }
  }
}

extension AssertionOutcome {
  /// The same text for outcomes of one rule: the place in the contract, the part of it and what it asks for.
  ///
  /// The value does not count. Several members that are missing share a place.
  var rule: String {
    guard let documentRange else { return "\(subject)\n\(message)" }
    return "\(documentRange)\n\(subject)\n\(expected)"
  }
}
