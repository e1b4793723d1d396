import Documents

/// OAuth 2.0 client credentials (RFC 6749, 4.4).
enum OAuthRoutes {
  static let all = [
    Route("POST", "/oauth/token", "An access token for client credentials", token),
    Route("GET", "/protected", "Needs an access token of /oauth/token", protected),
  ]

  @Sendable private static func token(_ call: Call) throws(Problem) -> HTTPResponse {
    let lifetime = try call.integer("expires-in", default: 3600, in: 0...86_400)
    guard call.request.mediaType == "application/x-www-form-urlencoded" else {
      return failure(400, "invalid_request")
    }
    let pairs = try call.form()
    let field = { (name: String) in pairs.first { $0.name == name }?.value }
    let basic = call.basicCredentials
    let client = basic.map { URLText.decode($0.login) } ?? field("client_id") ?? ""
    let secret = basic.map { URLText.decode($0.password) } ?? field("client_secret")
    guard client == "demo", secret == "secret" else {
      return failure(401, "invalid_client")
        .with("WWW-Authenticate", "Basic realm=\"curlew demo\"")
    }
    guard field("grant_type") == "client_credentials" else {
      return failure(400, field("grant_type") == nil ? "invalid_request" : "unsupported_grant_type")
    }
    let scope = field("scope") ?? ""
    guard scope.utf8.count <= 200 else { return failure(400, "invalid_scope") }
    let token = call.state.identifiers.token()
    call.state.accessTokens[token] = DemoState.AccessToken(
      client: client,
      scope: scope,
      expires: call.now + lifetime * 1000
    )
    call.state.issuedTokens[client] = (call.state.issuedTokens[client] ?? 0) + 1
    return .json([
      "access_token": .string(token), "token_type": "Bearer", "expires_in": .integer(lifetime),
      "scope": .string(scope),
    ])
    .with("Cache-Control", "no-store")
  }

  @Sendable private static func protected(_ call: Call) throws(Problem) -> HTTPResponse {
    guard let token = call.bearerToken else {
      throw SessionRoutes.unauthorized("an access token is needed")
    }
    guard let access = call.state.accessTokens[token], access.expires > call.now else {
      throw SessionRoutes.unauthorized("the access token is not good", error: "invalid_token")
    }
    return .json([
      "client": .string(access.client), "scope": .string(access.scope),
      "issued": .integer(call.state.issuedTokens[access.client] ?? 0),
    ])
  }

  private static func failure(_ status: Int, _ error: String) -> HTTPResponse {
    .json(["error": .string(error)], status: status).with("Cache-Control", "no-store")
  }
}
