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
  var make: @Sendable (JSONValue, OAuth2TokenCache) throws(Mistake) -> Authentication
  /// Finds what is wrong with some settings; `nil` stands for a value that is not known before the run.
  var check: @Sendable ([String: JSONValue?]) throws(Mistake) -> Void = { _ in }
  /// The keys whose values are secrets; what is computed for one is masked.
  var secrets: [String] = []

  /// What is wrong with settings whatever their expressions come to.
  ///
  /// - Parameter settings: as they are written.
  /// - Returns: the first mistake, or `nil`.
  func mistake(in settings: ValueTemplate) -> Diagnostic? {
    guard case .map(let entries) = settings.kind else { return nil }
    var known: [String: JSONValue?] = [:]
    for entry in entries {
      // A key that is computed may be any.
      guard let key = entry.key.constant else { return nil }
      known.updateValue(entry.value.constant, forKey: key)
    }
    do throws(Mistake) {
      try check(known)
      return nil
    } catch {
      return Diagnostic(error, in: settings)
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
  static let basic = ofPassword(
    "basic",
    "User and password with the first request (RFC 7617)."
  ) { .basic(user: $0, password: $1) }

  static let digest = ofPassword(
    "digest",
    "User and password after the server's challenge (RFC 7616)."
  ) { .digest(user: $0, password: $1) }

  static let bearer = AuthScheme(
    name: "bearer",
    summary: "A token (RFC 6750).",
    shape: .text,
    example: "auth: { bearer: \"${token}\" }"
  ) { (value, _) throws(Mistake) in
    .bearer(try value.optionText())
  }

  static let ntlm = ofPassword("ntlm", "User and password by NTLM.") {
    .ntlm(user: $0, password: $1)
  }

  static let negotiate = AuthScheme(
    name: "negotiate",
    summary: "The credentials of the environment (RFC 4559).",
    shape: .boolean,
    example: "auth: { negotiate: true }"
  ) { (value, _) throws(Mistake) in
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
  ) { (value, _) throws(Mistake) in
    // Temporary credentials have one, and the environment of others has an empty variable.
    let token = try value["session-token"].map { token throws(Mistake) in
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
    summary: "A token of OAuth 2 (RFC 6749), fetched once a run for equal settings and renewed. "
      + "The grant is client-credentials by default, which needs client-secret; password needs "
      + "user and password, refresh-token needs refresh-token. client-auth is basic by default.",
    shape: .map(
      [
        "token-url": .text, "client-id": .text, "client-secret": .text,
        "grant": .oneOf(OAuth2Settings.grants), "user": .text, "password": .text,
        "refresh-token": .text, "scope": .text, "audience": .text,
        "client-auth": .oneOf(["basic", "post"]), "parameters": .mapOf(.oneOrMore(.text)),
      ],
      required: ["token-url", "client-id"]
    ),
    example:
      "auth: { oauth2: { token-url: https://id.example/token, client-id: app, client-secret: \"${secret.APP}\" } }",
    make: { (value, tokens) throws(Mistake) in
      guard let object = value.object else { throw .expected("a map", value) }
      return .oauth2(try OAuth2Settings(object).credentials(), cache: tokens)
    },
    check: { (settings) throws(Mistake) in try OAuth2Settings.check(settings) },
    secrets: ["client-secret", "password", "refresh-token"]
  )

  /// Makes a scheme of a user and a password.
  private static func ofPassword(
    _ name: String,
    _ summary: String,
    make: @escaping @Sendable (_ user: String, _ password: String) -> Authentication
  ) -> AuthScheme {
    AuthScheme(
      name: name,
      summary: summary,
      shape: .map(["user": .text, "password": .text], required: ["user", "password"]),
      example: "auth: { \(name): { user: ada, password: lovelace } }"
    ) { (value, _) throws(Mistake) in
      make(try text("user", of: value), try text("password", of: value))
    }
  }

  private static func text(
    _ key: String,
    of value: JSONValue
  ) throws(Mistake)
    -> String
  {
    guard let member = value[key] else {
      throw Mistake("the key \"\(key)\" is missing")
    }
    return try member.optionText()
  }
}
