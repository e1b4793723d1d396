import CurlTransport

extension TransferHead {
  /// The head that an answer was made from.
  init(_ response: SessionResponse) {
    let numbers = response.version.split(separator: ".").compactMap { Int($0) }
    self.init(
      version: Version(major: numbers.first ?? 1, minor: numbers.count > 1 ? numbers[1] : 0),
      status: response.status,
      reason: response.reason,
      headers: response.headers.transferHeaders
    )
  }
}

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
