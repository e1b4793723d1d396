/// What one task has in the place of its session's hooks, as AFNetworking 2's operations have it.
struct TaskBlocks: Sendable {
  /// In the place of ``SessionEvents/willRedirect``.
  var willRedirect: (@Sendable (SessionTask, SessionResponse, SessionRequest) -> SessionRequest?)?
  /// In the place of ``SessionEvents/willCacheResponse``.
  var willCacheResponse: (@Sendable (SessionTask, CachedResponse) -> CachedResponse?)?
  /// In the place of ``SessionEvents/didReceiveChallenge``.
  var didReceiveChallenge: (@Sendable (SessionTask, ChallengeContext) async -> ChallengeAnswer)?
  /// Whether the body of a download may be put into the cache.
  var cachesDownload = false
  /// Takes the body of a download while it comes.
  var output: OutputPump?

  /// The session's hooks with these in the place of theirs.
  func over(_ hooks: SessionEvents) -> SessionEvents {
    var hooks = hooks
    if let willRedirect { hooks.willRedirect = willRedirect }
    if let willCacheResponse { hooks.willCacheResponse = willCacheResponse }
    if let didReceiveChallenge { hooks.didReceiveChallenge = didReceiveChallenge }
    return hooks
  }
}
