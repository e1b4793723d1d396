import Cryptography
import Encodings

/// The answer to one digest challenge (RFC 7616; `auth` and the older form without `qop`).
package struct DigestAuthorization {
  private let challenge: AuthenticationChallenge
  private let algorithm: DigestAlgorithm
  private let isSession: Bool
  private let hasQuality: Bool

  /// Takes a challenge that it can answer, else gives `nil`.
  package init?(_ challenge: AuthenticationChallenge) {
    guard challenge.scheme == "digest", challenge.parameters["nonce"] != nil else { return nil }
    switch challenge.parameters["algorithm"]?.lowercased() {
    case nil, "md5": (algorithm, isSession) = (.md5, false)
    case "md5-sess": (algorithm, isSession) = (.md5, true)
    case "sha-256": (algorithm, isSession) = (.sha256, false)
    case "sha-256-sess": (algorithm, isSession) = (.sha256, true)
    case _: return nil
    }
    if let qualities = challenge.parameters["qop"] {
      let names = qualities.split(separator: ",").map { $0.trimmingBlanks.lowercased() }
      guard names.contains("auth") else { return nil }
      hasQuality = true
    } else {
      hasQuality = false
    }
    self.challenge = challenge
  }

  /// Challenges in the order in which they are to be answered: those by SHA-256 before all others,
  /// each kind in the server's order.
  package static func strongestFirst(
    _ challenges: [AuthenticationChallenge]
  ) -> [AuthenticationChallenge] {
    zip(challenges, challenges.map { Self($0)?.algorithm == .sha256 })
      .sorted { $0.1 && !$1.1 }.map(\.0)
  }

  /// The value of the `Authorization` header.
  ///
  /// - Parameters:
  ///   - user: who asks.
  ///   - password: the secret.
  ///   - method: of the request.
  ///   - uri: path and query as they stand in the request line.
  ///   - count: how often the nonce has been used, this time included.
  ///   - clientNonce: random text, new for each request.
  /// - Returns: the whole value.
  /// - Throws: ``SessionError`` when no digest can be made.
  package func header(
    user: String,
    password: String,
    method: String,
    uri: String,
    count: UInt32,
    clientNonce: String
  ) throws(SessionError) -> String {
    let nonce = challenge.parameters["nonce"] ?? ""
    let realm = challenge.realm ?? ""
    let nonceCount = Hex.text(UInt64(count), width: 8)
    var secret = try hash("\(user):\(realm):\(password)")
    if isSession { secret = try hash("\(secret):\(nonce):\(clientNonce)") }
    let target = try hash("\(method):\(uri)")
    let response =
      hasQuality
      ? try hash("\(secret):\(nonce):\(nonceCount):\(clientNonce):auth:\(target)")
      : try hash("\(secret):\(nonce):\(target)")
    var text = "Digest username=\(quote(user)), realm=\(quote(realm)), nonce=\(quote(nonce))"
    text += ", uri=\(quote(uri)), response=\"\(response)\""
    if let name = challenge.parameters["algorithm"] { text += ", algorithm=\(name)" }
    if let opaque = challenge.parameters["opaque"] { text += ", opaque=\(quote(opaque))" }
    if hasQuality {
      text += ", qop=auth, nc=\(nonceCount), cnonce=\(quote(clientNonce))"
    } else if isSession {
      text += ", cnonce=\(quote(clientNonce))"
    }
    return text
  }

  private func hash(_ text: String) throws(SessionError) -> String {
    do throws(CryptographyError) {
      return Hex.encode(try algorithm.digest(of: text))
    } catch {
      throw SessionError(
        code: .userAuthenticationRequired,
        message: "no digest can be made",
        underlyingErrors: [error]
      )
    }
  }

  private func quote(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
  }
}
