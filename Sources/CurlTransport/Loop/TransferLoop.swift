import Synchronization

/// One thread that makes any number of transfers at once.
///
/// The thread owns one libcurl multi handle; connections, name lookups and TLS sessions are shared
/// by all its transfers. It is also a `TaskExecutor`: a task that prefers it goes on, after a
/// transfer, on the thread that received the response, which saves two hand-overs.
///
/// ```swift
/// let request = TransferRequest(url: "http://127.0.0.1:8080/")
/// let response = try await TransferLoop.shared.transfer(request)
///
/// await withTaskExecutorPreference(TransferLoop.shared) {
///   // light work: what takes longer than some milliseconds loses the advantage
/// }
/// ```
///
/// The thread starts with the loop and blocks `SIGPIPE` for itself. A job that stays on it for some
/// milliseconds holds up no transfer for longer: another thread goes on with the transfers.
public final class TransferLoop: TaskExecutor, Sendable {
  /// The loop of whoever needs none of their own, started at its first use.
  public static let shared = TransferLoop()

  let mailbox: LoopMailbox
  private let lastID = Atomic<UInt64>(0)

  /// Starts a loop.
  ///
  /// - Parameter configuration: its limits.
  public init(configuration: Configuration = Configuration()) {
    mailbox = LoopMailbox()
    LoopThread.start(mailbox: mailbox, configuration: configuration)
  }

  deinit {
    mailbox.requestStop()
  }

  /// The name that debuggers and `/proc` show for a loop's thread.
  public static let threadName = "curlew-transfer"

  /// Whether the caller runs on this loop's thread.
  public var isCurrent: Bool {
    withDriver { _ in } != nil
  }

  /// Waits until the thread has set libcurl up, which takes about a millisecond.
  ///
  /// Nobody needs to: a transfer waits by itself. But a process must not end meanwhile.
  public func ready() async {
    await Task(executorPreference: self) {}.value
  }

  /// Makes a transfer and waits for its whole response.
  ///
  /// Any status is a response, 404 and 500 too. Cancelling the task ends the transfer at once.
  /// A request that cannot be sent is refused at once, before anything is started.
  ///
  /// - Parameters:
  ///   - request: what to send.
  ///   - started: given the means to cancel, before the call begins to wait and so before it can
  ///     return; called on the task's thread, and not for a request that is refused.
  /// - Returns: the response with its body in memory, at most ``TransferOptions/bodyLimit`` bytes.
  /// - Throws: ``CurlError`` when there is no whole response.
  public func transfer(
    _ request: TransferRequest,
    started: (TransferHandle) -> Void = { _ in }
  ) async throws(CurlError) -> TransferResponse {
    // Refused by the loop, the caller could be resumed while it still begins to wait.
    if let refusal = request.refusal { throw refusal }
    // The loop may be awake, and would begin before it heard of the cancellation.
    if Task.isCancelled { throw .cancelled }
    let id = nextID()
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        begin(id, request, continuation, started)
      }
    } onCancel: {
      submit(.cancel(id))
    }
    return try ending.response()
  }

  // Inlined, it would stand in the frame of each transfer that waits; see `StepRunner.runLoop` of the engine.
  @inline(never)
  private func begin(
    _ id: UInt64,
    _ request: TransferRequest,
    _ reply: CheckedContinuation<CollectedEnding, Never>,
    _ started: (TransferHandle) -> Void
  ) {
    attach(request.body, to: id)
    submit(.start(TransferStart(id: id, request: request, sink: .collect(reply))))
    started(TransferHandle(id: id, loop: self))
    // A cancellation may have overtaken the start in the queue.
    if Task.isCancelled { submit(.cancel(id)) }
  }

  /// Starts a transfer whose events a handler receives.
  ///
  /// - Parameters:
  ///   - request: what to send.
  ///   - handler: called on the loop's thread, never before this call returns when that is made
  ///     from the loop's own thread.
  /// - Returns: the means to pause, resume and cancel it.
  @discardableResult
  public func start(_ request: TransferRequest, handler: any TransferHandler) -> TransferHandle {
    let handle = TransferHandle(id: nextID(), loop: self)
    if let refusal = request.refusal {
      submit(.refuse(.handle(handler), refusal))
      return handle
    }
    attach(request.body, to: handle.id)
    submit(.start(TransferStart(id: handle.id, request: request, sink: .handle(handler))))
    return handle
  }

  /// Ends all transfers with ``CurlError/Code/loopShutDown`` and waits until the thread has freed
  /// its handles.
  ///
  /// Tasks that prefer the loop run on the global executor from then on.
  public func shutdown() async {
    await withCheckedContinuation { continuation in
      if !mailbox.requestStop(notifying: continuation) { continuation.resume() }
    }
  }

  private func attach(_ body: TransferBody, to id: UInt64) {
    if case .source(let source) = body { source.attach(to: TransferHandle(id: id, loop: self)) }
  }

  /// How many of libcurl's handles the loop has, in use or kept for later.
  func handleCount() async -> Int {
    await Task(executorPreference: self) { self.withDriver(\.handleCount) ?? 0 }.value
  }

  private func nextID() -> UInt64 {
    lastID.add(1, ordering: .relaxed).newValue
  }

  func submit(_ command: LoopCommand) {
    if withDriver({ $0.take(command) }) == nil, !mailbox.post(command) { command.refuse() }
  }

  /// Uses the driver, which only the thread at its helm can.
  ///
  /// - Parameter body: must call nothing of others'.
  /// - Returns: nil on any other thread.
  func withDriver<Result>(_ body: (LoopDriver) -> Result) -> Result? {
    guard let tenure = LoopThread.currentTenure, tenure.serves(mailbox) else { return nil }
    return tenure.withDriver(body)
  }
}

extension TransferLoop {
  /// The limits of a loop.
  public struct Configuration: Sendable, Hashable {
    /// How many connections may stand idle, beside as many as there were transfers at once in the last minute, before the oldest
    /// is closed.
    public var idleConnectionLimit = 256
    /// The most transfers that are open at a time, while more wait in order; nil for no limit.
    public var openTransferLimit: Int?

    /// Makes the usual limits.
    public init() {}
  }
}
