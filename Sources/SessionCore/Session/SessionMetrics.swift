public import Cryptography
public import CurlTransport

/// Every exchange that one task needed: redirects, challenges and retries, in order.
///
/// Of a task that failed it has the exchanges before, and the last one if its head had come.
public struct SessionMetrics: Sendable {
  /// The exchanges in order, the one that gave the answer last.
  public var hops: [Hop] = []
  /// How many of them followed a redirect.
  public var redirectCount = 0

  /// Creates metrics without any exchange.
  public init() {}

  /// How often requests were sent again, in all exchanges, because the kept connection they went out on
  /// broke before any answer, or its server refused them; retries are exchanges of their own.
  public var resends: Int { hops.reduce(0) { $0 + $1.transfer.resends } }

  /// Whether the answer came from the cache, asked for anew or not.
  ///
  /// An answer that a server has confirmed with 304 has two hops: that of the 304 and that of the
  /// cache.
  public var isFromCache: Bool { hops.last?.source == .cache }

  /// Where the answer of a hop came from.
  public enum Source: Sendable, Hashable {
    /// A server.
    case network
    /// The cache; the times and sizes of such a hop are zero.
    case cache
  }

  /// One request with its answer.
  public struct Hop: Sendable {
    /// The request as it was sent, cookies and credentials included.
    public let request: SessionRequest
    /// The head of the answer.
    public let response: SessionResponse
    /// Times and sizes.
    public let transfer: TransferMetrics

    /// What TLS agreed upon and which certificates came, if the request asks for that.
    public let tls: TLSFacts?

    /// The fields as they went out, those of the transport's own included; `nil` unless the request has a
    /// ``SessionRequest/sentHead``.
    public let sentHeaders: HTTPHeaders?

    /// Where the answer came from.
    public let source: Source

    /// Creates a hop.
    public init(
      request: SessionRequest,
      response: SessionResponse,
      transfer: TransferMetrics,
      tls: TLSFacts? = nil,
      sentHeaders: HTTPHeaders? = nil,
      source: Source = .network
    ) {
      self.tls = tls
      self.sentHeaders = sentHeaders
      self.source = source
      self.request = request
      self.response = response
      self.transfer = transfer
    }
  }
}
