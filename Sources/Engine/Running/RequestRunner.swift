import Assertions
import CurlTransport
import Diagnostics
import Documents
import RunEvents
import Scenarios

/// Runs a request step: its attempts, until its expectations hold or it is not to be tried again.
struct RequestRunner {
  let steps: StepRunner
  let step: PlannedStep
  let planned: PlannedRequest

  private var context: RunContext { steps.context }

  /// Why a step is reported as skipped whose expectations nobody looked at.
  static let ignored = "its assertions were not evaluated (--ignore-asserts)"

  /// Runs the step and notes how it ended.
  func run(_ state: inout StepState) async -> StepVerdict {
    let startedAt = context.now()
    if context.options.requests.delay > 0, await !pause() {
      return steps.cutOff(step, in: state.phase)
    }
    if planned.isRetried { return await runAttempts(&state, startedAt: startedAt) }
    let attempt = RequestAttempt(1, of: step, planned, steps, state)
    await attempt.run()
    return end(attempt, Made(attempt), startedAt: startedAt, isCut: false, &state)
  }

  /// Waits as long as the command line says before each request.
  ///
  /// - Returns: `false` when the run ended meanwhile.
  @inline(never)
  private func pause() async -> Bool {
    (try? await Task.sleep(for: .seconds(context.options.requests.delay))) != nil
  }

  // The frame of each request that waits would be 4.5 KB instead of 0.5; see `StepRunner.runLoop`.
  @inline(never)
  private func runAttempts(_ state: inout StepState, startedAt: Double) async -> StepVerdict {
    let policy: RetryPolicyValues?
    do throws(StepFault) {
      policy = try planned.request.retry.map { retry throws(StepFault) in
        try RetryPolicyValues(retry, in: steps.scope(for: step, state))
      }
    } catch {
      return steps.fail(step, error, startedAt: startedAt, in: state.phase)
    }
    var last = RequestAttempt(1, of: step, planned, steps, state)
    await last.run(within: policy?.duration)
    var made = Made(last)
    var isCut = false
    // From the moment when the first was sent.
    let clock = last.clock
    while let policy, policy.wantsAnother(after: last),
      let pause = policy.pause(
        afterAttempt: made.count,
        elapsed: WallClock.monotonic() - clock,
        retryAfter: last.retryAfter
      )
    {
      guard !Task.isCancelled, (try? await Task.sleep(for: .seconds(pause))) != nil else {
        isCut = true
        break
      }
      // The sleep may have lasted longer, and a request may wait long for its turn.
      if policy.isOver(since: clock) { break }
      let next = RequestAttempt(made.count + 1, of: step, planned, steps, state)
      await next.run(within: policy.duration, since: clock)
      if next.isLate { break }
      made.add(next)
      last = next
    }
    if !isCut, let policy, policy.wantsAnother(after: last), let wanted = last.retryAfter,
      policy.isTooLate(
        afterAttempt: made.count,
        elapsed: WallClock.monotonic() - clock,
        retryAfter: wanted
      )
    {
      made.refusal = Self.refusal(of: wanted, planned.request.retry?.duration?.source)
    }
    return end(last, made, startedAt: startedAt, isCut: isCut, &state)
  }

  /// The message about a server that asks for a time after the last one for attempts.
  private static func refusal(of seconds: Double, _ duration: String?) -> String {
    let wanted = TimeLimit.text(.seconds(min(seconds.rounded(.up), 1e9)))
    let limit = "retry.for" + (duration.map { " (\($0))" } ?? "")
    return "not tried again: Retry-After asks for \(wanted), more than is left of \(limit)"
  }

  /// The attempts that were made.
  private struct Made {
    /// How many.
    var count = 1
    /// Those that are kept: the first and the latest.
    var reports: [StepReport.Attempt]
    /// How often the transport sent requests again by itself.
    var resends: Int
    /// Why there is no other, where nobody would expect that.
    var refusal: String?

    // Inlined, the report would stand in the frame of each request that waits: 1.4 KB instead of 0.5.
    @inline(never)
    init(_ first: RequestAttempt) {
      reports = [first.report]
      resends = first.resends
    }

    mutating func add(_ next: RequestAttempt) {
      count += 1
      resends += next.resends
      reports.append(next.report)
      if reports.count > StepLedger.maximumAttempts { reports.remove(at: 1) }
    }

    /// The message about requests that went out more often than there were attempts.
    var log: String? {
      guard resends > 0 else { return nil }
      let times = resends == 1 ? "once more" : "\(resends) times more"
      return "sent \(times): the kept connection ended before an answer came"
    }
  }

  /// Notes how the step ended.
  ///
  /// - Parameters:
  ///   - last: the last attempt.
  ///   - made: all of them.
  ///   - startedAt: when the first began.
  ///   - isCut: whether another was due that the end of the run kept from beginning.
  ///   - state: gets what was captured.
  /// - Returns: the verdict on the step.
  @inline(never)
  private func end(
    _ last: RequestAttempt,
    _ made: Made,
    startedAt: Double,
    isCut: Bool,
    _ state: inout StepState
  ) -> StepVerdict {
    if isCut || last.report.result.isInterrupted {
      steps.interruption.noteCut()
      if let reason = steps.interruption.skipReason {
        steps.ledger.skip(step.leaves, reason: reason, at: startedAt)
        return .skipped
      }
    }
    if case .errored(let fault) = last.report.result, fault.kind == .missingCapture {
      return steps.fail(step, fault, startedAt: startedAt, in: state.phase)
    }
    return finish(last, made, startedAt: startedAt, isCut: isCut, &state)
  }

  private func finish(
    _ last: RequestAttempt,
    _ made: Made,
    startedAt: Double,
    isCut: Bool,
    _ state: inout StepState
  ) -> StepVerdict {
    var logs = [made.log, made.refusal].compactMap(\.self) + last.oddities
    if isCut, let cause = steps.interruption.cause {
      logs.append("not tried again: \(cause.sentence)")
    }
    var captured: [StepReport.CapturedValue] = []
    for (capture, value) in last.captures {
      state.variables.capture(capture.name.value, value)
      captured.append(
        context.captured(capture.name.value, value, isSecret: capture.secret)
      )
    }
    for (capture, value) in last.collected {
      state.variables.capture(capture.name.value, value)
    }
    let result = known(last.report.result)
    steps.ledger.record(
      step.leaves.lowerBound,
      result,
      startedAt: startedAt,
      endedAt: context.now(),
      attempts: made.reports,
      attemptCount: made.count,
      captures: captured,
      logs: logs
    )
    return StepVerdict(result)
  }

  /// A known failure that fails is skipped; one that passes fails.
  private func known(_ result: StepResult) -> StepResult {
    if result == .passed, context.options.ignoresExpectations {
      return .skipped(reason: Self.ignored)
    }
    // A loop is judged as a whole, once its turns have ended.
    guard let known = step.step.knownFailure, step.step.loop == nil else { return result }
    switch result {
    // What the end of the run cut off is no failure that is known.
    case .errored where result.isInterrupted || !known.excusesErrors: return result
    case .failed, .errored: return .skipped(reason: known.sentence)
    case .passed:
      return .failed([.unexpectedPass(of: known)])
    case .skipped: return result
    }
  }
}

extension RetryPolicyValues {
  fileprivate func wantsAnother(after last: RequestAttempt) -> Bool {
    last.isRetryable
      && wantsAnother(after: last.report.result, status: last.status, until: last.isUntilTrue)
  }
}

extension StepResult {
  /// Whether the run's end cut it off.
  var isInterrupted: Bool {
    guard case .errored(let fault) = self else { return false }
    return fault.kind == .interrupted
  }
}

extension KnownFailure {
  /// The reason that reports give for what it excuses.
  var sentence: String { "known failure: \(reason.value)" }
}

extension AssertionOutcome {
  /// A known failure that did not fail.
  static func unexpectedPass(of known: KnownFailure) -> AssertionOutcome {
    AssertionOutcome(
      verdict: .fails,
      subject: "known-failure",
      expected: "a failure",
      actual: "success",
      message: "expected to fail (\(known.reason.value)), but it passed",
      range: known.reason.range
    )
  }
}

extension PlannedRequest: PlannedAction {
  func run(
    _ step: PlannedStep,
    by steps: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    await RequestRunner(steps: steps, step: step, planned: self).run(&state)
  }
}
