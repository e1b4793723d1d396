/// A session's hooks; what is `nil` takes its default way and costs nothing.
///
/// All are called one after the other, never two at once within a session.
///
/// ```swift
/// session.updateEvents { $0.willRedirect = { task, response, request in nil } }
/// ```
public struct SessionEvents: Sendable {
  /// What to do with an answer whose head has come.
  public enum Disposition: Sendable, Hashable {
    case allow
    case cancel
    /// The body goes to a file.
    case becomeDownload
  }

  /// Says where a finished download goes, `nil` to discard it.
  public typealias Destination =
    @Sendable (_ temporaryPath: String, _ response: SessionResponse) -> String?

  /// The session is invalid now.
  public var didBecomeInvalid: (@Sendable () -> Void)?
  /// A server wants to know who is asking.
  public var didReceiveChallenge:
    (@Sendable (SessionTask, ChallengeContext) async -> ChallengeAnswer)?
  /// A body that cannot be read a second time must be sent again.
  public var needNewBody: (@Sendable (SessionTask) -> RequestBody?)?
  /// A redirect is about to be followed; `nil` delivers the redirect itself.
  public var willRedirect:
    (@Sendable (SessionTask, SessionResponse, SessionRequest) -> SessionRequest?)?
  /// Bytes of the body have gone: in total, and of how many (-1 unknown).
  public var didSendBodyData: (@Sendable (SessionTask, _ sent: Int64, _ total: Int64) -> Void)?
  /// The task has ended; decoding may still go on.
  public var didComplete: (@Sendable (SessionTask, SessionError?) -> Void)?
  /// All exchanges of a task are known.
  public var didCollectMetrics: (@Sendable (SessionTask, SessionMetrics) -> Void)?
  /// The head of an answer has come.
  public var didReceiveResponse: (@Sendable (SessionTask, SessionResponse) -> Disposition)?
  /// An answer is about to be put into the cache; `nil` keeps it out, another one takes its place.
  ///
  /// Answers of downloads are not stored.
  public var willCacheResponse: (@Sendable (SessionTask, CachedResponse) -> CachedResponse?)?
  /// Bytes of an answer have come.
  public var didReceiveData: (@Sendable (SessionTask, [UInt8]) -> Void)?
  /// A download is complete; the answer stands over that of the task's own destination.
  public var didFinishDownloading:
    (@Sendable (SessionTask, _ temporaryPath: String, SessionResponse) -> String?)?
  /// A download goes on where another one broke off: from which byte, of how many (-1 unknown).
  public var didResume: (@Sendable (SessionTask, _ offset: Int64, _ total: Int64) -> Void)?
  /// Bytes of a download were written: these, in total, and of how many (-1 unknown).
  public var didWriteData:
    (@Sendable (SessionTask, _ written: Int64, _ sum: Int64, _ total: Int64) -> Void)?

  /// Creates hooks of which none is set.
  public init() {}
}
