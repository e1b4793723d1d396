import Diagnostics
import Documents
import Scenarios
import SessionCore

/// What `auth: { oauth2: … }` says.
struct OAuth2Settings {
  private typealias Grant = (name: String, needs: [String])

  /// The grants, each with the keys that it alone needs.
  private static let table: [Grant] = [
    ("client-credentials", ["client-secret"]),
    ("password", ["user", "password"]),
    ("refresh-token", ["refresh-token"]),
  ]

  /// The words of `grant`.
  static let grants = table.map(\.name)

  /// The parameters of a token's request that have a key of their own.
  private static let keys = [
    "grant_type": "grant", "client_id": "client-id", "client_secret": "client-secret",
    "username": "user", "password": "password", "refresh_token": "refresh-token",
    "scope": "scope", "audience": "audience",
  ]

  private let object: JSONObject

  /// Settings with all their expressions evaluated.
  init(_ object: JSONObject) throws(Mistake) {
    self.object = object
    try Self.check(Dictionary(uniqueKeysWithValues: object.map { ($0.key, .some($0.value)) }))
  }

  /// Finds what is wrong with some settings.
  ///
  /// - Parameter settings: each key with its value, `nil` where that is not known before the run.
  /// - Throws: the first mistake.
  static func check(_ settings: [String: JSONValue?]) throws(Mistake) {
    if let url = settings["token-url"] ?? nil { _ = try tokenURL(try url.optionText()) }
    try checkGrant(settings)
    if settings.keys.contains("client-auth"), !settings.keys.contains("client-secret") {
      throw Mistake(
        "client-auth says how client-secret is sent, and there is none",
        at: [.key("client-auth")]
      )
    }
    guard let parameters = settings["parameters"] ?? nil else { return }
    guard let object = parameters.object else { throw expected("a map", parameters, "parameters") }
    for (name, _) in object {
      guard let key = keys[name] else { continue }
      throw Mistake(
        "the parameter \"\(name)\" has a key of its own",
        at: [.key("parameters"), .key(name)],
        hint: "write \(key): beside parameters"
      )
    }
  }

  private static func checkGrant(
    _ settings: [String: JSONValue?]
  ) throws(Mistake) {
    var name = "client-credentials"
    if let grant = settings["grant"] {
      // One that is computed is looked at when it is known.
      guard let grant else { return }
      name = grant.string ?? ""
      guard grants.contains(name) else {
        throw expected("one of \(grants.joined(separator: ", "))", grant, "grant")
      }
    }
    for grant in table {
      for key in grant.needs {
        let isThere = settings.keys.contains(key)
        if grant.name == name, !isThere {
          throw Mistake("the grant \(name) needs the key \"\(key)\"")
        }
        // A client may have a password whatever the grant.
        if grant.name != name, isThere, key != "client-secret" {
          throw Mistake(
            "the grant \(name) does not use \(key)",
            at: [.key(key)],
            hint: "write grant: \(grant.name)"
          )
        }
      }
    }
  }

  /// Who asks for a token, where and for what.
  func credentials() throws(Mistake) -> OAuth2Credentials {
    let grant: OAuth2Credentials.Grant =
      switch object["grant"]?.string {
      case "password": .password(user: try text("user"), password: try text("password"))
      case "refresh-token": .refreshToken(try text("refresh-token"))
      case _: .clientCredentials
      }
    var authentication = OAuth2Credentials.ClientAuthentication.basic
    if let value = object["client-auth"] {
      guard let word = value.string, ["basic", "post"].contains(word) else {
        throw Self.expected("basic or post", value, "client-auth")
      }
      if word == "post" { authentication = .post }
    }
    return OAuth2Credentials(
      tokenURL: try Self.tokenURL(try text("token-url")),
      clientID: try text("client-id"),
      clientSecret: try optionalText("client-secret"),
      grant: grant,
      clientAuthentication: authentication,
      scope: try optionalText("scope"),
      audience: try optionalText("audience"),
      parameters: try parameters()
    )
  }

  private func parameters() throws(Mistake) -> [OAuth2Credentials.Parameter] {
    var parameters: [OAuth2Credentials.Parameter] = []
    for (name, value) in object["parameters"]?.object ?? JSONObject() {
      do throws(Mistake) {
        for text in try value.texts() { parameters.append(.init(name, text)) }
      } catch {
        throw Self.expected("a text or a list of texts", value, "parameters", name)
      }
    }
    return parameters
  }

  private func text(_ key: String) throws(Mistake) -> String {
    guard let text = try optionalText(key) else {
      throw Mistake("the key \"\(key)\" is missing")
    }
    return text
  }

  private func optionalText(_ key: String) throws(Mistake) -> String? {
    guard let value = object[key] else { return nil }
    do throws(Mistake) {
      return try value.optionText()
    } catch {
      throw Self.expected("text", value, key)
    }
  }

  private static func expected(
    _ wanted: String,
    _ value: JSONValue,
    _ keys: String...
  ) -> Mistake {
    Mistake(
      "\(keys.joined(separator: ".")): expected \(wanted), got \(value)",
      at: keys.map { .key($0) }
    )
  }

  /// The URL of a token's server, which has no base to stand under.
  private static func tokenURL(_ text: String) throws(Mistake) -> URI {
    var mistake = Mistake(
      "token-url: ",
      at: [.key("token-url")],
      hint: "write the whole URL, as in https://id.example/token"
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
}
