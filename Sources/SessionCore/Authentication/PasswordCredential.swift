import Cryptography
import Encodings

/// A name with its password, used as the server's challenges ask.
struct PasswordCredential: Sendable, Hashable {
  var user: String
  var password: String

  /// The value of `Authorization` for the strongest challenge that can be answered, whatever their
  /// order: a digest by SHA-256, then one by MD5, then the bare password.
  ///
  /// - Parameters:
  ///   - challenges: what the server offers.
  ///   - request: what it answers.
  ///   - count: the how-manieth time the same challenge is answered, from 1.
  /// - Returns: `nil` when none can be answered.
  /// - Throws: `SessionError` when no digest can be made.
  func header(
    for challenges: [AuthenticationChallenge],
    request: SessionRequest,
    count: UInt32 = 1
  ) throws(SessionError) -> String? {
    for challenge in DigestAuthorization.strongestFirst(challenges) {
      if let digest = try digest(challenge, request: request, count: count) { return digest }
    }
    guard challenges.contains(where: { $0.scheme == "basic" }) else { return nil }
    return Authentication.basicHeader(user: user, password: password)
  }

  /// The answer to a digest challenge, `nil` to one of another kind.
  func digest(
    _ challenge: AuthenticationChallenge,
    request: SessionRequest,
    count: UInt32 = 1
  ) throws(SessionError) -> String? {
    guard let authorization = DigestAuthorization(challenge) else { return nil }
    return try authorization.header(
      user: user,
      password: password,
      method: request.method,
      uri: request.url.requestTarget,
      count: count,
      clientNonce: Hex.encode(SecureRandom.bytes(count: 16))
    )
  }
}

extension URI {
  /// User and password of the authority, their escapes undone.
  var credential: PasswordCredential? {
    guard let userInfo else { return nil }
    let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let user = PercentEncoding.decodeText(parts[0]), !user.utf8.contains(0),
      let password = parts.count > 1 ? PercentEncoding.decodeText(parts[1]) : "",
      !password.utf8.contains(0)
    else { return nil }
    return PasswordCredential(user: user, password: password)
  }
}
