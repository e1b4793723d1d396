public import HTTPMessages

/// A whole response.
public struct TransferResponse: Sendable {
  /// The last head; heads of 1xx and of challenges that libcurl answered are passed over.
  public let head: TransferHead
  /// The body, decoded unless ``TransferOptions/decodesContent`` is off.
  public let body: [UInt8]
  /// Fields that came after the body.
  public let trailers: TransferHeaders
  /// The target of a 3xx as an absolute URL, or nil.
  public let redirectURL: String?
  /// Times and sizes.
  public let metrics: TransferMetrics

  /// The status of the head.
  public var status: Int { head.status }
  /// The header fields of the head.
  public var headers: TransferHeaders { head.headers }

  /// Makes a response.
  public init(
    head: TransferHead,
    body: [UInt8],
    trailers: TransferHeaders,
    redirectURL: String?,
    metrics: TransferMetrics
  ) {
    self.head = head
    self.body = body
    self.trailers = trailers
    self.redirectURL = redirectURL
    self.metrics = metrics
  }
}
