/// What happened in a session, for anybody who listens.
///
/// AFNetworking posts these as notifications; ``name`` and ``Completion/userInfo`` are the names
/// and keys it uses. There is no `NotificationCenter` here, because that is Foundation's: whoever
/// has one posts these under ``name``.
public enum SessionEvent: Sendable {
  /// A task was started, or goes on.
  case taskResumed(SessionTask)
  /// A task stops for a while.
  case taskSuspended(SessionTask)
  /// A task has ended, and its owner is notified.
  case taskCompleted(Completion)
  /// The session takes nothing any more, and all that ran in it has ended.
  case sessionInvalidated
  /// A download is where its owner wants it.
  case downloadMoved(SessionTask, path: String)
  /// A download cannot be moved.
  case downloadMoveFailed(SessionTask, SessionError)

  /// The end of a task.
  public struct Completion: Sendable {
    /// The task that ended.
    public var task: SessionTask
    /// What judged and decoded the answer, `nil` for a call that asked for bare bytes.
    public var serializer: (any ResponseSerializer)?
    /// What the body was decoded to; the path of a download.
    public var object: (any Sendable)?
    /// The body, unless it went to a file; of an incomplete response the bytes that arrived.
    public var data: [UInt8]?
    /// Where the body went.
    public var file: String?
    /// What went wrong.
    public var error: SessionError?
    /// Every exchange of the task, `nil` if no answer began.
    public var metrics: SessionMetrics?

    /// The same under AFNetworking's keys.
    public var userInfo: [String: any Sendable] {
      var info: [String: any Sendable] = [:]
      if let object {
        info["com.alamofire.networking.task.complete.serializedresponse"] = object
      }
      if let serializer {
        info["com.alamofire.networking.task.complete.responseserializer"] = serializer
      }
      if let data { info["com.alamofire.networking.complete.finish.responsedata"] = data }
      if let file { info["com.alamofire.networking.task.complete.assetpath"] = file }
      if let error { info["com.alamofire.networking.task.complete.error"] = error }
      if let metrics {
        info["com.alamofire.networking.complete.sessiontaskmetrics"] = metrics
      }
      return info
    }
  }

  /// AFNetworking's name of the notification.
  public var name: String {
    switch self {
    case .taskResumed: "com.alamofire.networking.task.resume"
    case .taskSuspended: "com.alamofire.networking.task.suspend"
    case .taskCompleted: "com.alamofire.networking.task.complete"
    case .sessionInvalidated: "com.alamofire.networking.session.invalidate"
    case .downloadMoved: "com.alamofire.networking.session.download.file-manager-succeed"
    case .downloadMoveFailed: "com.alamofire.networking.session.download.file-manager-error"
    }
  }
}
