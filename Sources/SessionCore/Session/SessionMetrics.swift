public import Cryptography
public import CurlTransport

/// Every exchange that one task needed: redirects, challenges and retries, in order.
public struct SessionMetrics: Sendable {
  /// The exchanges in order, the one that gave the answer last.
  public var hops: [Hop] = []
  /// How many of them followed a redirect.
  public var redirectCount = 0

  /// Creates metrics without any exchange.
  public init() {}

  /// One request with its answer.
  public struct Hop: Sendable {
    /// The request as it was sent, cookies and credentials included.
    public var request: SessionRequest
    /// The head of the answer.
    public var response: SessionResponse
    /// Times and sizes.
    public var transfer: TransferMetrics

    /// What TLS agreed upon and which certificates came, if the request asks for that.
    public var tls: TLSFacts?

    /// Creates a hop.
    public init(
      request: SessionRequest,
      response: SessionResponse,
      transfer: TransferMetrics,
      tls: TLSFacts? = nil
    ) {
      self.tls = tls
      self.request = request
      self.response = response
      self.transfer = transfer
    }
  }
}
