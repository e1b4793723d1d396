import CurlTransport

extension SessionResponse {
  /// Takes over what the transport received.
  init(_ reply: TransferResponse, url: URI) {
    self.init(reply.head, metrics: reply.metrics, url: url)
  }

  init(_ head: TransferHead, metrics: TransferMetrics?, url: URI) {
    self.init(
      url: url,
      status: head.status,
      reason: head.reason,
      version: head.version.major < 2
        ? "\(head.version.major).\(head.version.minor)" : "\(head.version.major)",
      headers: HTTPHeaders(head.headers),
      remoteAddress: metrics?.remoteAddress
    )
  }
}
