import CurlTransport

/// Who asks for a token, where and for what.
public struct OAuth2Credentials: Sendable, Hashable {
  /// What a token is given for.
  public enum Grant: Sendable, Hashable {
    /// The client itself (RFC 6749 section 4.4).
    case clientCredentials
    /// The name and the password of a user (RFC 6749 section 4.3).
    case password(user: String, password: String)
    /// A token that came with an earlier one (RFC 6749 section 6); a new one in the answer takes its place.
    case refreshToken(String)
  }

  /// How the client shows who it is (RFC 6749 section 2.3.1).
  public enum ClientAuthentication: Sendable, Hashable {
    /// Name and password in the header `Authorization`.
    case basic
    /// Name and password in the body.
    case post
  }

  /// A parameter of the token's request that RFC 6749 does not know.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value, not encoded.
    public var value: String

    /// Gives a parameter its value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Where tokens are given out.
  public var tokenURL: URI
  /// The client's name.
  public var clientID: String
  /// The client's password; one without sends its name in the body.
  public var clientSecret: String?
  /// What the token is given for.
  public var grant: Grant
  /// How the client shows who it is.
  public var clientAuthentication: ClientAuthentication
  /// What the token is for, `nil` for the server's default.
  public var scope: String?
  /// Whom the token is for, as some servers ask; `nil` for the server's default.
  public var audience: String?
  /// Further parameters, in order.
  public var parameters: [Parameter]
  /// Whether the token's server gets the header fields that the session adds to its requests.
  public var sendsSessionHeaders = false

  /// Creates credentials.
  public init(
    tokenURL: URI,
    clientID: String,
    clientSecret: String?,
    grant: Grant = .clientCredentials,
    clientAuthentication: ClientAuthentication = .basic,
    scope: String? = nil,
    audience: String? = nil,
    parameters: [Parameter] = []
  ) {
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.grant = grant
    self.clientAuthentication = clientAuthentication
    self.scope = scope
    self.audience = audience
    self.parameters = parameters
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
