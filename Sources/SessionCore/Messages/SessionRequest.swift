public import CurlTransport

/// One HTTP request, complete enough to be sent.
///
/// ```swift
/// var request = SessionRequest(url: try URI("https://example.com/orders"))
/// request.method = "POST"
/// request.headers["Content-Type"] = "text/plain"
/// request.body = .bytes(Array("hello".utf8))
/// ```
public struct SessionRequest: Sendable {
  /// The method, as it goes on the wire.
  public var method: String
  /// Where it goes; the fragment stays here.
  public var url: URI
  /// The header fields in the order they are sent.
  public var headers: HTTPHeaders
  /// What is sent behind the head.
  public var body: RequestBody
  /// How the session handles it.
  public var attributes: RequestAttributes
  /// Who it says it comes from, beside what the headers say.
  public var authentication: Authentication?
  /// Limits, versions, proxy and TLS of this request; `nil` for the session's own.
  ///
  /// An `idleTimeout` here stands over the attributes' `timeoutInterval`.
  public var transport: TransferOptions?
  /// How redirects of this request are followed; `nil` for the session's own way.
  public var redirects: RedirectPolicy?

  /// How the body is compressed; `nil` for the session's own way, `.off` for not at all.
  public var compression: RequestCompression?

  /// Whether the certificates of servers are put into the metrics.
  ///
  /// TLS sessions are not resumed then, because a server sends no certificate on those.
  public var collectsTLSFacts = false
  /// Takes the body of the answer as it comes, in place of ``SessionData/data``; `nil` for none.
  ///
  /// It hears of the bodies of redirects and challenges too, each with a new beginning. What is read
  /// this way is not put into the cache.
  public var bodyReader: (any BodyReader)?
  /// Changes this request before it is sent, after those of the session.
  public var adapter: (any RequestAdapter)?
  /// Asked whether this request is sent again, after those of the session.
  public var retrier: (any RequestRetrier)?
  /// Who hears of the life of this request's task, after those of the session.
  public var monitors: [any SessionEventMonitor] = []

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: a token, in the case that is to be sent.
  ///   - url: must be absolute, with scheme `http` or `https`, to be sent.
  ///   - headers: the fields in order.
  ///   - body: what is sent behind the head.
  ///   - attributes: how the session handles it.
  ///   - authentication: who it says it comes from.
  ///   - transport: limits, versions, proxy and TLS, `nil` for the session's own.
  public init(
    method: String = "GET",
    url: URI,
    headers: HTTPHeaders = [:],
    body: RequestBody = .none,
    attributes: RequestAttributes = .init(),
    authentication: Authentication? = nil,
    transport: TransferOptions? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.attributes = attributes
    self.authentication = authentication
    self.transport = transport
  }
}
