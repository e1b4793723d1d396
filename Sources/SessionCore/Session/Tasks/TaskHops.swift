import CurlTransport
import Locks

/// The exchanges of a task, with its session's hooks.
struct TaskHops: HopTransport {
  let task: SessionTask
  let loop: TransferLoop
  let hooks: SessionEvents
  let callbacks: SerialCallbacks
  let configuration: SessionConfiguration.Shared
  /// The file of the latest exchange.
  let file: Locked<DownloadFile?>
  private let failed = Locked<(TransferHead, TransferMetrics)?>(nil)
  /// Whether the latest response has not been reported, because it may lead to another exchange.
  private let isHeld = Locked(false)

  var direct: DirectHops { DirectHops(loop: loop) }

  func bodyToStore(_ data: [UInt8], limit: Int) -> [UInt8]? {
    if task.delegate.channel != nil { return nil }
    guard let file = file.withLock({ $0 }) else { return task.kind == .download ? nil : data }
    return task.delegate.blocks.cachesDownload ? file.contents(limit: limit) : nil
  }

  var canBeginAgain: Bool { task.delegate.channel?.hasBegun != true }

  func transfer(_ sent: SentRequest, isValidation: Bool) async throws(SessionError) {
    let resume = task.delegate.resume
    let reply = try await exchange(
      sent.wire,
      of: sent.request,
      isValidation: isValidation,
      resume: resume
    )
    guard let resume, Self.isRefused(reply.head, resume) else { return sent.take(reply) }
    // Of what there is the rest cannot be had, so all of it is fetched again.
    sent.take(try await exchange(sent.wire.withoutRange, of: sent.request))
  }

  func deliver(
    _ response: SessionResponse,
    _ data: [UInt8],
    of request: SessionRequest
  ) async throws(SessionError) -> [UInt8] {
    let leads = leads(after: request)
    let exchange = try makeExchange(request) { leads.contains($0) ? .held : .delivered }
    return try await replay(exchange, response, data)
  }

  func settle(
    _ response: SessionResponse,
    _ data: [UInt8],
    of request: SessionRequest
  ) async throws(SessionError) -> [UInt8] {
    guard isHeld.withLock({ $0 }) else { return data }
    let exchange = try makeExchange(request, tellsMonitors: false) { _ in .delivered }
    return try await replay(exchange, response, data)
  }

  private func replay(
    _ exchange: TaskExchange,
    _ response: SessionResponse,
    _ data: [UInt8]
  ) async throws(SessionError) -> [UInt8] {
    let data = try await exchange.replay(response, data)
    note(exchange)
    return data
  }

  private func note(_ exchange: TaskExchange) {
    let taken = exchange.takeFile()
    file.withLock { $0 = taken }
    isHeld.withLock { $0 = exchange.isHeld }
  }

  private func leads(after request: SessionRequest) -> LeadingAnswers {
    LeadingAnswers(to: request, configuration.value, hooks)
  }

  func wait(for delay: Duration, of request: SessionRequest) async throws(SessionError) {
    if isEnding { throw .cancelled(request) }
    do {
      // Cancelling the task cancels the one that runs here.
      try await Task.sleep(for: delay)
    } catch {
      throw .cancelled(request)
    }
  }

  private var isEnding: Bool { task.state == .canceling || task.state == .completed }

  private static func isRefused(_ head: TransferHead, _ resume: ResumeData) -> Bool {
    head.status == 416 || head.status == 206 && !resume.isContinued(by: head)
  }

  private func exchange(
    _ transfer: TransferRequest,
    of request: SessionRequest,
    isValidation: Bool = false,
    resume: ResumeData? = nil
  ) async throws(SessionError) -> TransferResponse {
    let leads = leads(after: request)
    let exchange = try makeExchange(request) { head in
      if isValidation, head.status == 304 { return .silent }
      if let resume, Self.isRefused(head, resume) { return .dropped }
      return leads.contains(head) ? .held : .delivered
    }
    do throws(SessionError) {
      let reply = try await exchange.run(transfer, on: loop)
      note(exchange)
      return reply
    } catch {
      let ended = exchange.failed
      failed.withLock { $0 = ended }
      throw error
    }
  }

  func takeFailedExchange() -> (TransferHead, TransferMetrics)? {
    failed.withLock { $0.take() }
  }

  private func makeExchange(
    _ request: SessionRequest,
    tellsMonitors: Bool = true,
    course: @escaping @Sendable (TransferHead) -> AnswerCourse
  ) throws(SessionError) -> TaskExchange {
    if isEnding { throw .cancelled(request) }
    return TaskExchange(request, of: self, tellsMonitors: tellsMonitors, course: course)
  }

  func willCache(_ proposed: CachedResponse) async -> CachedResponse? {
    guard let hook = hooks.willCacheResponse else { return proposed }
    let task = task
    return await callbacks.run { hook(task, proposed) }
  }

  func redirect(_ response: SessionResponse, to request: SessionRequest) async -> SessionRequest? {
    task.tell { $0.task($1, didReceive: response, to: request) }
    guard let hook = hooks.willRedirect else { return request }
    let task = task
    return await callbacks.run { hook(task, response, request) }
  }

  func answer(_ challenge: ChallengeContext) async -> ChallengeAnswer {
    task.tell { $0.task($1, didReceive: challenge) }
    guard let hook = hooks.didReceiveChallenge else { return .performDefault }
    // In the task that runs the exchanges, so that cancelling it reaches the hook.
    let turn = await callbacks.turn()
    defer { turn.finish() }
    if isEnding { return .cancel }
    return await withTaskCancellationHandler {
      await hook(task, challenge)
    } onCancel: {
      // A hook that goes on waiting must not keep the end of the task from its owner.
      turn.finish()
    }
  }

  func collected(_ hop: SessionMetrics.Hop) {
    task.tell { $0.task($1, didCollect: hop) }
  }

  func adapted(_ request: SessionRequest) {
    task.tell { $0.task($1, didAdapt: request) }
  }

  func sending(_ request: SessionRequest) {
    task.tell { $0.task($1, willSend: request) }
  }

  func retrying(_ request: SessionRequest, after delay: Duration) {
    task.tell { $0.task($1, willRetry: request, after: delay) }
  }

  func newBody(for request: SessionRequest) async -> RequestBody? {
    guard let hook = hooks.needNewBody else { return nil }
    let task = task
    return await callbacks.run { hook(task) }
  }
}
