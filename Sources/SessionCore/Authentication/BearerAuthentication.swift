/// A token in the header (RFC 6750).
struct BearerAuthentication: AuthenticationScheme {
  let token: String

  func prepare(
    _ request: inout SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) {
    request.headers["Authorization"] = "Bearer \(token)"
  }
}

extension Authentication {
  /// Sends a token (RFC 6750).
  public static func bearer(_ token: String) -> Self { Self(BearerAuthentication(token: token)) }
}
