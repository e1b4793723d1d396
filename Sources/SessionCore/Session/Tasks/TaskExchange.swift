import CurlTransport
import Locks

/// What to do with a response whose head has arrived.
enum AnswerCourse: Sendable {
  /// It is the task's answer: hooks, progress and files get it as it comes.
  case delivered
  /// It may lead to another exchange, so its body is kept until that is known.
  case held
  /// It leads to another exchange, and its body is not wanted.
  case dropped
  /// It stays between the cache and the server.
  case silent
}

/// One exchange of a task: collects the body or writes it to a file, and reports progress.
final class TaskExchange: TransferHandler {
  fileprivate struct State: Sendable {
    var body: [UInt8] = []
    var file: DownloadFile?
    var received: Int64 = 0
    var expected: Int64 = -1
    var handle: TransferHandle?
    var isBecomingDownload = false
    /// The body goes to a reader, not to ``body``.
    var channel: BodyChannel?
    /// The exchange was let go on before it was known.
    var goesOnAtOnce = false
    var course = AnswerCourse.delivered
    var failure: SessionError?
    var head: TransferHead?
    /// The times of an exchange that failed.
    var metrics: TransferMetrics?
    var continuation: CheckedContinuation<Result<TransferResponse, SessionError>, Never>?
  }

  private let task: SessionTask
  private let request: SessionRequest
  private let hooks: SessionEvents
  private let callbacks: SerialCallbacks
  private let directory: String
  private let course: @Sendable (TransferHead) -> AnswerCourse
  private let tellsMonitors: Bool
  private let state = Locked(State())

  init(
    _ request: SessionRequest,
    of hops: TaskHops,
    tellsMonitors: Bool,
    course: @escaping @Sendable (TransferHead) -> AnswerCourse
  ) {
    task = hops.task
    self.request = request
    hooks = hops.hooks
    callbacks = hops.callbacks
    directory = hops.configuration.value.temporaryDirectory
    self.tellsMonitors = tellsMonitors
    self.course = course
  }

  /// Whether the answer is kept until it is known that it leads to no other exchange.
  var isHeld: Bool { state.withLock { $0.course == .held } }

  /// The file that the body went to, taken out so that it is not removed with the exchange.
  func takeFile() -> DownloadFile? { state.withLock { $0.file.take() } }

  /// Head and times of an exchange that failed, if a head came that others may know of.
  var failed: (TransferHead, TransferMetrics)? {
    state.withLock { state in
      guard let head = state.head, let metrics = state.metrics else { return nil }
      return (head, metrics)
    }
  }

  /// Makes the exchange.
  func run(
    _ transfer: TransferRequest,
    on loop: TransferLoop
  ) async throws(SessionError) -> TransferResponse {
    let result = await withCheckedContinuation { continuation in
      state.withLock { $0.continuation = continuation }
      let handle = loop.start(transfer, handler: self)
      let goesOnAtOnce = state.withLock { state in
        state.handle = handle
        return state.goesOnAtOnce
      }
      task.steer { $0.began(handle) }
      if goesOnAtOnce { task.steer { $0.goOn(handle) } }
    }
    task.machine.withLock { $0.ended() }
    let reply = try result.get()
    // An answer without a body is whole before its head has been decided on.
    if asksAboutHead { try await waitForDecision() }
    return reply
  }

  /// Handles a response that needs no exchange, with all events of one.
  ///
  /// - Returns: the body, empty when it has gone to a file.
  func replay(
    _ response: SessionResponse,
    _ data: [UInt8]
  ) async throws(SessionError) -> [UInt8] {
    let head = TransferHead(response)
    if received(head) == .pause {
      try await waitForDecision()
      task.machine.withLock { $0.ended() }
    }
    if !data.isEmpty { unsafe _ = received(data.span.bytes) }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return state.withLock { $0.body }
  }

  private func waitForDecision() async throws(SessionError) {
    await callbacks.run {}
    if task.state == .canceling || task.state == .completed { throw .cancelled(request) }
    // An empty body brings no bytes that would open the file.
    let lacksFile = state.withLock { $0.isBecomingDownload && $0.file == nil }
    if lacksFile, !openFile(), let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Whether a hook decides about the head.
  private var asksAboutHead: Bool {
    hooks.didReceiveResponse != nil && state.withLock { $0.course == .delivered }
  }

  func received(_ head: TransferHead) -> TransferVerdict {
    let course = course(head)
    state.withLock { state in
      state.course = course
      if course != .silent { state.head = head }
    }
    if course == .silent { return .proceed }
    if task.isMonitored, tellsMonitors {
      let response = SessionResponse(head, metrics: nil, url: request.url.withoutUserInfo)
      task.tell { $0.task($1, didReceive: response) }
    }
    return course == .delivered ? deliver(head) : .proceed
  }

  private func deliver(_ head: TransferHead) -> TransferVerdict {
    let expected = head.headers.contains(name: "Content-Encoding") ? -1 : head.contentLength ?? -1
    let resume = task.delegate.resume
    state.withLock { state in
      state.expected = expected
      guard let resume, resume.isContinued(by: head) else { return }
      state.file = resume.file
      state.received = resume.offset
      if expected >= 0 { state.expected = resume.offset + expected }
    }
    if task.kind == .download { tellResumed(resume) }
    beginStream(head)
    if task.kind == .download, state.withLock({ $0.file == nil }), !openFile() { return .cancel }
    guard let decide = hooks.didReceiveResponse else { return .proceed }
    let response = SessionResponse(head, metrics: nil, url: request.url.withoutUserInfo)
    task.machine.withLock { $0.hold() }
    callbacks.enqueue { [self] in
      switch decide(task, response) {
      case .allow: break
      case .cancel: task.cancel()
      case .becomeDownload where task.delegate.channel != nil: break
      case .becomeDownload:
        state.withLock { $0.isBecomingDownload = true }
        hooks.didBecomeDownload?(task)
      }
      let handle = knownHandle()
      task.steer { $0.release(handle) }
    }
    return .pause
  }

  /// A success is never followed by another exchange, so its body can go to its reader at once.
  private func beginStream(_ head: TransferHead) {
    guard let channel = task.delegate.channel, (200..<300).contains(head.status) else { return }
    state.withLock { $0.channel = channel }
    let response = SessionResponse(head, metrics: nil, url: request.url.withoutUserInfo)
    channel.begin(response) { [weak self] in self?.goOn() }
  }

  private func tellResumed(_ resume: ResumeData?) {
    let (sum, total) = state.withLock { ($0.received, $0.expected) }
    guard resume != nil, sum > 0, let hook = hooks.didResume else { return }
    let task = task
    callbacks.enqueue { hook(task, sum, total) }
  }

  /// The reader of the body wants more.
  private func goOn() {
    let handle = knownHandle()
    task.steer { $0.goOn(handle) }
  }

  /// The exchange's handle; one that is not known yet is let go on as soon as it is.
  private func knownHandle() -> TransferHandle? {
    state.withLock { state in
      state.goesOnAtOnce = state.handle == nil
      return state.handle
    }
  }

  private func openFile() -> Bool {
    do throws(SessionError) {
      let file = try DownloadFile(in: directory)
      state.withLock { $0.file = file }
      return true
    } catch {
      state.withLock { $0.failure = error }
      return false
    }
  }

  func received(_ bytes: RawSpan) -> TransferVerdict {
    let (becomes, course) = state.withLock {
      ($0.isBecomingDownload && $0.file == nil, $0.course)
    }
    if becomes, !openFile() { return .cancel }
    let chunk = [UInt8](copying: bytes)
    let (sum, expected, file, channel, hasFailed) = state.withLock { state in
      if course == .dropped {
        // Nobody reads it.
      } else if let file = state.file {
        do throws(SessionError) {
          try file.write(chunk)
        } catch {
          state.failure = error
        }
      } else if state.channel == nil {
        state.body.append(contentsOf: chunk)
      }
      state.received += Int64(chunk.count)
      return (state.received, state.expected, state.file, state.channel, state.failure != nil)
    }
    if hasFailed { return .cancel }
    let count = Int64(chunk.count)
    if tellsMonitors, course != .silent {
      task.tell { $0.task($1, didReceiveBytes: count, sum: sum, of: expected) }
    }
    guard course == .delivered else { return .proceed }
    tellReceived(chunk, sum: sum, of: expected, in: file)
    return channel?.put(chunk) ?? .proceed
  }

  private func tellReceived(
    _ chunk: [UInt8],
    sum: Int64,
    of expected: Int64,
    in file: DownloadFile?
  ) {
    let progress = task.delegate.progress.withLock { progress in
      progress.download.advance(to: sum, of: expected)
      return progress.download
    }
    task.delegate.downloads.send(progress)
    if let handler = task.delegate.progressHandlers.download {
      callbacks.enqueue { handler(progress) }
    }
    let task = task
    let count = Int64(chunk.count)
    if let file {
      task.delegate.blocks.output?.take(file, upTo: sum) { task.cancel() }
      if let hook = hooks.didWriteData {
        callbacks.enqueue { hook(task, count, sum, expected) }
      }
    } else if let hook = hooks.didReceiveData {
      callbacks.enqueue { hook(task, chunk) }
    }
  }

  func sent(_ sent: Int64, of total: Int64?) {
    let progress = task.delegate.progress.withLock { progress in
      progress.upload.advance(to: sent, of: total ?? -1)
      return progress.upload
    }
    task.delegate.uploads.send(progress)
    if let handler = task.delegate.progressHandlers.upload {
      callbacks.enqueue { handler(progress) }
    }
    task.tell { $0.task($1, didSendBytes: sent, of: total ?? -1) }
    if let hook = hooks.didSendBodyData {
      let task = task
      callbacks.enqueue { hook(task, sent, total ?? -1) }
    }
  }

  /// Keeps the part of a download that arrived before it broke off.
  private func keepRest(_ completion: TransferCompletion) {
    guard completion.error != nil else { return }
    let original = task.originalRequest
    let rest = state.withLock { state -> ResumeData? in
      guard let file = state.file, let head = state.head else { return nil }
      return ResumeData(request: original, head: head, file: file, offset: state.received)
    }
    task.delegate.rest.withLock { $0 = rest }
  }

  func finished(_ completion: TransferCompletion) {
    let request = request
    keepRest(completion)
    let outcome = state.withLock { state in
      let result = state.result(completion, request: request)
      return (result, state.continuation.take())
    }
    outcome.1?.resume(returning: outcome.0)
  }
}

extension TaskExchange.State {
  /// The error with what had come by then, as AFNetworking gives it out.
  private mutating func completed(
    _ error: SessionError,
    _ metrics: TransferMetrics,
    of request: SessionRequest
  ) -> SessionError {
    guard let head else { return error }
    var error = error
    error.response = SessionResponse(head, metrics: metrics, url: request.url.withoutUserInfo)
    if file == nil, channel == nil { error.data = body }
    body = []
    return error
  }

  fileprivate mutating func result(
    _ completion: TransferCompletion,
    request: SessionRequest
  ) -> Result<TransferResponse, SessionError> {
    if let failure = failure ?? completion.error.map({ SessionError($0, request: request) }) {
      metrics = completion.metrics
      return .failure(completed(failure, completion.metrics, of: request))
    }
    guard let head = completion.head else {
      return .failure(
        SessionError(
          code: .cannotParseResponse,
          message: "no answer came",
          failingURL: request.url.text
        )
      )
    }
    let body = body
    self.body = []
    return .success(
      TransferResponse(
        head: head,
        body: body,
        trailers: completion.trailers,
        redirectURL: completion.redirectURL,
        metrics: completion.metrics
      )
    )
  }
}

extension [UInt8] {
  /// Copies bytes that are lent.
  init(copying bytes: RawSpan) {
    self = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }
}
