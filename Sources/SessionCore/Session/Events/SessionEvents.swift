/// A session's hooks; what is `nil` takes its default way and costs nothing.
///
/// All are called one after the other, never two at once within a session. A hook must not wait for a
/// request of its own session, whose end waits for the hook: a challenge that takes time is put off
/// with ``DeferredChallengeAnswer``. Only the response that a task ends with is reported, not those
/// of redirects that are followed, challenges that are answered and failures that are tried again.
///
/// These are AFNetworking's blocks but for three. A server's trust is no challenge here: what takes
/// the place of the security policy, as AFNetworking's session-wide challenge block does, is
/// ``CurlTransport/TransferOptions/TLS/trust``, and a certificate of one's own is among the
/// transport's options as well. Challenges of proxies (407) are answered by the transport with the
/// credentials of the proxy's URL. And no session lives on in the background when its process has
/// ended, so there is neither a block for the end of background events nor an upload task that is
/// made anew for them.
///
/// ```swift
/// session.updateEvents { $0.willRedirect = { task, response, request in nil } }
/// ```
public struct SessionEvents: Sendable {
  /// What to do with an answer whose head has come.
  public enum Disposition: Sendable, Hashable {
    /// The body is taken.
    case allow
    /// The task ends with -999.
    case cancel
    /// The body goes to a file, which ``SessionEvents/didFinishDownloading`` is asked about.
    case becomeDownload
  }

  /// Says where a finished download goes, `nil` to discard it.
  public typealias Destination =
    @Sendable (_ temporaryPath: String, _ response: SessionResponse) -> String?

  /// The session is invalid now.
  public var didBecomeInvalid: (@Sendable () -> Void)?
  /// A server wants to know who is asking.
  ///
  /// When the task is cancelled, the Swift task that runs the hook is cancelled as well, and others are
  /// called while a hook that ignores this goes on.
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
  /// A task whose answer was to become a download has become one.
  ///
  /// It stays the same task with the same identifier. From here on ``didWriteData`` and
  /// ``didFinishDownloading`` are called in the place of ``didReceiveData``.
  public var didBecomeDownload: (@Sendable (SessionTask) -> Void)?
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
