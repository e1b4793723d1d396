/// Basic, with the first request (RFC 7617).
struct BasicAuthentication: AuthenticationScheme {
  let credential: PasswordCredential

  func prepare(
    _ request: inout SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) {
    request.headers["Authorization"] = Authentication.basicHeader(
      user: credential.user,
      password: credential.password
    )
  }
}

/// Digest, after the server's challenge (RFC 7616).
struct DigestAuthentication: AuthenticationScheme {
  let credential: PasswordCredential

  func answer(
    _ challenge: ChallengeContext,
    to request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> String? {
    for offer in DigestAuthorization.strongestFirst(challenge.challenges) {
      // Refused credentials are not tried again, unless only the nonce was too old.
      let isStale = offer.parameters["stale"]?.lowercased() == "true"
      if challenge.previousFailureCount > (isStale ? 3 : 0) { continue }
      let count = challenge.answerCount
      if let header = try credential.digest(offer, request: request, count: count) { return header }
    }
    return nil
  }
}

extension Authentication {
  /// Sends user and password with the first request (RFC 7617).
  public static func basic(user: String, password: String) -> Self {
    Self(BasicAuthentication(credential: .init(user: user, password: password)))
  }

  /// Answers a digest challenge (RFC 7616: MD5, SHA-256, their session forms, `auth`).
  public static func digest(user: String, password: String) -> Self {
    Self(DigestAuthentication(credential: .init(user: user, password: password)))
  }
}
