import CurlTransport
import Locks

/// One request of a session: started, paused and cancelled by its owner, reported by events.
///
/// A task starts suspended, as in `URLSession`; the convenience methods of ``HTTPSessionManager``
/// resume theirs.
///
/// ```swift
/// let task = session.dataTask(with: request) { result in print(result.response?.status ?? 0) }
/// task.resume()
/// ```
public final class SessionTask: Sendable, Identifiable {
  /// The phases of a task's life.
  public enum State: Sendable, Hashable {
    /// It has not begun, or stands still.
    case suspended
    /// It is under way.
    case running
    /// It was cancelled.
    case canceling
    /// It has ended, one way or another.
    case completed
  }

  /// What a task does with its bodies.
  public enum Kind: Sendable, Hashable {
    /// It keeps its answer's body in memory.
    case data
    /// It sends a body.
    case upload
    /// It writes its answer's body to a file.
    case download
  }

  /// Unique in the process.
  public let identifier: Int
  /// What the task was made for; one that has become a download stays what it was.
  public let kind: Kind
  /// The request as it was given.
  public let originalRequest: SessionRequest

  let machine = Locked(SessionTaskState())
  let delegate: TaskDelegate
  /// Those of the session, then those of the request.
  let monitors: [any SessionEventMonitor]
  private let session: Locked<URLSessionManager?>

  init(
    identifier: Int,
    kind: Kind,
    request: SessionRequest,
    delegate: TaskDelegate,
    owner: URLSessionManager
  ) {
    self.identifier = identifier
    self.kind = kind
    originalRequest = request
    self.delegate = delegate
    session = Locked(owner)
    monitors = owner.configuration.monitors + request.monitors
  }

  /// The identifier.
  public var id: Int { identifier }

  /// The phase of the task's life.
  public var state: State { machine.withLock { $0.phase } }

  /// How much of the request's body has gone.
  public var uploadProgress: TransferProgress { delegate.progress.withLock { $0.upload } }

  /// How much of the answer's body has come.
  public var downloadProgress: TransferProgress { delegate.progress.withLock { $0.download } }

  /// What a download that was cancelled or broke off has left, once it has ended.
  public var resumeData: ResumeData? { delegate.rest.withLock { $0 } }

  /// Starts the task, or lets it go on.
  ///
  /// Calls from several threads take effect in the order in which they change ``state``.
  public func resume() {
    owner?.admit(self)
    steer(.resumed) { $0.resume() }
  }

  /// Stops bytes in both directions until ``resume()``.
  public func suspend() { steer(.suspended) { $0.suspend() } }

  /// Ends the task with -999, unless it has ended already.
  public func cancel() {
    owner?.admit(self)
    steer(.cancelled) { $0.cancel() }
  }

  deinit { owner?.forget(identifier) }

  /// The session; `nil` once the task has ended and its owner has been notified.
  var owner: URLSessionManager? { session.withLock { $0 } }

  /// Lets go of the session: an event or a list that keeps an ended task keeps no more than that.
  func leaveSession() {
    // The last reference ends the session, which must not happen inside the lock.
    _ = session.withLock { $0.take() }
  }

  /// Changes the state and does what follows from it, in the order of the states.
  ///
  /// Whoever comes while another thread does so leaves that to it.
  func steer(
    _ event: SessionTaskState.Event? = nil,
    _ change: (inout SessionTaskState) -> SessionTaskState.Action
  ) {
    let isFirst = machine.withLock { machine in
      let action = change(&machine)
      return machine.enqueue(action, event)
    }
    guard isFirst else { return }
    while let step = machine.withLock({ $0.nextStep() }) {
      if let event = step.event { tellOwner(of: event) }
      perform(step.action)
    }
  }

  private func tellOwner(of event: SessionTaskState.Event) {
    switch event {
    case .resumed:
      owner?.emit(.taskResumed(self))
      tell { $0.taskDidResume($1) }
    case .suspended:
      owner?.emit(.taskSuspended(self))
      tell { $0.taskDidSuspend($1) }
    case .cancelled:
      tell { $0.taskDidCancel($1) }
    }
  }

  private func perform(_ action: SessionTaskState.Action) {
    switch action {
    case .nothing: break
    case .start: owner?.start(self)
    case .goOn(let exchange): exchange?.resume()
    case .pause(let exchange): exchange?.pause()
    case .abort(let exchange): exchange.cancel()
    case .finishRunning(let runner):
      runner?.cancel()
      owner?.finish(self, .failure(.cancelled(originalRequest)))
    case .finishUnstarted: owner?.finish(self, .failure(.cancelled(originalRequest)))
    }
  }
}

extension SessionTask: Hashable {
  /// Whether both are the same task.
  public static func == (left: SessionTask, right: SessionTask) -> Bool { left === right }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
