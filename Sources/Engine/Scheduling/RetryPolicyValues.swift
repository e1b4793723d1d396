import Documents
import RunEvents
import Scenarios

/// `retry` of a step with its values evaluated.
struct RetryPolicyValues {
  /// The time for all attempts, in seconds; `nil` without a limit.
  let duration: Double?
  private let attempts: Int?
  private let every: Double
  private let backoff: Double
  private let conditions: [RetryTemplate.Condition]?
  private let hasUntil: Bool
  private let heedsRetryAfter: Bool

  /// Evaluates a policy.
  init(_ template: RetryTemplate, in scope: StepScope) throws(StepFault) {
    duration = try Self.seconds(template.duration, in: scope)
    every = try Self.seconds(template.every, in: scope) ?? 1
    attempts = try template.attempts.map { template throws(StepFault) in
      let value = try scope.evaluate(template)
      if value == .string(Loop.endless) { return Int.max }
      guard let count = value.number?.int, count >= 1 else {
        throw StepFault(
          .expression,
          "expected a number of attempts from 1 or endless, got \(value)",
          at: template.range
        )
      }
      return count
    }
    backoff =
      try template.backoff.map { template throws(StepFault) in
        let value = try scope.evaluate(template)
        guard let factor = value.number?.double, factor >= 1, factor <= 1_000 else {
          throw StepFault(
            .expression,
            "expected a factor from 1 to 1000, got \(value)",
            at: template.range
          )
        }
        return factor
      } ?? 1
    conditions = template.conditions.map { $0.map(\.value) }
    hasUntil = template.until != nil
    heedsRetryAfter = template.heedsRetryAfter
  }

  /// Whether the time for attempts is over.
  ///
  /// - Parameter start: when the first was sent, as the monotonic clock has it.
  /// - Returns: `false` without a limit.
  func isOver(since start: Double) -> Bool {
    duration.map { WallClock.monotonic() - start >= $0 } ?? false
  }

  /// Whether the request is to be tried again after this result.
  func wantsAnother(after result: StepResult, status: Int?, until: Bool?) -> Bool {
    if hasUntil, until == true { return false }
    let isDone = hasUntil ? until == true : result == .passed
    guard !isDone else { return false }
    guard let conditions else { return true }
    return conditions.contains { condition in
      switch condition {
      case .error: status == nil
      case .status(let range): status.map(range.contains) ?? false
      case .failure: if case .failed = result { true } else { false }
      }
    }
  }

  /// How long to wait before the next attempt, in seconds; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - number: the attempt that has ended, from 1.
  ///   - elapsed: since the first attempt began, in seconds.
  ///   - retryAfter: what the server asked for, in seconds.
  /// - Returns: the pause in seconds.
  func pause(afterAttempt number: Int, elapsed: Double, retryAfter: Double?) -> Double? {
    if let attempts, number >= attempts { return nil }
    var pause = every
    for _ in 1..<max(1, min(number, 64)) {
      pause = min(pause * backoff, 86_400)
    }
    let wanted = heedsRetryAfter ? retryAfter : nil
    pause = max(pause, wanted.map { min(max(0, $0), 86_400) } ?? 0)
    // No attempt starts after the time is up.
    if let duration, elapsed + pause >= duration { return nil }
    return pause
  }

  /// Whether another attempt would have its time if the server had not asked for a later one.
  func isTooLate(afterAttempt number: Int, elapsed: Double, retryAfter: Double) -> Bool {
    pause(afterAttempt: number, elapsed: elapsed, retryAfter: retryAfter) == nil
      && pause(afterAttempt: number, elapsed: elapsed, retryAfter: nil) != nil
  }

  private static func seconds(
    _ template: TextTemplate?,
    in scope: StepScope
  ) throws(StepFault)
    -> Double?
  {
    try template.map { template throws(StepFault) in
      try scope.duration(template).duration / .seconds(1)
    }
  }
}
