import Assertions
import CurlTransport
import Diagnostics
import Documents
import RunEvents
import Scenarios
import SessionCore

/// Runs a request step: its attempts, until its expectations hold or it is not to be tried again.
struct RequestRunner {
  let steps: StepRunner
  let step: PlannedStep
  let planned: PlannedRequest

  private var context: RunContext { steps.context }

  /// One attempt and what it came to.
  private struct Outcome {
    var report: StepReport.Attempt
    var captures: [(Capture, JSONValue)] = []
    var collected: [(Capture, JSONValue)] = []
    var isRetryable = true
    var status: Int?
    var retryAfter: Double?
    /// What `until` says; `nil` without a response or without `until`.
    var isUntilTrue: Bool?
    /// What is odd about the response without being an error.
    var oddities: [String] = []
  }

  /// Runs the step and notes how it ended.
  func run(_ state: inout StepState) async -> StepVerdict {
    let startedAt = context.now()
    let policy: RetryPolicyValues?
    do throws(StepFault) {
      policy = try planned.request.retry.map { retry throws(StepFault) in
        try RetryPolicyValues(retry, in: steps.scope(for: step, state))
      }
    } catch {
      return steps.fail(step, error, startedAt: startedAt, in: state.phase)
    }
    var attempts: [StepReport.Attempt] = []
    var number = 0
    var isCut = false
    var last: Outcome
    let clock = WallClock.monotonic()
    while true {
      number += 1
      let left = policy?.timeLeft(since: clock)
      last = await attempt(number, state, timeLeft: left)
      attempts.append(last.report)
      if attempts.count > StepLedger.maximumAttempts {
        attempts.remove(at: 1)
      }
      guard let policy, last.isRetryable,
        policy.wantsAnother(
          after: last.report.result,
          status: last.status,
          until: last.isUntilTrue
        ),
        let pause = policy.pause(
          afterAttempt: number,
          elapsed: WallClock.monotonic() - clock,
          retryAfter: last.retryAfter
        )
      else { break }
      guard !Task.isCancelled, (try? await Task.sleep(for: .seconds(pause))) != nil else {
        isCut = true
        break
      }
    }
    if let reason = steps.interruption.skipReason, isCut || last.report.result.isInterrupted {
      steps.interruption.noteCut()
      steps.ledger.skip(step.leaves, reason: reason, at: startedAt)
      return .skipped
    }
    if case .errored(let fault) = last.report.result, fault.kind == .missingCapture {
      return steps.fail(step, fault, startedAt: startedAt, in: state.phase)
    }
    return finish(last, attempts, startedAt: startedAt, &state)
  }

  private func finish(
    _ last: Outcome,
    _ attempts: [StepReport.Attempt],
    startedAt: Double,
    _ state: inout StepState
  ) -> StepVerdict {
    var captured: [StepReport.CapturedValue] = []
    for (capture, value) in last.captures {
      steps.keep(value, as: capture, &state)
      captured.append(steps.captured(capture.name.value, value))
    }
    for (capture, value) in last.collected {
      steps.keep(value, as: capture, &state)
    }
    let result = known(last.report.result)
    steps.ledger.record(
      step.leaves.lowerBound,
      result,
      startedAt: startedAt,
      endedAt: context.now(),
      attempts: attempts,
      captures: captured,
      logs: last.oddities
    )
    return StepVerdict(result)
  }

  /// A known failure that fails is skipped; one that passes fails.
  private func known(_ result: StepResult) -> StepResult {
    // A loop is judged as a whole, once its turns have ended.
    guard let known = step.step.knownFailure, step.step.loop == nil else { return result }
    switch result {
    case .failed, .errored: return .skipped(reason: "known failure: \(known.value)")
    case .passed:
      return .failed([.unexpectedPass(of: known)])
    case .skipped: return result
    }
  }

  private func attempt(_ number: Int, _ state: StepState, timeLeft: Double?) async -> Outcome {
    var startedAt = context.now()
    var clock = WallClock.monotonic()
    var scope = steps.scope(for: step, state, attempt: number)
    func errored(_ fault: StepFault, _ exchange: Exchange? = nil) -> Outcome {
      var fault = context.mask.masking(fault)
      fault.range = fault.range ?? step.step.range
      return Outcome(
        report: .init(
          turn: state.turn,
          number: number,
          result: .errored(fault),
          startedAt: startedAt,
          duration: WallClock.monotonic() - clock,
          exchange: exchange
        )
      )
    }
    var request: SessionRequest
    let session: String
    let ratePlace: RequestPaces.Place?
    do throws(StepFault) {
      let builder = RequestBuilder(
        request: planned.request,
        scope: scope,
        base: state.base,
        options: context.options
      )
      let settings = try builder.settings()
      request = try builder.build(settings)
      ratePlace = settings.ratePlace
      session =
        try planned.request.session.map { template throws(StepFault) in
          try StepRunner.evaluate(template, in: scope)
        } ?? "main"
    } catch {
      var outcome = errored(error)
      outcome.isRetryable = false
      return outcome
    }
    // Waiting for one's turn is nobody's slowness: neither limits nor durations count it.
    guard await context.paces.turn(ratePlace) else {
      var outcome = errored(StepFault(steps.interruption))
      outcome.isRetryable = false
      return outcome
    }
    startedAt = context.now()
    clock = WallClock.monotonic()
    request.collectsTLSFacts = !planned.expectation.certificate.isEmpty
    if let timeLeft {
      // A running attempt is cut where the time for all of them ends.
      let own = request.transport?.timeout ?? .seconds(30)
      request.transport?.timeout = min(own, .seconds(max(0.001, timeLeft)))
    }
    let recorder = ExchangeRecorder(context: context)
    let data: SessionData
    do throws(SessionError) {
      data = try await steps.sender.send(request, session: session)
    } catch {
      let duration = WallClock.monotonic() - clock
      context.tally.countRequest(duration: duration)
      let fault = StepFault(error, interruption: steps.interruption)
      let exchange = recorder.exchange(request, failedAfter: duration)
      guard let expected = planned.expectation.error, fault.kind != .interrupted else {
        return errored(fault, exchange)
      }
      return judge(
        fault,
        against: expected,
        errored(fault, exchange),
        duration: duration
      )
    }
    let duration = WallClock.monotonic() - clock
    context.tally.count(data.metrics)
    let response = ResponseContext(
      data,
      duration: duration,
      attempt: number,
      cookies: CookieJar()
    )
    scope.response = response
    // A long body would hold up every other transfer of the loop while it is decoded.
    if response.body.count > StepRunner.lightBodyLimit {
      return await withTaskExecutorPreference(globalConcurrentExecutor) {
        look(at: response, scope, state, startedAt: startedAt, recorder)
      }
    }
    return look(at: response, scope, state, startedAt: startedAt, recorder)
  }

  /// Evaluates expectations, `until` and captures.
  private func look(
    at response: ResponseContext,
    _ scope: StepScope,
    _ state: StepState,
    startedAt: Double,
    _ recorder: ExchangeRecorder
  ) -> Outcome {
    let recordsAll = context.options.recording == .everything
    var evaluation: ExpectationEvaluator.Evaluation
    if let expected = planned.expectation.error {
      evaluation = .init()
      evaluation.count = 1
      evaluation.outcomes = [
        AssertionOutcome(
          verdict: .fails,
          subject: "error",
          expected: expected.value,
          actual: "\(response.reason) (\(response.response.status))",
          message:
            "expected the transfer to fail (\(expected.value)), got \(response.reason) (\(response.response.status))",
          range: expected.range
        )
      ]
    } else {
      // What is told of a value is cut, and a secret must be masked before.
      evaluation = context.mask.redacting {
        ExpectationEvaluator(
          expectation: planned.expectation,
          response: response,
          scope: scope,
          recordsAll: recordsAll
        ).evaluate()
      }
    }
    var fault = evaluation.fault
    var untilTrue: Bool?
    if let until = planned.request.retry?.until {
      do throws(StepFault) {
        untilTrue = try StepRunner.isTrue(until, in: scope)
      } catch {
        fault = fault ?? error
      }
    }
    var captures: [(Capture, JSONValue)] = []
    var collected: [(Capture, JSONValue)] = []
    do throws(StepFault) {
      try CaptureTaker(captures: planned.captures, scope: scope, response: response)
        .take(into: &captures)
      try CaptureTaker(captures: planned.collect, scope: scope, response: response)
        .take(into: &collected)
    } catch {
      fault = fault ?? error
    }
    // A secret that came with this response is masked in what is told of it, too.
    for (capture, value) in captures where capture.secret {
      context.mask.add(value.string ?? value.description)
    }
    var failures = evaluation.failures.map(masked)
    if let until = planned.request.retry?.until, untilTrue == false {
      failures.append(masked(Self.neverTrue(until)))
    }
    let result: StepResult
    if failures.contains(where: { $0.verdict == .fails }) {
      result = .failed(failures)
    } else if let fault {
      result = .errored(context.mask.masking(fault))
    } else {
      result = .passed
    }
    let wantsExchange = recordsAll || !result.isGood
    return Outcome(
      report: .init(
        turn: state.turn,
        number: response.attempt,
        result: result,
        startedAt: startedAt,
        duration: response.duration,
        exchange: wantsExchange ? recorder.exchange(response) : nil,
        assertions: recordsAll ? evaluation.outcomes.map(masked) : failures,
        assertionCount: evaluation.count
      ),
      captures: captures,
      collected: collected,
      status: response.response.status,
      retryAfter: response.response.headers["Retry-After"].flatMap(secondsToWait),
      isUntilTrue: untilTrue,
      oddities: response.oddities.map { context.mask.masking($0) }
    )
  }

  /// What a `Retry-After` field asks for: a number of seconds, or a date (RFC 9110 section 10.2.3).
  private func secondsToWait(_ field: String) -> Double? {
    if let seconds = Double(field), seconds.isFinite { return seconds }
    return HTTPDate.secondsSince1970(field).map { max(0, $0 - context.now()) }
  }

  /// What is told of `until` when no attempt made it true.
  private static func neverTrue(_ until: Expression) -> AssertionOutcome {
    AssertionOutcome(
      verdict: .fails,
      subject: "until",
      expected: "true",
      actual: "false",
      message: "expected \(until.source) to become true",
      range: until.range
    )
  }

  /// Whether a transfer failed the way it was meant to.
  private func judge(
    _ fault: StepFault,
    against expected: Located<String>,
    _ outcome: Outcome,
    duration: Double
  ) -> Outcome {
    var outcome = outcome
    outcome.report.assertionCount = 1
    guard expected.value != "any", expected.value != fault.kind.rawValue else {
      outcome.report.result = .passed
      return outcome
    }
    let failure = AssertionOutcome(
      verdict: .fails,
      subject: "error",
      expected: expected.value,
      actual: fault.kind.rawValue,
      message:
        "expected the transfer to fail with \(expected.value), got \(fault.kind.rawValue): \(context.mask.masking(fault.message))",
      range: expected.range
    )
    outcome.report.result = .failed([failure])
    outcome.report.assertions = [failure]
    return outcome
  }

  /// An outcome as it may be told: masked, and with a place even if it is about what no file says.
  private func masked(_ outcome: AssertionOutcome) -> AssertionOutcome {
    var masked = context.mask.masking(outcome)
    masked.range = outcome.range ?? step.step.name?.range ?? step.step.range
    return masked
  }
}

extension StepResult {
  /// Whether the run's end cut it off.
  fileprivate var isInterrupted: Bool {
    guard case .errored(let fault) = self else { return false }
    return fault.kind == .interrupted
  }
}

extension AssertionOutcome {
  /// A known failure that did not fail.
  static func unexpectedPass(of known: Located<String>) -> AssertionOutcome {
    AssertionOutcome(
      verdict: .fails,
      subject: "known-failure",
      expected: "a failure",
      actual: "success",
      message: "expected to fail (\(known.value)), but it passed",
      range: known.range
    )
  }
}
