/// Says whether a request that failed is sent again.
///
/// A session asks its retriers in order, then its retry policy, then the request's own retrier; the
/// first answer that is not ``RetryDecision/doNotRetry`` stands (as in Alamofire, which AFNetworking
/// has nothing like).
///
/// ```swift
/// struct OnceMore: RequestRetrier {
///   func decide(
///     on request: SessionRequest, status: Int?, error: SessionError?, retries: Int
///   ) async -> RetryDecision {
///     retries == 0 && status == 429 ? .retry(after: .seconds(1)) : .doNotRetry
///   }
/// }
/// configuration.retriers = [OnceMore()]
/// ```
public protocol RequestRetrier: Sendable {
  /// Asked after each answer from 300 on and after each failure but a cancellation.
  ///
  /// - Parameters:
  ///   - request: what was sent.
  ///   - status: the status of the answer, if one came.
  ///   - error: what went wrong, if something did.
  ///   - retries: how often the request was sent again before, by whomever.
  /// - Returns: what is to be done.
  func decide(
    on request: SessionRequest,
    status: Int?,
    error: SessionError?,
    retries: Int
  ) async -> RetryDecision
}

/// What to do with a request that failed.
public enum RetryDecision: Sendable {
  /// It is sent again after a while; a body that cannot be read a second time ends it with -1021.
  case retry(after: Duration)
  /// The next retrier is asked; after the last one, the result is delivered.
  case doNotRetry
  /// It ends with this error.
  case fail(SessionError)
}

extension RetryPolicy: RequestRetrier {
  /// Decides by method, status, code and count.
  public func decide(
    on request: SessionRequest,
    status: Int?,
    error: SessionError?,
    retries: Int
  ) async -> RetryDecision {
    delay(beforeRetrying: request, status: status, error: error, retries: retries)
      .map { .retry(after: $0) } ?? .doNotRetry
  }
}
