import CurlTransport

/// A scheme that libcurl speaks itself, because it belongs to the connection.
struct TransportAuthentication: AuthenticationScheme {
  let authentication: TransferOptions.Authentication

  func prepare(
    _ request: inout SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) {
    var options = request.transport ?? TransferOptions()
    options.authentication = authentication
    request.transport = options
  }
}

extension Authentication {
  /// Speaks NTLM with user and password.
  public static func ntlm(user: String, password: String) -> Self {
    Self(TransportAuthentication(authentication: .ntlm(user: user, password: password)))
  }

  /// Negotiates with the credentials of the environment (RFC 4559).
  public static var negotiate: Self { Self(TransportAuthentication(authentication: .negotiate)) }
}
