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

extension TransferHead.Version {
  /// `1.0`, `1.1`, `2`, `3`.
  fileprivate var number: String {
    switch (major, minor) {
    case (1, 0): "1.0"
    case (1, 1): "1.1"
    case (2, _): "2"
    case (3, _): "3"
    case (..<2, _): "\(major).\(minor)"
    case _: "\(major)"
    }
  }
}

extension SessionResponse {
  /// Takes over what the transport received.
  init(_ head: TransferHead, metrics: TransferMetrics?, url: URI) {
    self.init(
      url: url,
      status: head.status,
      reason: head.reason,
      version: head.version.number,
      headers: HTTPHeaders(head.headers),
      remoteAddress: metrics?.remoteAddress
    )
  }
}
