public import CurlTransport
import Locks
import Synchronization

/// Sends requests: as async calls, or as tasks with hooks, progress and events.
///
/// A session has configuration, cookies, hooks and tasks of its own and shares connections with all
/// sessions of its loop. It is cheap to make.
///
/// The counterpart of `AFURLSessionManager`, with these deliberate divergences: a serializer is given
/// to each task rather than to the session, because a task's result has its type; ``waitForAll()``
/// takes the place of the completion group; a task that is not wanted any more is recognised by its
/// identifier, not by its description; and there are no background sessions, which only Apple's
/// systems have. A copy (``copy()``) and an archive (`Codable`) carry the configuration.
///
/// ```swift
/// let session = URLSessionManager()
/// let answer = try await session.data(for: SessionRequest(url: try URI("https://example.com")))
/// print(answer.response.status, answer.data.count)
/// ```
public final class URLSessionManager: Sendable {
  /// What holds for every request unless it says otherwise.
  public var configuration: SessionConfiguration { sharedConfiguration.value }
  /// The loop that makes the transfers.
  public let loop: TransferLoop
  /// Where completion handlers run; `nil` for behind the hooks, in one line with them.
  public let completionExecutor: (any TaskExecutor)?

  let sharedConfiguration: SessionConfiguration.Shared
  let state = Locked(SessionState())
  var callbacks: SerialCallbacks { state.withLock { $0.callbacks } }
  private let updates = UpdateGate()

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - configuration: what holds for every request unless it says otherwise.
  ///   - loop: shared by default, connections and all.
  ///   - completionExecutor: where completion handlers of tasks run.
  public init(
    configuration: SessionConfiguration = .init(),
    loop: TransferLoop = .shared,
    completionExecutor: (any TaskExecutor)? = nil
  ) {
    sharedConfiguration = SessionConfiguration.Shared(configuration)
    self.loop = loop
    self.completionExecutor = completionExecutor
  }

  // Who listens need not wait for what cannot come any more.
  deinit { state.withLock { $0.broadcast }?.finish() }

  /// Sends a request and gives the bytes of its answer, whatever its status.
  ///
  /// Without hooks this is one call of the transport for each exchange, without task, queue or
  /// event. Cancelling the calling task ends it with -999, and so does
  /// ``invalidate(cancelingTasks:reset:)``.
  ///
  /// - Parameter request: must have an absolute URL.
  /// - Returns: head, body and metrics of the last answer.
  /// - Throws: `SessionError` of domain `SessionError.Domain.url` when no whole answer came.
  public func data(for request: SessionRequest) async throws(SessionError) -> SessionData {
    guard let hops = try directHops(for: request) else {
      return try await observedData(for: request)
    }
    defer { endOne() }
    return try await hops.run()
  }

  /// What makes the exchanges of a call; `nil` when somebody must be notified of them.
  @inline(never)
  private func directHops(
    for request: SessionRequest
  ) throws(SessionError) -> HopLoop<DirectHops>? {
    let isMonitored = !configuration.monitors.isEmpty || !request.monitors.isEmpty
    switch state.withLock({ $0.beginCall(isMonitored: isMonitored) }) {
    case .refused: throw .invalidSession(request)
    case .observed: return nil
    case .direct(let number, let generation):
      let call = SessionCall(session: self, number: number, generation: generation)
      return HopLoop(
        request,
        configuration: sharedConfiguration,
        transport: DirectHops(loop: loop, call: call)
      )
    }
  }

  /// Sends a request and decodes its answer.
  ///
  /// - Parameters:
  ///   - request: must have an absolute URL.
  ///   - serializer: judges and decodes the answer.
  /// - Returns: the response, object and error side by side; transport errors are in it as well.
  public func response<Serializer: ResponseSerializer>(
    for request: SessionRequest,
    serializer: Serializer
  ) async -> DataResponse<Serializer.Output> {
    let outcome: TaskOutcome
    do throws(SessionError) {
      outcome = TaskOutcome(result: .success(try await data(for: request)))
    } catch {
      outcome = TaskOutcome(result: .failure(error))
    }
    return DataResponse(outcome, request: request, serializer: serializer)
  }

  /// The same with a task of its own, so that hooks are notified of it.
  @inline(never)
  private func observedData(for request: SessionRequest) async throws(SessionError) -> SessionData {
    let box = Locked<SessionTask?>(nil)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let task = makeTask(request, kind: .data) { task, outcome in
          FinishedTask(
            completion: { continuation.resume(returning: outcome.result) },
            event: .init(task: task, outcome: outcome)
          )
        }
        box.withLock { $0 = task }
        task.resume()
        if Task.isCancelled { task.cancel() }
      }
    } onCancel: {
      box.withLock({ $0 })?.cancel()
    }
    return try result.get()
  }

  /// Changes the hooks; tasks that run keep those they started with.
  ///
  /// - Parameter change: called once, while no other change of the hooks is made. It may use the
  ///   session; a change of the hooks that it makes itself is lost.
  public func updateEvents(_ change: @Sendable (inout SessionEvents) -> Void) {
    updates.enter()
    defer { updates.leave() }
    var hooks = state.withLock { $0.hooks }
    change(&hooks)
    let changed = hooks
    state.withLock { state in
      state.hooks = changed
      state.hasHooks = true
    }
  }

  /// All events from now on, for as long as the stream is kept; the stream ends with the session.
  ///
  /// An event holds its task, and a task its session until it has ended.
  public func events() -> AsyncStream<SessionEvent> {
    state.withLock { $0.listenedBroadcast() }.listen()
  }

  func emit(_ event: SessionEvent) { state.withLock { $0.broadcast }?.send(event) }

  /// A task of this session is started or cancelled; later calls change nothing.
  func admit(_ task: SessionTask) { state.withLock { $0.admit(task) } }

  /// A task of this session is gone.
  func forget(_ identifier: Int) { state.withLock { $0.forget(identifier) } }
}

/// Numbers that are unique in the process.
enum TaskIdentifier {
  private static let last = Atomic<Int>(0)

  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}

extension SessionError {
  /// A request of a session that is not valid any more.
  static func invalidSession(_ request: SessionRequest) -> SessionError {
    SessionError(.cancelled, "the session is invalid", of: request)
  }
}

extension SessionEvent.Completion {
  init(
    task: SessionTask,
    outcome: TaskOutcome,
    serializer: (any ResponseSerializer)? = nil,
    object: (any Sendable)? = nil,
    error: SessionError? = nil
  ) {
    self.task = task
    self.serializer = serializer
    self.object = object
    file = outcome.file
    metrics = outcome.metrics
    switch outcome.result {
    case .success(let answer):
      data = file == nil ? answer.data : nil
      self.error = error
    case .failure(let failure):
      data = file == nil ? failure.data ?? [] : nil
      self.error = error ?? failure
    }
  }
}
