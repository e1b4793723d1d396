import CurlTransport

/// Makes single exchanges, and is asked where a session's owner may have a say.
protocol HopTransport: Sendable {
  /// Makes requests beside the task's own, such as those for tokens.
  var direct: DirectHops { get }
  /// Whether nothing of an answer has gone to where it cannot be taken back.
  var canBeginAgain: Bool { get }

  /// Makes one exchange.
  ///
  /// - Parameters:
  ///   - sent: what the transport is given, and what it is made of, for errors and events; takes the whole answer.
  ///   - isValidation: whether a 304 stays between the cache and the server.
  /// - Throws: `SessionError` when there is no whole answer.
  func transfer(_ sent: SentRequest, isValidation: Bool) async throws(SessionError)

  /// The head and the times of the exchange that has just failed, if its head had come.
  func takeFailedExchange() -> (TransferHead, TransferMetrics)?

  /// Reports a response that needs no exchange, as if it came from one.
  ///
  /// - Returns: what the body is; empty when it has gone to a file.
  func deliver(
    _ response: SessionResponse,
    _ data: [UInt8],
    of request: SessionRequest
  ) async throws(SessionError) -> [UInt8]

  /// Reports the response of the last exchange, which is the task's response after all, unless that
  /// has been done.
  ///
  /// - Returns: what the body is; empty when it has gone to a file.
  func settle(
    _ response: SessionResponse,
    _ data: [UInt8],
    of request: SessionRequest
  ) async throws(SessionError) -> [UInt8]

  /// The body of the latest answer, for the cache.
  ///
  /// - Parameters:
  ///   - data: what the exchange gave of it.
  ///   - limit: the most bytes that are read from a file.
  /// - Returns: `nil` when it has gone elsewhere.
  func bodyToStore(_ data: [UInt8], limit: Int) -> [UInt8]?

  /// Says what of an answer is kept by the cache, `nil` for nothing.
  func willCache(_ proposed: CachedResponse) async -> CachedResponse?

  /// Waits before a request is sent again.
  ///
  /// - Throws: -999 as soon as the request is cancelled.
  func wait(for delay: Duration, of request: SessionRequest) async throws(SessionError)

  /// Says what a redirect becomes, `nil` to deliver the redirect itself.
  func redirect(
    _ response: SessionResponse,
    to request: SessionRequest
  ) async -> SessionRequest?

  /// Says how to answer a challenge that the request's own credentials do not.
  func answer(_ challenge: ChallengeContext) async -> ChallengeAnswer

  /// Gives a body that cannot be sent again anew, `nil` if nobody can.
  func newBody(for request: SessionRequest) async -> RequestBody?

  /// Is called for every exchange whose head came, the last one included.
  func collected(_ hop: SessionMetrics.Hop)

  /// Is called with the request as the adapters left it.
  func adapted(_ request: SessionRequest)

  /// Is called for every request that is about to be sent, cookies included.
  func sending(_ request: SessionRequest)

  /// Hears that a request is sent again after a while.
  func retrying(_ request: SessionRequest, after delay: Duration)
}

extension HopTransport {
  var canBeginAgain: Bool { true }

  func takeFailedExchange() -> (TransferHead, TransferMetrics)? { nil }

  func settle(
    _ response: SessionResponse,
    _ data: [UInt8],
    of request: SessionRequest
  ) async throws(SessionError) -> [UInt8] {
    data
  }

  func bodyToStore(_ data: [UInt8], limit: Int) -> [UInt8]? { data }

  func willCache(_ proposed: CachedResponse) async -> CachedResponse? { proposed }

  func redirect(_ response: SessionResponse, to request: SessionRequest) async -> SessionRequest? {
    request
  }

  func answer(_ challenge: ChallengeContext) async -> ChallengeAnswer { .performDefault }

  func newBody(for request: SessionRequest) async -> RequestBody? { nil }

  func collected(_ hop: SessionMetrics.Hop) {}

  func adapted(_ request: SessionRequest) {}

  func sending(_ request: SessionRequest) {}

  func retrying(_ request: SessionRequest, after delay: Duration) {}
}
