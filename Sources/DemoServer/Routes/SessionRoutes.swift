import Documents

/// Logging in with a password, and who one is then.
enum SessionRoutes {
  static let all = [
    Route("POST", "/login", "A token and a session cookie for {user, password}", login),
    Route("GET", "/me", "The user of the bearer token or session cookie", me),
    Route("POST", "/logout", "Ends the session", logout),
  ]

  @Sendable private static func login(_ call: Call) throws(Problem) -> HTTPResponse {
    let body = try call.json()
    let mistakes = ["user", "password"].filter { body[$0]?.string == nil }
      .map { (field: $0, message: "expected a string") }
    guard let name = body["user"]?.string, let password = body["password"]?.string else {
      throw .invalid(mistakes)
    }
    guard let user = User.find(name, password: password) else {
      throw unauthorized("the user or the password is wrong")
    }
    let token = call.state.identifiers.token()
    call.state.sessions[token] = user
    let answer: JSONValue = [
      "token": .string(token), "user": .string(user.login), "name": .string(user.name),
      "expires_in": 3600,
    ]
    let cookie = "session=\(token); Path=/; Max-Age=3600; HttpOnly; SameSite=Lax"
    return .json(answer).with("Set-Cookie", cookie)
  }

  @Sendable private static func me(_ call: Call) throws(Problem) -> HTTPResponse {
    if let token = call.bearerToken {
      guard let user = call.state.sessions[token] else {
        throw unauthorized("the token is not or no longer good", error: "invalid_token")
      }
      return answer(user, by: "token")
    }
    guard let user = cookie(call).flatMap({ call.state.sessions[$0] }) else {
      throw unauthorized("neither a bearer token nor a session cookie")
    }
    return answer(user, by: "cookie")
  }

  @Sendable private static func logout(_ call: Call) -> HTTPResponse {
    for token in [call.bearerToken, cookie(call)].compactMap(\.self) {
      call.state.sessions[token] = nil
    }
    return .empty().with("Set-Cookie", CookieRoutes.expiring("session", path: "/"))
  }

  private static func answer(_ user: User, by means: String) -> HTTPResponse {
    .json([
      "user": .string(user.login), "name": .string(user.name),
      "email": .string("\(user.login)@example.com"), "by": .string(means),
    ])
  }

  private static func cookie(_ call: Call) -> String? {
    call.cookies.first { $0.name == "session" }?.value
  }

  /// A 401 with its challenge (RFC 6750, section 3).
  static func unauthorized(_ detail: String, error: String? = nil) -> Problem {
    let suffix = error.map { ", error=\"\($0)\"" } ?? ""
    let challenge = "Bearer realm=\"curlew demo\"\(suffix)"
    return Problem(401, detail, headers: [("WWW-Authenticate", challenge)])
  }
}
