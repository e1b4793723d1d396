/// Is notified of the whole life of a session's tasks; every callback may be left out.
///
/// The counterpart of AFNetworking's many notifications, with the callbacks that Alamofire's event
/// monitors have. A session may have several, and a request its own: those of the session are called
/// first, all in the one line of the session's callbacks, in the order in which things happened. A
/// monitor watches; what wants to decide is a hook (``SessionEvents``), an adapter or a retrier.
///
/// ```swift
/// struct Log: SessionEventMonitor {
///   func taskDidFinish(_ task: SessionTask, _ result: SessionEvent.Completion) {
///     print(task.originalRequest.url, result.error?.message ?? "fine")
///   }
/// }
/// configuration.monitors = [Log()]
/// ```
public protocol SessionEventMonitor: Sendable {
  /// A task was made; it does not run yet.
  func taskDidCreate(_ task: SessionTask)
  /// A task was started, or goes on.
  func taskDidResume(_ task: SessionTask)
  /// A task stops for a while.
  func taskDidSuspend(_ task: SessionTask)
  /// A task was cancelled.
  func taskDidCancel(_ task: SessionTask)
  /// All adapters have changed the request.
  func task(_ task: SessionTask, didAdapt request: SessionRequest)
  /// A request goes out: the first one, or one after a redirect, a challenge or a failure.
  func task(_ task: SessionTask, willSend request: SessionRequest)
  /// Bytes of the body have gone: in total, and of how many (-1 unknown).
  func task(_ task: SessionTask, didSendBytes sent: Int64, of total: Int64)
  /// The head of an answer has come.
  func task(_ task: SessionTask, didReceive response: SessionResponse)
  /// Bytes of an answer have come: these, in total, and of how many (-1 unknown).
  func task(_ task: SessionTask, didReceiveBytes count: Int64, sum: Int64, of total: Int64)
  /// An exchange is complete, or broke off behind its head; the last one is reported as well.
  func task(_ task: SessionTask, didCollect hop: SessionMetrics.Hop)
  /// A server wants to know who is asking.
  func task(_ task: SessionTask, didReceive challenge: ChallengeContext)
  /// A redirect leads to this request, unless a hook changes it.
  func task(
    _ task: SessionTask,
    didReceive redirect: SessionResponse,
    to request: SessionRequest
  )
  /// The request is sent again after a while.
  func task(_ task: SessionTask, willRetry request: SessionRequest, after delay: Duration)
  /// All exchanges of a task are known, also of one that fails after the first head.
  func task(_ task: SessionTask, didCollect metrics: SessionMetrics)
  /// A download is where its owner wants it.
  func task(_ task: SessionTask, didMoveDownloadTo path: String)
  /// A download cannot be moved.
  func task(_ task: SessionTask, didFailToMoveDownload error: SessionError)
  /// A task has ended, its body not decoded yet.
  func task(_ task: SessionTask, didCompleteWith error: SessionError?)
  /// The body was decoded, which took so long.
  func task(
    _ task: SessionTask,
    didDecode result: SessionEvent.Completion,
    in duration: Duration
  )
  /// The owner of a task has been notified of its end; nothing follows.
  func taskDidFinish(_ task: SessionTask, _ result: SessionEvent.Completion)
  /// The session is invalid now; only those of the session are called.
  func sessionDidBecomeInvalid()
}

extension SessionEventMonitor {
  /// Does nothing.
  public func taskDidCreate(_ task: SessionTask) {}
  /// Does nothing.
  public func taskDidResume(_ task: SessionTask) {}
  /// Does nothing.
  public func taskDidSuspend(_ task: SessionTask) {}
  /// Does nothing.
  public func taskDidCancel(_ task: SessionTask) {}
  /// Does nothing.
  public func task(_ task: SessionTask, didAdapt request: SessionRequest) {}
  /// Does nothing.
  public func task(_ task: SessionTask, willSend request: SessionRequest) {}
  /// Does nothing.
  public func task(_ task: SessionTask, didSendBytes sent: Int64, of total: Int64) {}
  /// Does nothing.
  public func task(_ task: SessionTask, didReceive response: SessionResponse) {}
  /// Does nothing.
  public func task(
    _ task: SessionTask,
    didReceiveBytes count: Int64,
    sum: Int64,
    of total: Int64
  ) {}
  /// Does nothing.
  public func task(_ task: SessionTask, didCollect hop: SessionMetrics.Hop) {}
  /// Does nothing.
  public func task(_ task: SessionTask, didReceive challenge: ChallengeContext) {}
  /// Does nothing.
  public func task(
    _ task: SessionTask,
    didReceive redirect: SessionResponse,
    to request: SessionRequest
  ) {}
  /// Does nothing.
  public func task(
    _ task: SessionTask,
    willRetry request: SessionRequest,
    after delay: Duration
  ) {}
  /// Does nothing.
  public func task(_ task: SessionTask, didCollect metrics: SessionMetrics) {}
  /// Does nothing.
  public func task(_ task: SessionTask, didMoveDownloadTo path: String) {}
  /// Does nothing.
  public func task(_ task: SessionTask, didFailToMoveDownload error: SessionError) {}
  /// Does nothing.
  public func task(_ task: SessionTask, didCompleteWith error: SessionError?) {}
  /// Does nothing.
  public func task(
    _ task: SessionTask,
    didDecode result: SessionEvent.Completion,
    in duration: Duration
  ) {}
  /// Does nothing.
  public func taskDidFinish(_ task: SessionTask, _ result: SessionEvent.Completion) {}
  /// Does nothing.
  public func sessionDidBecomeInvalid() {}
}
