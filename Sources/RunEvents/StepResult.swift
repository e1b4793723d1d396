public import Assertions

/// How a step ended.
///
/// Failed is not errored: without a verdict nothing is said about the service.
public enum StepResult: Sendable, Hashable {
  /// Everything that was expected holds.
  case passed
  /// The response came, and some assertion does not hold.
  case failed([AssertionOutcome])
  /// No verdict was reached.
  case errored(StepFault)
  /// It was not run.
  case skipped(reason: String)

  /// Whether it neither failed nor errored.
  public var isGood: Bool {
    switch self {
    case .passed, .skipped: true
    case .failed, .errored: false
    }
  }
}
