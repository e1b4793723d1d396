import CurlTransport

/// Makes single exchanges, and is asked where a session's owner may have a say.
protocol HopTransport: Sendable {
  /// Where exchanges are made.
  var loop: TransferLoop { get }

  /// Makes one exchange.
  ///
  /// - Parameters:
  ///   - transfer: what the transport is given.
  ///   - request: what is sent, for errors and events.
  /// - Returns: the whole answer.
  /// - Throws: ``SessionError`` when there is none.
  func transfer(
    _ transfer: TransferRequest,
    of request: SessionRequest
  ) async throws(SessionError) -> TransferResponse

  /// Says what a redirect becomes, `nil` to deliver the redirect itself.
  func redirect(
    _ response: SessionResponse,
    to request: SessionRequest
  ) async -> SessionRequest?

  /// Says how to answer a challenge that the request's own credentials do not.
  func answer(_ challenge: ChallengeContext) async -> ChallengeAnswer

  /// Gives a body that cannot be sent again anew, `nil` if nobody can.
  func newBody(for request: SessionRequest) async -> RequestBody?

  /// Hears of every exchange, the last one included.
  func collected(_ hop: SessionMetrics.Hop)

  /// Hears of the request as the adapters left it.
  func adapted(_ request: SessionRequest)

  /// Hears of every request that is about to be sent, cookies included.
  func sending(_ request: SessionRequest)

  /// Hears that a request is sent again after a while.
  func retrying(_ request: SessionRequest, after delay: Duration)
}

extension HopTransport {
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

/// Exchanges without anybody listening: one call of the transport each.
struct DirectHops: HopTransport {
  let loop: TransferLoop

  func transfer(
    _ transfer: TransferRequest,
    of request: SessionRequest
  ) async throws(SessionError) -> TransferResponse {
    do throws(CurlError) {
      return try await loop.transfer(transfer)
    } catch {
      throw SessionError(error, request: request)
    }
  }
}
