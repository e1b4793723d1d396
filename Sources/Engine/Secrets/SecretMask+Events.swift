import Assertions
import RunEvents

/// The events of a run, masked.
extension SecretMask {
  /// A fault with every secret in it masked.
  func masking(_ fault: StepFault) -> StepFault {
    guard !isEmpty else { return fault }
    var masked = fault
    masked.message = masking(fault.message)
    masked.hint = fault.hint.map { masking($0) }
    masked.range = fault.range.map { masking($0) }
    masked.outcomes = fault.outcomes.map { masking($0) }
    return masked
  }

  /// An outcome with every secret in it masked.
  func masking(_ outcome: AssertionOutcome) -> AssertionOutcome {
    guard !isEmpty else { return outcome }
    var masked = outcome
    masked.subject = masking(outcome.subject)
    masked.expected = masking(outcome.expected)
    masked.actual = outcome.actual.map { masking($0) }
    masked.message = masking(outcome.message)
    masked.range = outcome.range.map { masking($0) }
    masked.documentRange = outcome.documentRange.map { masking($0) }
    masked.excerpt = outcome.excerpt.map { masking($0) }
    switch outcome.verdict {
    case .errored(let reason): masked.verdict = .errored(reason: masking(reason))
    case .notEvaluated(let reason): masked.verdict = .notEvaluated(reason: masking(reason))
    case .holds, .fails, .warns: break
    }
    masked.differences = outcome.differences.map { difference in
      Difference(
        path: masking(difference.path),
        expected: masking(difference.expected),
        actual: masking(difference.actual)
      )
    }
    masked.parts = outcome.parts.map { part in
      .init(text: masking(part.text), offset: part.offset, value: masking(part.value))
    }
    return masked
  }

  /// Does something that writes messages; secrets are masked in each piece of a value before it is cut.
  func redacting<Value, Failure>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard !isEmpty else { return try work() }
    let redaction = Redaction(
      reach: reach,
      text: { self.masking($0) },
      bytes: { self.masking($0) },
      conceal: { self.add($0) }
    )
    return try redaction.during { Result { () throws(Failure) in try work() } }.get()
  }
}
