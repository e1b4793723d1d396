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
  /// Whether the certificates of servers are put into the metrics.
  ///
  /// TLS sessions are not resumed then, because a server sends no certificate on those.
  public var collectsTLSFacts = false
  // What most requests leave to the session, in one piece: a request is copied more often than made.
  private var own: Own?

  /// Who it says it comes from, beside what the headers say.
  public var authentication: Authentication? {
    get { own?.settings.authentication }
    set { if newValue != nil || authentication != nil { change { $0.authentication = newValue } } }
  }
  /// Whether ``SessionConfiguration/credentials`` may answer a challenge to this request.
  public var usesCredentialStorage: Bool {
    get { own?.settings.usesCredentialStorage ?? true }
    set {
      if newValue != usesCredentialStorage { change { $0.usesCredentialStorage = newValue } }
    }
  }
  /// Limits, versions, proxy and TLS of this request; `nil` for the session's own.
  ///
  /// An `idleTimeout` here stands over the attributes' `timeoutInterval`.
  public var transport: TransferOptions? {
    get { own?.settings.transport }
    set { if newValue != nil || transport != nil { change { $0.transport = newValue } } }
  }
  /// How redirects of this request are followed; `nil` for the session's own way.
  public var redirects: RedirectPolicy? {
    get { own?.settings.redirects }
    set { if newValue != nil || redirects != nil { change { $0.redirects = newValue } } }
  }
  /// How the body is compressed; `nil` for the session's own way, `.off` for not at all.
  public var compression: RequestCompression? {
    get { own?.settings.compression }
    set { if newValue != nil || compression != nil { change { $0.compression = newValue } } }
  }
  /// Takes the body of the answer as it comes, in place of ``SessionData/data``; `nil` for none.
  ///
  /// It also receives the bodies of redirects and challenges, each with a new beginning. What is read
  /// this way is not put into the cache.
  public var bodyReader: (any BodyReader)? {
    get { own?.settings.bodyReader }
    set { if newValue != nil || bodyReader != nil { change { $0.bodyReader = newValue } } }
  }
  /// Changes this request before it is sent, after those of the session.
  public var adapter: (any RequestAdapter)? {
    get { own?.settings.adapter }
    set { if newValue != nil || adapter != nil { change { $0.adapter = newValue } } }
  }
  /// Asked whether this request is sent again, after those of the session.
  public var retrier: (any RequestRetrier)? {
    get { own?.settings.retrier }
    set { if newValue != nil || retrier != nil { change { $0.retrier = newValue } } }
  }
  /// The monitors that are notified of this request's task, after those of the session.
  public var monitors: [any SessionEventMonitor] {
    get { own?.settings.monitors ?? [] }
    set { if !newValue.isEmpty || !monitors.isEmpty { change { $0.monitors = newValue } } }
  }

  /// The names of fields that are not sent, whoever would set them, in lower case.
  ///
  /// It holds for the session's own headers, credentials, cookies and what the transport adds, after
  /// redirects too. `Host` and what frames the body (`Content-Length`, `Transfer-Encoding`) are sent
  /// all the same.
  public var omittedHeaders: Set<String> {
    get { own?.settings.omittedHeaders ?? [] }
    set {
      if !newValue.isEmpty || !omittedHeaders.isEmpty { change { $0.omittedHeaders = newValue } }
    }
  }
  /// Takes down the head of each exchange as it goes out; `nil` for none.
  public var sentHead: SentHead? {
    get { own?.settings.sentHead }
    set { if newValue != nil || sentHead != nil { change { $0.sentHead = newValue } } }
  }

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
  ///   - redirects: how redirects are followed, `nil` for the session's own way.
  public init(
    method: String = "GET",
    url: URI,
    headers: HTTPHeaders = [:],
    body: RequestBody = .none,
    attributes: RequestAttributes = .init(),
    authentication: Authentication? = nil,
    transport: TransferOptions? = nil,
    redirects: RedirectPolicy? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.attributes = attributes
    if authentication != nil || transport != nil || redirects != nil {
      own = Own(
        Settings(authentication: authentication, transport: transport, redirects: redirects)
      )
    }
  }

  private mutating func change(_ change: (inout Settings) -> Void) {
    var settings = own?.settings ?? Settings()
    change(&settings)
    own = Own(settings)
  }
}

extension SessionRequest {
  private struct Settings: Sendable {
    var authentication: Authentication?
    var transport: TransferOptions?
    var redirects: RedirectPolicy?
    var compression: RequestCompression?
    var bodyReader: (any BodyReader)?
    var adapter: (any RequestAdapter)?
    var retrier: (any RequestRetrier)?
    var monitors: [any SessionEventMonitor] = []
    var omittedHeaders: Set<String> = []
    var sentHead: SentHead?
    var usesCredentialStorage = true
  }

  private final class Own: Sendable {
    let settings: Settings

    init(_ settings: Settings) { self.settings = settings }
  }
}
