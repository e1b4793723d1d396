import CurlTransport

/// Who asks for a token, where and for what.
public struct OAuth2ClientCredentials: Sendable, Hashable {
  /// Where tokens are given out.
  public var tokenURL: URI
  /// The client's name.
  public var clientID: String
  /// The client's password.
  public var clientSecret: String
  /// What the token is for, `nil` for the server's default.
  public var scope: String?
  /// Whether the token's server gets the header fields that the session adds to its requests.
  public var sendsSessionHeaders = false

  /// Creates credentials.
  public init(tokenURL: URI, clientID: String, clientSecret: String, scope: String? = nil) {
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scope = scope
  }

  /// The longest answer of a token's server that is taken, in bytes.
  static let answerLimit = 1 << 20

  /// How a token is fetched for a request: as the request is sent, without its credentials.
  ///
  /// What speaks of the request's own server alone holds for a token of the same origin only: a socket
  /// in the place of the host, the version of HTTP, and a check of the certificate such as pins.
  func transport(for request: SessionRequest) -> TransferOptions {
    var options = request.transport ?? TransferOptions()
    options.authentication = nil
    options.bodyLimit = min(options.bodyLimit, Self.answerLimit)
    if options.idleTimeout == nil { options.idleTimeout = request.attributes.timeoutInterval }
    guard !tokenURL.hasSameOrigin(as: request.url) else { return options }
    options.unixSocketPath = nil
    options.httpVersion = .automatic
    // A server that nothing else verifies keeps its check, whatever that says of another one.
    if !options.tls.insecure { options.tls.trust = nil }
    return options
  }
}
