import Assertions
import CurlTransport
import Documents
import Encodings
import RunEvents
import Scenarios
import SessionCore

/// One attempt of a request step, and what it came to: built, sent, looked at.
///
/// An object, so that each of thousands that wait at once is held in one piece, not in the frames of every function that waits for it.
final class RequestAttempt {
  /// What is reported.
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
  /// How often its requests were sent again because a kept connection ended.
  private(set) var resends = 0
  /// Whether the time for all attempts was up before its request had its turn: it was not made.
  private(set) var isLate = false

  private let steps: StepRunner
  private let step: PlannedStep
  private let planned: PlannedRequest
  private let base: String?
  private let contractBase: String?
  private var scope: StepScope
  private var response: ResponseContext?
  /// When its request was sent, as the monotonic clock has it.
  private(set) var clock = WallClock.monotonic()
  /// Whether the time for all attempts ends before that of the request itself.
  private var isCutByRetry = false
  /// What contracts could not be checked for.
  private var contractNotes: [String] = []
  /// Where the body is saved.
  private var savePath: String?
  /// Whether the coding of the body is undone by what asks for it.
  private var decodesLate = false
  /// Whether redirects are followed.
  private var followsRedirects = false
  /// How many bytes the body may have.
  private var bodyLimit: Int?
  /// Why a capture that was taken before the expectations has no value.
  private var captureFailure: CaptureTaker.Failure?

  private var context: RunContext { steps.context }
  private var recorder: ExchangeRecorder { ExchangeRecorder(context: context) }

  /// An attempt that has not begun.
  @inline(never)
  init(
    _ number: Int,
    of step: PlannedStep,
    _ planned: PlannedRequest,
    _ steps: StepRunner,
    _ state: borrowing StepState
  ) {
    self.steps = steps
    self.step = step
    self.planned = planned
    base = state.base
    contractBase = state.contractBase
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
  /// - Parameters:
  ///   - limit: the time for all attempts, in seconds; `nil` without limit.
  ///   - start: when the first of them was sent, as the monotonic clock has it; `nil` for that one.
  func run(within limit: Double? = nil, since start: Double? = nil) async {
    guard var sending = prepare() else { return }
    // Waiting for one's turn is nobody's slowness: neither limits nor durations count it.
    if !context.paces.areFree(for: sending.ratePlace) {
      let deadline = limit.flatMap { limit in start.map { $0 + limit } }
      switch await context.paces.turn(sending.ratePlace, until: deadline) {
      case .passes: break
      case .cancelled: return giveUp()
      case .late:
        isLate = true
        return
      }
    }
    begin()
    if let limit { sending = cut(sending, after: limit - (clock - (start ?? clock))) }
    do throws(SessionError) {
      take(try await steps.sender.send(sending), read: sending.body)
    } catch {
      return fail(error, sending)
    }
    // A long body would hold up every other transfer of the loop while it is decoded, and a disk may be slow.
    if hasLongBody || savePath != nil {
      await withTaskExecutorPreference(globalConcurrentExecutor) { lookWithinLimits() }
    } else {
      lookWithinLimits()
    }
  }

  /// Looks at the response until a time limit passes or the run ends; what was given up then is no verdict.
  @inline(never)
  private func lookWithinLimits() {
    let limit = steps.interruption.workLimit()
    WorkLimit.$current.withValue(limit) { look() }
    guard limit.hasCut else { return }
    let fault = StepFault(steps.interruption, at: step.step.range)
    report.result = .errored(context.mask.masking(fault))
    report.exchange = report.exchange ?? response.map { recorder.exchange($0) }
    isRetryable = false
  }

  /// Whether the body is too long to be looked at on the loop's own thread.
  private var hasLongBody: Bool { (response?.body.count ?? 0) > 16 << 10 }

  @inline(never)
  private func prepare() -> SendingRequest? {
    do throws(StepFault) {
      let builder = try RequestBuilder(planned: planned, scope: scope, base: base)
      let finished = builder.finished
      var request = try builder.build()
      if context.options.takesDownHeads || context.options.recording == .everything {
        request.sentHead = SentHead()
      }
      request.collectsTLSFacts = planned.needsCertificate
      let session =
        try planned.request.session.map { template throws(StepFault) in
          try scope.evaluate(template)
        } ?? RequestSender.mainSession
      try changeJar(of: session)
      savePath = try planned.request.save.map { template throws(StepFault) in
        let path = try scope.evaluate(template)
        guard let complaint = SavePath.complaint(about: path) else { return path }
        throw StepFault(
          .file,
          "\(complaint.message), got \"\(path)\"",
          at: template.range,
          hint: complaint.hint
        )
      }
      decodesLate = finished.settings.decodesLate
      followsRedirects = finished.settings.redirects.limit != nil
      bodyLimit = finished.settings.transport.bodyLimit
      let body =
        decodesLate || context.options.keepResponse != nil
        ? nil : planned.streamedBody(in: scope, masking: context.mask)
      request.bodyReader = body
      return SendingRequest(
        request: request,
        session: session,
        ratePlace: finished.settings.ratePlace,
        body: body
      )
    } catch {
      end(steps.unlessGivenUp(error))
      isRetryable = false
      return nil
    }
  }

  /// Changes the cookie jar as the step says, before the first attempt.
  private func changeJar(of session: String) throws(StepFault) {
    guard report.number == 1, !planned.request.jar.isEmpty else { return }
    for change in planned.request.jar {
      let text = try scope.evaluate(change)
      if steps.sender.change(cookiesOf: session, text, now: context.now()) { continue }
      throw StepFault(
        .request,
        "jar wants clear or a line of a cookie file",
        at: change.range,
        hint: "a cookie has seven fields with tabs between them"
      )
    }
  }

  /// A running attempt is cut where the time for all of them ends.
  @inline(never)
  private func cut(_ sending: SendingRequest, after timeLeft: Double) -> SendingRequest {
    var request = sending.request
    let own = request.transport?.timeout ?? .seconds(30)
    let left = Duration.seconds(max(0.001, timeLeft))
    isCutByRetry = left < own
    request.transport?.timeout = min(own, left)
    return SendingRequest(
      request: request,
      session: sending.session,
      ratePlace: sending.ratePlace,
      body: sending.body
    )
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
    resends = error.resends
    context.tally.countRequest(resends: resends)
    var fault = StepFault(error, interruption: steps.interruption)
    if error.code == .timedOut, !error.isOfTokenRequest {
      let limit = limit(passedAfter: duration, error, sending.request)
      fault.message = "\(limit.sentence): \(fault.message)"
      fault.hint = "raise \(limit.key) if the answer is meant to take that long"
    }
    if error.isOfTokenRequest { fault.range = planned.request.auth?.settings.range }
    var urls = [sending.request.url.text]
    if case .url(let proxy)? = sending.request.transport?.proxy { urls.append(proxy) }
    fault.message = context.mask.maskingPieces(of: urls, in: fault.message)
    end(fault, recorder.exchange(sending.request, error, failedAfter: duration))
    if let expected = planned.expectation.error, fault.kind != .interrupted {
      let answer = CutAnswer(
        expectation: planned.expectation,
        head: error.isOfTokenRequest ? nil : error.response,
        milliseconds: .milliseconds(duration),
        scope: scope
      )
      judge(fault, against: expected, answer)
    }
  }

  /// Which limit of a request it was that passed.
  private func limit(
    passedAfter duration: Double,
    _ error: SessionError,
    _ request: SessionRequest
  ) -> (sentence: String, key: String) {
    if isCutByRetry, let time = planned.request.retry?.duration {
      return ("the time of retry (for: \(time.source)) passed", "for of retry")
    }
    let transport = request.transport
    let key: String
    var limit: Duration?
    switch error.transportError?.code {
    case .idleTimedOut?: (key, limit) = ("options.idle-timeout", transport?.idleTimeout)
    case _:
      let whole = transport?.timeout
      let connecting = transport?.connectTimeout
      // Only the shorter of both can be over so soon.
      if let connecting, whole.map({ connecting < $0 && .seconds(duration) < $0 }) ?? true {
        (key, limit) = ("options.connect-timeout", connecting)
      } else {
        (key, limit) = ("options.timeout", whole)
      }
    }
    guard let limit else { return ("\(key) passed", key) }
    return (TimeLimit(key, limit).sentence, key)
  }

  @inline(never)
  private func take(_ data: SessionData, read: StreamedBody?) {
    context.tally.count(data.metrics)
    resends = data.metrics.resends
    let response = ResponseContext(
      data,
      read: read,
      coded: decodesLate
        ? CodedBody(data.data, data.response.headers, limit: bodyLimit) : nil,
      duration: WallClock.monotonic() - clock,
      attempt: report.number,
      receivedAt: context.now()
    )
    scope = scope.with(response: response)
    self.response = response
    keep(response)
  }

  /// Hands the response on to whoever asked for all of them.
  private func keep(_ response: ResponseContext) {
    guard let keep = context.options.keepResponse else { return }
    let head = response.response
    keep(
      steps.sender.place,
      ReceivedResponse(
        version: head.version,
        status: head.status,
        fields: head.headers.fields.map { ($0.name, $0.value) },
        body: response.body
      )
    )
  }
}

/// What is looked at.
extension RequestAttempt {
  /// Evaluates expectations, `until` and captures.
  @inline(never)
  private func look() {
    guard let response else { preconditionFailure("there is no response to look at") }
    let savingFault = save(response.body)
    let recordsAll = context.options.recording == .everything
    var evaluation: ExpectationEvaluator.Evaluation
    if let expected = planned.expectation.error {
      evaluation = .init()
      evaluation.count = 1
      evaluation.canCapture = false
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
      // What is reported of a value is cut, and a secret must be masked before.
      evaluation = context.mask.redacting {
        ExpectationEvaluator(
          planned: planned,
          response: response,
          scope: scope,
          recordsAll: recordsAll,
          followsRedirects: followsRedirects,
          takesCaptures: planned.capturesFirst ? { self.captureFirst(from: response, $0) } : nil
        ).evaluate()
      }
    }
    var fault = evaluation.fault ?? savingFault
    do throws(StepFault) {
      try checkContracts(response, &evaluation)
    } catch {
      fault = fault ?? error
    }
    var untilReason: String?
    if let until = planned.request.retry?.until {
      do throws(StepFault) {
        isUntilTrue = try scope.isTrue(until)
      } catch {
        if error.kind == .response {
          (isUntilTrue, untilReason) = (false, error.messageWithHint)
        } else {
          fault = fault ?? error
        }
      }
    }
    var missing: AssertionOutcome?
    do throws(CaptureTaker.Failure) {
      if planned.capturesFirst, planned.expectation.error == nil {
        if let captureFailure { throw captureFailure }
      } else {
        try capture(planned.captures, from: response, evaluation, into: &captures)
      }
      try capture(planned.collect, from: response, evaluation, into: &collected)
    } catch {
      switch error {
      case .missing(let outcome): missing = outcome
      case .fault(let other): fault = fault ?? other
      }
    }
    // A secret that came with this response is masked in what is reported of it, too.
    var shortSecrets: [String] = []
    for (capture, value) in captures + collected where capture.secret {
      let warning = context.mask.add(value, capturedAs: capture.name.value)
      if let warning { shortSecrets.append(warning) }
    }
    var failures = evaluation.failures.map(masked)
    let warnings = evaluation.outcomes.filter { $0.verdict == .warns }.map(masked)
    if let until = planned.request.retry?.until, isUntilTrue == false {
      failures.append(masked(Self.neverTrue(until, untilReason)))
    }
    if let missing { failures.append(masked(missing)) }
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
    report.assertions = recordsAll ? evaluation.outcomes.map(masked) : failures + warnings
    report.assertionCount = evaluation.count
    status = response.response.status
    retryAfter = response.response.headers["Retry-After"].flatMap(secondsToWait)
    oddities = (response.oddities + contractNotes + shortSecrets).map { context.mask.masking($0) }
    if let savingFault {
      // The next response would be in the way of the same disk.
      isRetryable = false
      if case .failed = result { oddities.append(context.mask.masking(savingFault.message)) }
    }
  }

  /// Checks the exchanges against the contracts of the project.
  private func checkContracts(
    _ response: ResponseContext,
    _ evaluation: inout ExpectationEvaluator.Evaluation
  ) throws(StepFault) {
    guard planned.isChecked, let contracts = context.contracts else { return }
    let findings = try context.mask.redacting { () throws(StepFault) in
      try contracts.check(
        response,
        planned.request.contract,
        base: contractBase,
        in: scope,
        at: step.step.range
      )
    }
    report.operation = findings.operation
    evaluation.count += max(findings.count, findings.outcomes.count)
    evaluation.outcomes += findings.outcomes
    contractNotes = findings.notes
  }

  /// Saves the body, whatever is expected of it: who looks for a mistake wants to see it.
  private func save(_ body: [UInt8]) -> StepFault? {
    guard let savePath, let template = planned.request.save else { return nil }
    do throws(OutputFolder.Failure) {
      try context.outputFolder.write(body, to: savePath)
      return nil
    } catch {
      let message = "the body cannot be saved as \"\(savePath)\": \(error.message)"
      return StepFault(.file, message, at: template.range)
    }
  }

  /// Takes what expectations use.
  ///
  /// - Parameters:
  ///   - response: the response.
  ///   - evaluation: what was evaluated before.
  /// - Returns: the scope in which each captured name has its new value or none, and why those without have none.
  private func captureFirst(
    from response: ResponseContext,
    _ evaluation: ExpectationEvaluator.Evaluation
  ) -> (scope: StepScope, missing: [String: String]) {
    do throws(CaptureTaker.Failure) {
      try capture(planned.captures, from: response, evaluation, into: &captures)
    } catch {
      captureFailure = error
    }
    for (capture, value) in captures where capture.secret { context.mask.add(allIn: value) }
    let values = Dictionary(captures.map { ($0.name.value, $1) }) { $1 }
    let names = planned.captures.map(\.capture.name.value)
    var missing: [String: String] = [:]
    for name in names where values[name] == nil {
      missing[name] =
        evaluation.canCapture
        ? "the capture \"\(name)\" has no value"
        : "nothing is captured: the status is not acceptable"
    }
    return (scope.with(names.map { ($0, values[$0]) }), missing)
  }

  /// Takes those captures that may be taken from the response; the others make no second message beside that of the expectation.
  private func capture(
    _ captures: [PlannedCapture],
    from response: ResponseContext,
    _ evaluation: ExpectationEvaluator.Evaluation,
    into taken: inout [(Capture, JSONValue)]
  ) throws(CaptureTaker.Failure) {
    guard evaluation.canCapture, !captures.isEmpty else { return }
    let captures = evaluation.canCaptureBody ? captures : captures.filter(\.canDoWithoutBody)
    var taker = CaptureTaker(
      captures: captures,
      scope: scope,
      response: response,
      useEachOther: step.capturesUseEachOther
    )
    // What a message shows of a value is cut, and a secret must be masked before.
    try context.mask.redacting { () throws(CaptureTaker.Failure) in try taker.take(into: &taken) }
  }

  /// What a `Retry-After` field asks for: a number of seconds, or a date (RFC 9110 section 10.2.3).
  private func secondsToWait(_ field: String) -> Double? {
    if let seconds = Double(field), seconds.isFinite { return seconds }
    return Instant(httpDate: field).map { max(0, Double($0.seconds) - context.now()) }
  }

  /// The outcome of `until` when no attempt made it true.
  private static func neverTrue(_ until: Expression, _ reason: String?) -> AssertionOutcome {
    AssertionOutcome(
      verdict: .fails,
      subject: "until",
      expected: "true",
      actual: "false",
      message: "expected \(until.source) to become true" + (reason.map { ": \($0)" } ?? ""),
      range: until.range
    )
  }

  /// Whether a transfer failed the way it was meant to, and whether what came before is as expected.
  private func judge(
    _ fault: StepFault,
    against expected: Located<String>,
    _ answer: CutAnswer
  ) {
    let word = fault.kind.asTransferError
    let isExpected = expected.value == "any" || expected.value == word
    var outcomes = [
      AssertionOutcome(
        verdict: isExpected ? .holds : .fails,
        subject: "error",
        expected: expected.value,
        actual: isExpected ? nil : word,
        message: isExpected
          ? ""
          : "expected the transfer to fail with \(expected.value), got \(word): \(fault.message)",
        range: expected.range
      )
    ]
    let (others, otherFault) = context.mask.redacting { answer.evaluate() }
    outcomes += others
    let failures = outcomes.filter { !$0.holds }.map(masked)
    if failures.contains(where: { !$0.isAcceptable }) {
      report.result = .failed(failures)
    } else if var otherFault {
      otherFault.range = otherFault.range ?? step.step.range
      report.result = .errored(context.mask.masking(otherFault))
    } else {
      report.result = .passed
    }
    let recordsAll = context.options.recording == .everything
    report.assertionCount = outcomes.count
    report.assertions = recordsAll ? outcomes.map(masked) : failures
  }

  /// An outcome as it may be reported: masked, and with a place even if it is about what no file says.
  private func masked(_ outcome: AssertionOutcome) -> AssertionOutcome {
    var placed = outcome
    placed.range = outcome.range ?? step.step.name?.range ?? step.step.range
    return context.mask.masking(placed)
  }
}
