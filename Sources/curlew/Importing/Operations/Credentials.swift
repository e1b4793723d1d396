import Contracts
import Diagnostics
import Documents
import Scenarios

/// What a step sends to prove who it is, each secret by its name.
struct Credentials: Hashable {
  /// The scheme under `auth`.
  enum Scheme: Hashable {
    case basic(String)
    case digest(String)
    case bearer(String)
  }

  /// A secret in a field.
  struct Field: Hashable {
    var name: String
    var secret: String
  }

  private(set) var scheme: Scheme?
  private(set) var headers: [Field] = []
  private(set) var query: [Field] = []
  private(set) var cookies: [Field] = []
  /// The names of the secrets, with the security schemes of the document that they are for.
  private(set) var secrets: [Field] = []
  /// What the person who runs the scenario must know.
  private(set) var notes: [String] = []

  /// The credentials of an operation: those of its first alternative that a step can send.
  init(of operation: ContractOperation, _ schemes: [ContractSecurityScheme]) {
    let known = Dictionary(schemes.map { ($0.name, $0) }) { first, _ in first }
    let alternatives = operation.security
    let chosen =
      alternatives.first { names in names.allSatisfy { known[$0]?.type != "mutualTLS" } }
      ?? alternatives.first
    for scheme in (chosen ?? []).compactMap({ known[$0] }) { add(scheme) }
  }

  /// Whether nothing is sent.
  var isEmpty: Bool { scheme == nil && headers.isEmpty && query.isEmpty && cookies.isEmpty }

  private mutating func add(_ scheme: ContractSecurityScheme) {
    let shown = scheme.name.line(atMost: 60)
    let secret = Self.secretName(scheme.name)
    switch (scheme.type, scheme.scheme) {
    case ("http", "basic"), ("http", "digest"):
      let isDigest = scheme.scheme == "digest"
      set(isDigest ? .digest(secret) : .basic(secret), shown)
      secrets.append(Field(name: shown, secret: "\(secret)_USER"))
      secrets.append(Field(name: shown, secret: "\(secret)_PASSWORD"))
    case ("http", "bearer"), ("oauth2", _), ("openIdConnect", _):
      set(.bearer(secret), shown)
      secrets.append(Field(name: shown, secret: secret))
    case ("http", _):
      headers.append(Field(name: "Authorization", secret: secret))
      secrets.append(Field(name: shown, secret: secret))
    case ("apiKey", _):
      guard let name = scheme.parameterName, !name.isEmpty, name.utf8.count <= 200 else { return }
      let field = Field(name: name, secret: secret)
      switch scheme.location {
      case "query": query.append(field)
      case "cookie" where FieldName.isToken(name): cookies.append(field)
      case "header" where FieldName.isToken(name): headers.append(field)
      case _:
        notes.append("\(shown) is left out: its name cannot be sent")
        return
      }
      secrets.append(Field(name: shown, secret: secret))
    case _:
      notes.append("\(shown) asks for a client certificate: give it under options.tls")
    }
  }

  private mutating func set(_ scheme: Scheme, _ shown: String) {
    guard self.scheme == nil else {
      notes.append("\(shown) is left out: a request has one Authorization field")
      return
    }
    self.scheme = scheme
  }

  /// `bearerAuth` as `BEARER_AUTH`.
  private static func secretName(_ name: String) -> String {
    var result = ""
    var wasLower = false
    for character in name.prefix(60) {
      guard character.isASCII, character.isLetter || character.isNumber else {
        if !result.isEmpty, !result.hasSuffix("_") { result += "_" }
        wasLower = false
        continue
      }
      if character.isUppercase, wasLower { result += "_" }
      result += character.uppercased()
      wasLower = !character.isUppercase
    }
    while result.hasSuffix("_") { result.removeLast() }
    if result.isEmpty { return "CREDENTIALS" }
    return result.first?.isNumber == true ? "_\(result)" : result
  }

  // MARK: - Nodes

  /// `auth` of a step or of `defaults`.
  func auth(at range: SourceRange) -> ScenarioNode? {
    guard let scheme else { return nil }
    func secret(_ name: String) -> ScenarioNode {
      ScenarioNode(.template("${secret.\(name)}"), at: range)
    }
    func pair(_ name: String) -> ScenarioNode {
      .map(
        [("user", secret("\(name)_USER")), ("password", secret("\(name)_PASSWORD"))],
        at: range
      )
    }
    return switch scheme {
    case .basic(let name): .map([("basic", pair(name))], at: range)
    case .digest(let name): .map([("digest", pair(name))], at: range)
    case .bearer(let name): .map([("bearer", secret(name))], at: range)
    }
  }

  /// Fields with their secrets.
  static func entries(_ fields: [Field], at range: SourceRange) -> [(String, ScenarioNode)] {
    fields.map { ($0.name, ScenarioNode(.template("${secret.\($0.secret)}"), at: range)) }
  }
}

extension ScenarioNode {
  /// A map whose keys are plain texts.
  static func map(_ entries: [(String, ScenarioNode)], at range: SourceRange) -> ScenarioNode {
    ScenarioNode(
      .map(entries.map { .init(ScenarioNode(.value(.string($0.0)), at: range), $0.1) }),
      at: range
    )
  }
}
