import Assertions
import CurlTransport
import Documents
import RunEvents
import Scenarios
import SessionCore

/// One attempt of a request step, and what it came to: built, sent, looked at.
///
/// An object, so that each of thousands that wait at once is held in one piece, not in the frames of every function that waits for it.
final class RequestAttempt {
  /// What reports are told.
  private(set) var report: StepReport.Attempt
  private(set) var captures: [(Capture, JSONValue)] = []
  private(set) var collected: [(Capture, JSONValue)] = []
  /// Whether it may be tried again at all.
  private(set) var isRetryable = true
  private(set) var status: Int?
  private(set) var retryAfter: Double?
  /// What `until` says; `nil` without a response or without `until`.
  private(set) var isUntilTrue: Bool?
  /// What is odd about the response without being an error.
  private(set) var oddities: [String] = []

  private let steps: StepRunner
  private let step: PlannedStep
  private let planned: PlannedRequest
  private let base: String?
  private var scope: StepScope
  private var response: ResponseContext?
  private var clock = WallClock.monotonic()
  /// Whether the time for all attempts ends before that of the request itself.
  private var isCutByRetry = false

  private var context: RunContext { steps.context }
  private var recorder: ExchangeRecorder { ExchangeRecorder(context: context) }

  /// An attempt that has not begun.
  @inline(never)
  init(
    _ number: Int,
    of step: PlannedStep,
    _ planned: PlannedRequest,
    _ steps: StepRunner,
    _ state: StepState
  ) {
    self.steps = steps
    self.step = step
    self.planned = planned
    base = state.base
    scope = steps.scope(for: step, state, attempt: number)
    report = StepReport.Attempt(
      turn: state.turn,
      number: number,
      result: .passed,
      startedAt: steps.context.now(),
      duration: 0
    )
  }

  /// Makes the attempt.
  ///
  /// - Parameter timeLeft: for all attempts, in seconds; `nil` without limit.
  func run(timeLeft: Double?) async {
    guard let sending = prepare(timeLeft) else { return }
    // Waiting for one's turn is nobody's slowness: neither limits nor durations count it.
    if !context.paces.areFree(for: sending.ratePlace) {
      guard await context.paces.turn(sending.ratePlace) else { return giveUp() }
    }
    begin()
    do throws(SessionError) {
      take(try await steps.sender.send(sending), read: sending.body)
    } catch {
      return fail(error, sending)
    }
    // A long body would hold up every other transfer of the loop while it is decoded.
    if hasLongBody {
      await withTaskExecutorPreference(globalConcurrentExecutor) { lookWithinLimits() }
    } else {
      lookWithinLimits()
    }
  }

  /// Looks at the response until a time limit passes or the run ends; what was given up then is no verdict.
  @inline(never)
  private func lookWithinLimits() {
    let limit = steps.interruption.workLimit(context.stop)
    WorkLimit.$current.withValue(limit) { look() }
    guard limit.hasCut else { return }
    var fault = StepFault(steps.interruption)
    fault.range = step.step.range
    report.result = .errored(context.mask.masking(fault))
    report.exchange = report.exchange ?? response.map { recorder.exchange($0) }
    isRetryable = false
  }

  private var hasLongBody: Bool { (response?.body.count ?? 0) > StepRunner.lightBodyLimit }

  @inline(never)
  private func prepare(_ timeLeft: Double?) -> SendingRequest? {
    do throws(StepFault) {
      let builder = RequestBuilder(
        planned: planned,
        scope: scope,
        base: base
      )
      let settings = try builder.settings()
      var request = try builder.build(settings)
      request.collectsTLSFacts = !planned.expectation.certificate.isEmpty
      if let timeLeft {
        // A running attempt is cut where the time for all of them ends.
        let own = request.transport?.timeout ?? .seconds(30)
        let left = Duration.seconds(max(0.001, timeLeft))
        isCutByRetry = left < own
        request.transport?.timeout = min(own, left)
      }
      let session =
        try planned.request.session.map { template throws(StepFault) in
          try StepRunner.evaluate(template, in: scope)
        } ?? "main"
      let body = planned.streamedBody(in: scope, masking: context.mask)
      request.bodyReader = body
      return SendingRequest(
        request: request,
        session: session,
        ratePlace: settings.ratePlace,
        body: body
      )
    } catch {
      end(error)
      isRetryable = false
      return nil
    }
  }

  /// The run ended before the request had its turn.
  @inline(never)
  private func giveUp() {
    end(StepFault(steps.interruption))
    isRetryable = false
  }

  @inline(never)
  private func begin() {
    report.startedAt = context.now()
    clock = WallClock.monotonic()
  }

  /// No verdict was reached.
  private func end(_ fault: StepFault, _ exchange: Exchange? = nil) {
    var fault = fault
    fault.range = fault.range ?? step.step.range
    report.result = .errored(context.mask.masking(fault))
    report.duration = WallClock.monotonic() - clock
    report.exchange = exchange
  }

  /// There is no response: an error, unless that is what must be.
  @inline(never)
  private func fail(_ error: SessionError, _ sending: SendingRequest) {
    let duration = WallClock.monotonic() - clock
    context.tally.countRequest(duration: duration)
    var fault = StepFault(error, interruption: steps.interruption)
    if isCutByRetry, fault.kind == .timeout {
      fault.hint =
        "the time of retry was up: raise its for if the answer is meant to take that long"
    }
    if error.isOfTokenRequest { fault.range = planned.request.auth?.settings.range }
    var urls = [sending.request.url.text]
    if case .url(let proxy)? = sending.request.transport?.proxy { urls.append(proxy) }
    fault.message = context.mask.maskingPieces(of: urls, in: fault.message)
    end(fault, recorder.exchange(sending.request, failedAfter: duration))
    if let expected = planned.expectation.error, fault.kind != .interrupted {
      judge(fault, against: expected)
    }
  }

  @inline(never)
  private func take(_ data: SessionData, read: StreamedBody?) {
    context.tally.count(data.metrics)
    let response = ResponseContext(
      data,
      read: read,
      duration: WallClock.monotonic() - clock,
      attempt: report.number,
      receivedAt: context.now(),
      cookies: CookieJar()
    )
    scope = scope.with(response)
    self.response = response
  }
}

/// What is looked at.
extension RequestAttempt {
  /// Evaluates expectations, `until` and captures.
  @inline(never)
  private func look() {
    guard let response else { preconditionFailure("there is no response to look at") }
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
          planned: planned,
          response: response,
          scope: scope,
          recordsAll: recordsAll
        ).evaluate()
      }
    }
    var fault = evaluation.fault
    if let until = planned.request.retry?.until {
      do throws(StepFault) {
        isUntilTrue = try StepRunner.isTrue(until, in: scope)
      } catch {
        fault = fault ?? error
      }
    }
    var missing: StepFault?
    do throws(StepFault) {
      try CaptureTaker(captures: planned.captures, scope: scope, response: response)
        .take(into: &captures)
      try CaptureTaker(captures: planned.collect, scope: scope, response: response)
        .take(into: &collected)
    } catch {
      // The answer came and lacks what was to be in it: that is a verdict.
      if error.kind == .capture { missing = error } else { fault = fault ?? error }
    }
    // A secret that came with this response is masked in what is told of it, too.
    for taken in [captures, collected] {
      for (capture, value) in taken where capture.secret { context.mask.add(allIn: value) }
    }
    var failures = evaluation.failures.map(masked)
    if let until = planned.request.retry?.until, isUntilTrue == false {
      failures.append(masked(Self.neverTrue(until)))
    }
    if let missing { failures.append(masked(Self.notFound(missing))) }
    let result: StepResult
    if failures.contains(where: { $0.verdict == .fails }) {
      result = .failed(failures)
    } else if let fault {
      result = .errored(context.mask.masking(fault))
    } else {
      result = .passed
    }
    let wantsExchange = recordsAll || !result.isGood
    report.result = result
    report.duration = response.duration
    report.exchange = wantsExchange ? recorder.exchange(response) : nil
    report.assertions = recordsAll ? evaluation.outcomes.map(masked) : failures
    report.assertionCount = evaluation.count
    status = response.response.status
    retryAfter = response.response.headers["Retry-After"].flatMap(secondsToWait)
    oddities = response.oddities.map { context.mask.masking($0) }
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

  /// What is told of a capture that found nothing and has no default.
  private static func notFound(_ fault: StepFault) -> AssertionOutcome {
    AssertionOutcome(
      verdict: .fails,
      subject: "capture",
      expected: "a value",
      actual: "nothing",
      message: fault.message + (fault.hint.map { ": \($0)" } ?? ""),
      range: fault.range
    )
  }

  /// Whether a transfer failed the way it was meant to.
  private func judge(_ fault: StepFault, against expected: Located<String>) {
    report.assertionCount = 1
    guard expected.value != "any", expected.value != fault.kind.rawValue else {
      report.result = .passed
      return
    }
    let failure = masked(
      AssertionOutcome(
        verdict: .fails,
        subject: "error",
        expected: expected.value,
        actual: fault.kind.rawValue,
        message:
          "expected the transfer to fail with \(expected.value), got \(fault.kind.rawValue): \(fault.message)",
        range: expected.range
      )
    )
    report.result = .failed([failure])
    report.assertions = [failure]
  }

  /// An outcome as it may be told: masked, and with a place even if it is about what no file says.
  private func masked(_ outcome: AssertionOutcome) -> AssertionOutcome {
    var placed = outcome
    placed.range = outcome.range ?? step.step.name?.range ?? step.step.range
    return context.mask.masking(placed)
  }
}
