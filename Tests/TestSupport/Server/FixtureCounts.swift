/// What a fixture server has counted so far.
public struct FixtureCounts: Sendable, Hashable {
  /// Requests handed to the routes.
  public internal(set) var requests = 0
  /// Heads that no request could be read from.
  public internal(set) var malformedRequests = 0
  /// Connections accepted.
  public internal(set) var connectionsAccepted = 0
  /// Connections closed, by whichever side.
  public internal(set) var connectionsClosed = 0
  /// TLS connections closed before their handshake was done.
  public internal(set) var handshakesFailed = 0
  /// Bytes that came, as the sockets gave them (encrypted under TLS).
  public internal(set) var bytesReceived = 0
  /// Bytes of HTTP/1.1 that came, decrypted; 0 for HTTP/2.
  public internal(set) var plainBytesReceived = 0

  /// Connections open now.
  public var connectionsOpen: Int { connectionsAccepted - connectionsClosed }
}
