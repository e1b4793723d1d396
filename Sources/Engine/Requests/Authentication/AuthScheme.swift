import Diagnostics
import Documents
import Scenarios
import SessionCore

/// A scheme of `auth`: its name, what it takes and what it makes.
struct AuthScheme: Sendable {
  /// The name as it is written.
  var name: String
  /// One sentence for help, editors and the reference.
  var summary: String
  /// What it takes.
  var shape: ArgumentShape
  /// An example in YAML.
  var example: String
  /// Makes the session's authentication; tokens that it fetches are kept for the run.
  var make: @Sendable (JSONValue, OAuth2TokenCache) throws(RequestOption.Mistake) -> Authentication
  /// Texts of which a mistake can be seen before the run, with what looks at each.
  var checks: [String: @Sendable (String) throws(RequestOption.Mistake) -> Void] = [:]

  /// The mistakes in what holds no expression.
  ///
  /// - Parameter settings: as they are written.
  /// - Returns: one diagnostic for each, at the value.
  func mistakes(in settings: ValueTemplate) -> [Diagnostic] {
    guard !checks.isEmpty, case .map(let entries) = settings.kind else { return [] }
    return entries.compactMap { entry in
      guard let key = entry.key.constant, let check = checks[key],
        let text = try? entry.value.constant?.optionText()
      else { return nil }
      do throws(RequestOption.Mistake) {
        try check(text)
        return nil
      } catch {
        return Diagnostic(.error, error.message, at: entry.value.range, hint: error.hint)
      }
    }
  }
}

/// All schemes of `auth`.
enum AuthSchemeCatalogue {
  /// The schemes, in the order in which help lists them.
  static let all: [AuthScheme] = [
    .basic, .digest, .bearer, .ntlm, .negotiate, .awsSignature4, .oauth2,
  ]

  /// The scheme with a name.
  static func scheme(named name: String) -> AuthScheme? {
    all.first { $0.name == name }
  }
}

extension AuthScheme {
  private static let passwordShape = ArgumentShape.map(
    ["user": .text, "password": .text],
    required: ["user", "password"]
  )

  static let basic = AuthScheme(
    name: "basic",
    summary: "User and password with the first request (RFC 7617).",
    shape: passwordShape,
    example: "auth: { basic: { user: ada, password: lovelace } }"
  ) { (value, _) throws(RequestOption.Mistake) in
    .basic(user: try text("user", of: value), password: try text("password", of: value))
  }

  static let digest = AuthScheme(
    name: "digest",
    summary: "User and password after the server's challenge (RFC 7616).",
    shape: passwordShape,
    example: "auth: { digest: { user: ada, password: lovelace } }"
  ) { (value, _) throws(RequestOption.Mistake) in
    .digest(user: try text("user", of: value), password: try text("password", of: value))
  }

  static let bearer = AuthScheme(
    name: "bearer",
    summary: "A token (RFC 6750).",
    shape: .text,
    example: "auth: { bearer: \"${token}\" }"
  ) { (value, _) throws(RequestOption.Mistake) in
    .bearer(try value.optionText())
  }

  static let ntlm = AuthScheme(
    name: "ntlm",
    summary: "User and password by NTLM.",
    shape: passwordShape,
    example: "auth: { ntlm: { user: ada, password: lovelace } }"
  ) { (value, _) throws(RequestOption.Mistake) in
    .ntlm(user: try text("user", of: value), password: try text("password", of: value))
  }

  static let negotiate = AuthScheme(
    name: "negotiate",
    summary: "The credentials of the environment (RFC 4559).",
    shape: .boolean,
    example: "auth: { negotiate: true }"
  ) { (value, _) throws(RequestOption.Mistake) in
    guard value.bool == true else { throw .expected("true", value) }
    return .negotiate
  }

  static let awsSignature4 = AuthScheme(
    name: "aws-sigv4",
    summary: "Signs requests for Amazon's services (Signature Version 4).",
    shape: .map(
      [
        "access-key": .text, "secret-key": .text, "region": .text, "service": .text,
        "session-token": .text,
      ],
      required: ["access-key", "secret-key", "region", "service"]
    ),
    example:
      "auth: { aws-sigv4: { access-key: AKIA…, secret-key: \"${secret.AWS}\", region: eu-central-1, service: s3 } }"
  ) { (value, _) throws(RequestOption.Mistake) in
    // Temporary credentials have one, and the environment of others has an empty variable.
    let token = try value["session-token"].map { token throws(RequestOption.Mistake) in
      try token.optionText()
    }
    return .awsSignature4(
      accessKey: try text("access-key", of: value),
      secretKey: try text("secret-key", of: value),
      sessionToken: token?.isEmpty == true ? nil : token,
      region: try text("region", of: value),
      service: try text("service", of: value)
    )
  }

  static let oauth2 = AuthScheme(
    name: "oauth2",
    summary: "Client credentials; the token is fetched once a run and renewed.",
    shape: .map(
      ["token-url": .text, "client-id": .text, "client-secret": .text, "scope": .text],
      required: ["token-url", "client-id", "client-secret"]
    ),
    example:
      "auth: { oauth2: { token-url: https://id.example/token, client-id: app, client-secret: \"${secret.APP}\" } }",
    make: { (value, tokens) throws(RequestOption.Mistake) in
      let scope = try value["scope"].map { scope throws(RequestOption.Mistake) in
        try scope.optionText()
      }
      let credentials = OAuth2ClientCredentials(
        tokenURL: try tokenURL(try text("token-url", of: value)),
        clientID: try text("client-id", of: value),
        clientSecret: try text("client-secret", of: value),
        scope: scope
      )
      return .oauth2(credentials, cache: tokens)
    },
    checks: ["token-url": { (text) throws(RequestOption.Mistake) in _ = try tokenURL(text) }]
  )

  /// The URL of a token's server, which has no base to stand under.
  private static func tokenURL(_ text: String) throws(RequestOption.Mistake) -> URI {
    var mistake = RequestOption.Mistake(
      message: "token-url: ",
      hint: "write the whole URL, as in https://id.example/token",
      path: [.key("token-url")]
    )
    let url: URI
    do throws(URIError) {
      url = try URI(text)
    } catch {
      mistake.message += error.description
      throw mistake
    }
    guard url.isRequestable, !text.contains(where: \.isWhitespace) else {
      let shown = url.userInfo == nil ? text : url.displayText
      mistake.message += "expected an http or https URL, got \"\(shown)\""
      throw mistake
    }
    return url
  }

  private static func text(
    _ key: String,
    of value: JSONValue
  ) throws(RequestOption.Mistake)
    -> String
  {
    guard let member = value[key] else {
      throw RequestOption.Mistake(message: "the key \"\(key)\" is missing")
    }
    return try member.optionText()
  }
}
