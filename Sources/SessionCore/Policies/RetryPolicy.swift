/// Which requests are sent again, how often and after what delay.
///
/// As in Alamofire: requests that do no harm when repeated, at most twice, after 0.5 and 1 seconds.
public struct RetryPolicy: Sendable, Hashable, Codable {
  /// How often a request is sent again at most.
  public var limit = 2
  /// The delay before the first retry.
  public var delay: Duration = .milliseconds(500)
  /// What each delay is multiplied by for the next.
  public var factor: Double = 2
  /// The methods that may be repeated.
  public var methods: Set<String> = ["DELETE", "GET", "HEAD", "OPTIONS", "PUT", "TRACE"]
  /// The statuses that are worth another try.
  public var statuses: Set<Int> = [408, 500, 502, 503, 504]
  /// The errors of `SessionError.Domain.url` that are worth another try.
  public var codes: Set<SessionError.Code> = [
    .cannotConnectToHost, .cannotFindHost, .dataNotAllowed, .networkConnectionLost,
    .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateNotYetValid,
    .timedOut,
  ]

  /// Creates a policy with Alamofire's defaults.
  public init() {}

  /// Sends again only what a lost connection has ended (Alamofire's `ConnectionLostRetryPolicy`).
  public static var connectionLost: Self {
    var policy = Self()
    policy.statuses = []
    policy.codes = [.networkConnectionLost]
    return policy
  }

  /// How long to wait before the request is sent again.
  ///
  /// - Parameters:
  ///   - request: what was sent.
  ///   - status: the status of the answer, if one came.
  ///   - error: what went wrong, if something did.
  ///   - retries: how often it was sent again before.
  /// - Returns: `nil` when it is not to be sent again.
  public func delay(
    beforeRetrying request: SessionRequest,
    status: Int?,
    error: SessionError?,
    retries: Int
  ) -> Duration? {
    guard retries < limit, methods.contains(request.method), request.body.isReplayable else {
      return nil
    }
    let isWorthIt =
      status.map(statuses.contains) ?? false
      || error.map { $0.domain == .url && codes.contains($0.code) } ?? false
    guard isWorthIt else { return nil }
    // In numbers that cannot overflow, whatever delay and factor say.
    var wait = min(delay / .seconds(1), Self.longestDelay)
    for _ in 0..<min(retries, 64) { wait = min(wait * factor, Self.longestDelay) }
    return wait > 0 ? .seconds(wait) : .zero
  }

  /// A day, in seconds.
  private static let longestDelay: Double = 86_400
}
