import Cryptography
import Documents
import Encodings

/// OAuth 2.0: client credentials, the password of a user and refresh tokens (RFC 6749, 4.3, 4.4 and 6).
///
/// Who asks for the scope `openid` gets an `id_token`, too: a JSON Web Token signed with the client's password (HS256).
enum OAuthRoutes {
  static let all = [
    Route("POST", "/oauth/token", "An access token for a client or a user", token),
    Route("GET", "/protected", "Needs an access token of /oauth/token", protected),
  ]

  private static let secret = "secret"

  @Sendable private static func token(_ call: Call) throws(Problem) -> HTTPResponse {
    let lifetime = try call.integer("expires-in", default: 3600, in: 0...86_400)
    guard call.request.mediaType == "application/x-www-form-urlencoded" else {
      return failure(400, "invalid_request")
    }
    let pairs = try call.form()
    let field = { (name: String) in pairs.first { $0.name == name }?.value }
    let basic = call.basicCredentials
    let client =
      basic.map { PercentEncoding.decodeTextLeniently($0.login) } ?? field("client_id") ?? ""
    let secret =
      basic.map { PercentEncoding.decodeTextLeniently($0.password) } ?? field("client_secret")
    guard client == "demo", secret == Self.secret else {
      return failure(401, "invalid_client")
        .with("WWW-Authenticate", "Basic realm=\"curlew demo\"")
    }
    var user: User?
    switch field("grant_type") {
    case "client_credentials": break
    case "password":
      guard let name = field("username"), let password = field("password") else {
        return failure(400, "invalid_request", "username or password is missing")
      }
      user = User.find(name, password: password)
      guard user != nil else {
        return failure(400, "invalid_grant", "the user or the password is wrong")
      }
    case "refresh_token":
      guard let old = field("refresh_token") else {
        return failure(400, "invalid_request", "refresh_token is missing")
      }
      user = call.state.refreshTokens[old]
      // Each is good once: the answer holds the next one.
      call.state.refreshTokens[old] = nil
      guard user != nil else {
        return failure(400, "invalid_grant", "the refresh token is not or no longer good")
      }
    case nil: return failure(400, "invalid_request")
    case _: return failure(400, "unsupported_grant_type")
    }
    let scope = field("scope") ?? ""
    guard scope.utf8.count <= 200 else { return failure(400, "invalid_scope") }
    let token = call.state.identifiers.token()
    call.state.accessTokens[token] = DemoState.AccessToken(
      client: client,
      user: user?.login,
      scope: scope,
      expires: call.now + lifetime * 1000
    )
    call.state.issuedTokens[client] = (call.state.issuedTokens[client] ?? 0) + 1
    var answer: JSONObject = [
      "access_token": .string(token), "token_type": "Bearer", "expires_in": .integer(lifetime),
      "scope": .string(scope),
    ]
    if let user {
      let next = call.state.identifiers.token()
      call.state.refreshTokens[next] = user
      answer["refresh_token"] = .string(next)
    }
    if scope.split(separator: " ").contains("openid") {
      let now = SystemClock.now
      let claims: JSONValue = [
        "iss": .string(call.state.url), "sub": .string(user?.login ?? client),
        "aud": .string(field("audience") ?? client), "iat": .integer(now),
        "exp": .integer(now + lifetime), "scope": .string(scope),
      ]
      answer["id_token"] = .string(signed(claims))
    }
    return .json(.object(answer)).with("Cache-Control", "no-store")
  }

  @Sendable private static func protected(_ call: Call) throws(Problem) -> HTTPResponse {
    guard let token = call.bearerToken else {
      throw SessionRoutes.unauthorized("an access token is needed")
    }
    guard let access = call.state.accessTokens[token], access.expires > call.now else {
      throw SessionRoutes.unauthorized("the access token is not good", error: "invalid_token")
    }
    var answer: JSONObject = [
      "client": .string(access.client), "scope": .string(access.scope),
      "issued": .integer(call.state.issuedTokens[access.client] ?? 0),
    ]
    if let user = access.user { answer["user"] = .string(user) }
    return .json(.object(answer))
  }

  /// Claims as a JSON Web Token (RFC 7519).
  private static func signed(_ claims: JSONValue) -> String {
    let header: JSONValue = ["alg": "HS256", "typ": "JWT"]
    let text = [header, claims].map { Base64.encode($0.serialized(), alphabet: .url) }
      .joined(separator: ".")
    let key = Array(secret.utf8)
    let code = try? DigestAlgorithm.sha256.authenticationCode(of: Array(text.utf8), key: key)
    return "\(text).\(Base64.encode(code ?? [], alphabet: .url))"
  }

  private static func failure(
    _ status: Int,
    _ error: String,
    _ description: String? = nil
  ) -> HTTPResponse {
    var body: JSONObject = ["error": .string(error)]
    if let description { body["error_description"] = .string(description) }
    return .json(.object(body), status: status).with("Cache-Control", "no-store")
  }
}
