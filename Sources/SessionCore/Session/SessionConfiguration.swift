public import CurlTransport

/// What a session does with every request unless the request says otherwise.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.cookies = nil
/// configuration.redirects = .never
/// configuration.transport.timeout = .seconds(30)
/// let session = URLSessionManager(configuration: configuration)
/// ```
///
/// An archive of it (`Codable`) keeps what is data: headers, transport, ``compression``, redirects,
/// ``retries``, cookies, the place and bounds of the cache, what is said of trust and the directory.
/// What is code or a secret of its own is left out: adapters, retriers, monitors,
/// ``defaultInterface``, ``now``, ``authentication``, ``credentials``, the condition of ``compression`` and what
/// ``CurlTransport/TransferOptions`` says of itself. Headers and cookies may hold credentials, so an
/// archive is to be kept like a password.
public struct SessionConfiguration: Sendable {
  /// Headers of every request that does not have them.
  public var headers: HTTPHeaders = [:]
  /// Limits, versions, proxy and TLS of requests that have none of their own.
  public var transport = TransferOptions()
  /// How the bodies of requests are compressed, `nil` for not at all.
  public var compression: RequestCompression?
  /// How redirects are followed.
  public var redirects = RedirectPolicy.standard
  /// What is sent again, `nil` for nothing.
  public var retries: RetryPolicy?
  /// What changes requests before they are sent, in order; a request's own adapter comes last.
  public var adapters: [any RequestAdapter] = []
  /// Who is asked whether a failed request is sent again, in order, before ``retries``.
  public var retriers: [any RequestRetrier] = []
  /// The monitors that are notified of every event of every task, in order.
  public var monitors: [any SessionEventMonitor] = []
  /// Where cookies are kept, `nil` for nowhere; every configuration starts with a jar of its own.
  public var cookies: CookieStorage? = CookieStorage()
  /// Where answers are kept for later requests, `nil` for nowhere.
  public var cache: ResponseCache?
  /// How requests without their own say who they come from.
  public var authentication: Authentication?
  /// What answers challenges of requests without ``authentication``, `nil` for nothing.
  public var credentials: CredentialStorage?
  /// Which servers are believed; `nil` leaves that to the transport's options.
  ///
  /// AFNetworking's session-wide challenge block takes the policy's place; here that is a
  /// ``CurlTransport/TransferOptions/TLS/trust`` of one's own in ``transport``, with `insecure` set
  /// so that nothing else decides, and no policy.
  public var securityPolicy: SecurityPolicy?
  /// Which servers are believed host by host, before ``securityPolicy``; `nil` for that alone.
  public var serverTrust: ServerTrustManager?
  /// Where downloads are written before they are moved.
  public var temporaryDirectory = "/tmp"
  /// The network interface of the default route, for requests that must not use a mobile network.
  public var defaultInterface: @Sendable () -> String? = DefaultRoute.interface
  /// Seconds since 1970, for cookies, tokens and the cache.
  public var now: @Sendable () -> Double = SystemClock.secondsSince1970

  /// Creates a configuration: cookies in a jar of its own, up to 16 redirects, no cache.
  public init() {}
}
