/// Times and sizes of one transfer.
///
/// The times run from the start of the transfer, in microseconds, and grow in this order; a step
/// that was not needed (a kept connection) has the time of the one before or 0.
public struct TransferMetrics: Sendable, Hashable {
  /// When the transfer started, in microseconds since 1970.
  public var startedAt: Int64 = 0
  /// Until the name was resolved.
  public var nameLookup: Int64 = 0
  /// Until the connection stood.
  public var connect: Int64 = 0
  /// Until TLS stood, 0 without TLS.
  public var appConnect: Int64 = 0
  /// Until the request could be sent.
  public var preTransfer: Int64 = 0
  /// Until the first byte of the response.
  public var startTransfer: Int64 = 0
  /// Until the end.
  public var total: Int64 = 0
  /// How many connections were opened for it.
  public var connectionsOpened = 0
  /// How often the request was sent again because the kept connection it went out on broke before
  /// any answer, or its server refused it (RFC 9113 section 8.7).
  public var resends = 0
  /// The version that was spoken, nil before an answer.
  public var version: TransferHead.Version?
  /// Our address.
  public var localAddress = ""
  /// Our port.
  public var localPort = 0
  /// The server's or proxy's address.
  public var remoteAddress = ""
  /// The server's or proxy's port.
  public var remotePort = 0
  /// The bytes of the request's head.
  public var requestHeadSize: Int64 = 0
  /// The bytes of the request's body.
  public var requestBodySize: Int64 = 0
  /// The bytes of all heads received.
  public var responseHeadSize: Int64 = 0
  /// The bytes of the response's body as they came, before decompression.
  public var responseBodySize: Int64 = 0

  /// Makes metrics of zeros.
  public init() {}

  /// Adds a time that had passed before libcurl began to count.
  mutating func shift(by earlier: Int64) {
    guard earlier > 0 else { return }
    nameLookup += earlier
    connect += earlier
    appConnect += earlier
    preTransfer += earlier
    startTransfer += earlier
    total += earlier
  }

  /// Whether a kept connection was used.
  public var reusedConnection: Bool { connectionsOpened == 0 && remotePort != 0 }
}
