import Cryptography
import Encodings

/// `/digest-auth/USER/PASSWORD[/ALGORITHM]`: a challenge of RFC 7616, verified.
///
/// Both SHA-256 and MD5 are offered, in that order, unless the path names one. `?stale=1` says
/// `stale=true` at the first answer. The nonce is fixed, so that runs are the same.
struct DigestRoute: Sendable {
  private static let nonce = "4d1b3a0c5e7f48a2"
  private static let opaque = "fixture-opaque"
  private static let realm = "fixture"

  func answer(_ request: FixtureRequest, user: String, password: String) -> FixtureResponse {
    let fields = Self.fields(request.header("Authorization") ?? "")
    guard let fields, Self.isRight(fields, request, user: user, password: password) else {
      return challenge(request, isFirst: fields == nil)
    }
    let algorithm = JSONText.string(fields["algorithm"] ?? "MD5")
    return .json(
      "{\"authenticated\": true, \"user\": \(JSONText.string(user)), \"algorithm\": \(algorithm)}"
    )
  }

  private func challenge(_ request: FixtureRequest, isFirst: Bool) -> FixtureResponse {
    let parts = request.pathParts
    let algorithms = parts.count > 3 ? [parts[3]] : ["SHA-256", "MD5"]
    var response = FixtureResponse.text("who are you\n", status: 401)
    for algorithm in algorithms {
      let stale = request.queryValue("stale") != nil && !isFirst ? ", stale=true" : ""
      response = response.adding(
        "WWW-Authenticate",
        "Digest realm=\"\(Self.realm)\", qop=\"auth\", algorithm=\(algorithm), "
          + "nonce=\"\(Self.nonce)\", opaque=\"\(Self.opaque)\"\(stale)"
      )
    }
    return response
  }

  private static func isRight(
    _ fields: [String: String],
    _ request: FixtureRequest,
    user: String,
    password: String
  ) -> Bool {
    let name = fields["algorithm"] ?? "MD5"
    let algorithm: DigestAlgorithm? =
      switch name.uppercased() {
      case "MD5": .md5
      case "SHA-256": .sha256
      default: nil
      }
    guard let algorithm, fields["username"] == user, fields["realm"] == realm,
      fields["nonce"] == nonce, fields["uri"] == request.target, fields["opaque"] == opaque,
      fields["qop"] == "auth", let count = fields["nc"], let clientNonce = fields["cnonce"],
      let secret = hash(algorithm, "\(user):\(realm):\(password)"),
      let place = hash(algorithm, "\(request.method):\(request.target)")
    else { return false }
    let text = "\(secret):\(nonce):\(count):\(clientNonce):auth:\(place)"
    return hash(algorithm, text) == fields["response"]
  }

  private static func hash(_ algorithm: DigestAlgorithm, _ text: String) -> String? {
    (try? algorithm.digest(of: text)).map { Hex.encode($0) }
  }

  /// The fields of a `Digest` credential, or nil when it is none.
  private static func fields(_ value: String) -> [String: String]? {
    guard value.hasPrefix("Digest ") else { return nil }
    var fields: [String: String] = [:]
    var rest = value.dropFirst(7)
    while true {
      rest = rest.drop { $0 == " " || $0 == "," }
      guard let equals = rest.firstIndex(of: "=") else { return fields }
      let name = rest[..<equals].lowercased()
      rest = rest[rest.index(after: equals)...]
      if rest.first == "\"" {
        let text = rest.dropFirst()
        let end = text.firstIndex(of: "\"") ?? text.endIndex
        fields[name] = String(text[..<end])
        rest = text[end...].dropFirst()
      } else {
        let end = rest.firstIndex(of: ",") ?? rest.endIndex
        fields[name] = String(rest[..<end])
        rest = rest[end...]
      }
    }
  }
}
