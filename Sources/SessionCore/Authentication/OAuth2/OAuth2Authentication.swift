/// A token of OAuth 2, fetched when it is needed.
struct OAuth2Authentication: AuthenticationScheme {
  let credentials: OAuth2Credentials
  let cache: OAuth2TokenCache

  func prepare(
    _ request: inout SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) {
    let token = try await cache.token(
      for: credentials,
      refused: nil,
      request: request,
      context: context
    )
    request.headers["Authorization"] = "Bearer \(token.text)"
  }

  func answer(
    _ challenge: ChallengeContext,
    to request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> String? {
    guard challenge.previousFailureCount == 0, let header = request.headers["Authorization"] else {
      return nil
    }
    let token = try await cache.token(
      for: credentials,
      refused: String(header.dropFirst("Bearer ".count)),
      request: request,
      context: context
    )
    return "Bearer \(token.text)"
  }
}

extension Authentication {
  /// Fetches a token of OAuth 2 (RFC 6749).
  ///
  /// - Parameters:
  ///   - credentials: who asks, where and for what.
  ///   - cache: keeps tokens for all requests with the same credentials.
  /// - Returns: the way to say it.
  public static func oauth2(
    _ credentials: OAuth2Credentials,
    cache: OAuth2TokenCache
  ) -> Self {
    Self(OAuth2Authentication(credentials: credentials, cache: cache))
  }
}
