import Cryptography
import Documents
import Encodings
import HTTPMessages

/// Basic and digest authentication.
enum HTTPAuthenticationRoutes {
  static let all = [
    Route("GET", "/basic", "Needs basic authentication, as ada with lovelace", basic),
    Route("GET", "/digest", "Needs digest authentication (MD5), as ada with lovelace", digest),
  ]

  @Sendable private static func basic(_ call: Call) throws(Problem) -> HTTPResponse {
    guard let given = call.basicCredentials,
      let user = User.find(given.login, password: given.password)
    else {
      let challenge = "Basic realm=\"\(realm)\", charset=\"UTF-8\""
      throw Problem(401, "expected basic auth", headers: [("WWW-Authenticate", challenge)])
    }
    return .json(["user": .string(user.login), "scheme": "basic"])
  }

  @Sendable private static func digest(_ call: Call) throws(Problem) -> HTTPResponse {
    // Credentials are written as challenges are.
    let sent = AuthenticationChallenge.parse([call.request.headers["Authorization"] ?? ""]).first
    let given = sent?.parameters ?? [:]
    guard sent?.scheme == "digest", let nonce = given["nonce"], let response = given["response"],
      let user = User.all.first(where: { $0.login == given["username"] }),
      given["realm"] == realm, given["uri"] == call.request.target
    else { throw challenge(call, isStale: false) }
    // RFC 7616, 3.4.1 to 3.4.3.
    let secret = try md5("\(user.login):\(realm):\(user.password)")
    let action = try md5("\(call.request.method):\(call.request.target)")
    let middle = [given["nc"], given["cnonce"], given["qop"]].map { $0 ?? "" }
    let expected = try md5(([secret, nonce] + middle + [action]).joined(separator: ":"))
    guard given["qop"] == "auth", response.lowercased() == expected else {
      throw challenge(call, isStale: false)
    }
    guard call.state.nonces[nonce] != nil else { throw challenge(call, isStale: true) }
    return .json(["user": .string(user.login), "scheme": "digest"])
  }

  private static let realm = "curlew demo"

  private static func md5(_ text: String) throws(Problem) -> String {
    do throws(CryptographyError) {
      return Hex.encode(try DigestAlgorithm.md5.digest(of: text))
    } catch {
      throw Problem(501, "this system has no MD5")
    }
  }

  private static func challenge(_ call: Call, isStale: Bool) -> Problem {
    let nonce = call.state.identifiers.token()
    call.state.nonces[nonce] = true
    let stale = isStale ? ", stale=true" : ""
    let challenge =
      "Digest realm=\"\(realm)\", qop=\"auth\", algorithm=MD5, nonce=\"\(nonce)\"\(stale)"
    return Problem(401, "expected digest auth", headers: [("WWW-Authenticate", challenge)])
  }
}
