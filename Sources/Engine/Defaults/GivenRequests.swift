import Diagnostics
import Documents
import Files
import HTTPMessages
import Scenarios

/// What the command line says of all requests: stronger than `defaults` of files, weaker than what a step says itself.
public struct GivenRequests: Sendable {
  /// Fields beside those of a request; of those that every request has, they take the place.
  public var headers: [(name: String, value: String)] = []
  /// How long to wait before each request, in seconds.
  public var delay = 0.0
  /// How many redirects are followed, when any are.
  public var redirectLimit: Int?
  /// `name:password`.
  public var user: String?
  /// The absolute paths of the files that options name, which scenarios may read.
  public private(set) var files: [String] = []

  /// The password of the key of `--cert`.
  var keyPassword: String?
  /// Whether redirects are followed.
  var followsRedirects = false
  /// The scheme that ``user`` is for; `basic` when nothing else is said.
  var scheme: String?
  /// What `aws-sigv4` says.
  var provider: String?
  /// How often a request that did not pass is sent again.
  var retries: Int?
  /// The pause before that.
  var retryInterval: String?
  private var options = JSONObject()
  private var tls = JSONObject()

  init() {}

  /// Whether a field can be sent.
  static func isField(_ name: String, _ value: String) -> Bool {
    HTTPHeaders.isName(name) && HTTPHeaders.isValue(value)
  }

  /// Name and password of ``user``.
  public var login: (name: String, password: String)? {
    guard let user, let colon = user.firstIndex(of: ":") else { return nil }
    return (String(user[..<colon]), String(user[user.index(after: colon)...]))
  }

  /// What must be shown in no output: the password, and values of fields that say who somebody is.
  public var secrets: [String] {
    let names: Set<String> = ["authorization", "proxy-authorization", "cookie"]
    let values = headers.filter { names.contains($0.name.lowercased()) }.map(\.value)
    let tokens = values.compactMap { $0.split(separator: " ").last.map(String.init) }
    return [login?.password, keyPassword].compactMap(\.self) + tokens
  }

  /// Gives an option of requests its value, once it is known to be one.
  mutating func set(_ name: String, _ value: JSONValue) throws(Mistake) {
    try Self.check(name, value)
    options[name] = value
  }

  /// Adds a value to an option that takes a list.
  mutating func set(_ name: String, all values: [String]) throws(Mistake) {
    try set(name, .array(values.map { .string($0) }))
  }

  /// Gives a key of `tls` its value.
  mutating func setTLS(_ key: String, _ value: JSONValue) { tls[key] = value }

  /// The absolute path of a file that an option names, relative to the working folder; scenarios may read it.
  ///
  /// - Parameters:
  ///   - written: the path as it was given.
  ///   - mayBeMissing: whether the file may come later, as the socket of a server does.
  /// - Returns: the absolute path.
  /// - Throws: why it cannot be the path of a file.
  mutating func path(_ written: String, mayBeMissing: Bool = false) throws(Mistake) -> String {
    guard !written.isEmpty, !written.utf8.contains(0) else {
      throw Mistake("expected the path of a file")
    }
    let path = written.hasPrefix("/") ? written : "\(FileSystem.resolved(".") ?? "")/\(written)"
    guard mayBeMissing || FileSystem.kind(of: path) != .missing else {
      throw Mistake("there is no file \"\(written)\"")
    }
    files.append(path)
    return path
  }

  private static func check(_ name: String, _ value: JSONValue) throws(Mistake) {
    guard let option = RequestOptionCatalogue.option(named: name) else { return }
    // What names files is looked at when it is used.
    guard !option.hasPath else { return }
    var settings = RequestSettings(tlsFiles: TLSFiles(), netrcFiles: NetrcFiles(home: nil))
    try option.apply(value, &settings, ScenarioFiles(folder: ".", allowed: []))
  }

  /// What is wrong with how options go together; `nil` when nothing is.
  public var complaint: String? {
    do throws(Mistake) {
      _ = try defaults()
      return nil
    } catch {
      return error.message + (error.hint.map { "; \($0)" } ?? "")
    }
  }

  /// The same as `defaults` of a file.
  ///
  /// - Returns: `nil` when nothing was given.
  /// - Throws: what is wrong with how options go together.
  func defaults() throws(Mistake) -> RequestDefaults? {
    var written = JSONObject()
    var options = options
    if followsRedirects {
      options["follow-redirects"] = redirectLimit.map { .number(JSONNumber($0)) } ?? .bool(true)
    }
    if !tls.isEmpty { options["tls"] = .object(tls) }
    if !options.isEmpty { written["options"] = .object(options) }
    if let auth = try authentication() { written["auth"] = auth }
    if let retries, retries > 0 {
      written["retry"] = .object([
        "attempts": .number(JSONNumber(retries + 1)), "every": .string(retryInterval ?? "1s"),
        "if": .array(["error", "failure"]),
      ])
    }
    guard !written.isEmpty else { return nil }
    let file = SourceFile(path: Self.place, text: "")
    let parser = ScenarioParser(
      vocabulary: .standard,
      frontEnds: [Written(defaults: .object(written))]
    )
    let (scenario, diagnostics) = parser.parse(file)
    if let mistake = diagnostics.first(where: { $0.severity == .error }) {
      throw Mistake(mistake.message, hint: mistake.hint)
    }
    return scenario?.defaults
  }

  /// What stands for the file of what the command line says.
  private static let place = "command line"

  /// Hands the defaults on as those of a scenario.
  private struct Written: ScenarioFrontEnd {
    let defaults: JSONValue
    var endings: [String] { [GivenRequests.place] }

    func read(_ file: SourceFile) -> (tree: ScenarioTree?, diagnostics: [Diagnostic]) {
      let range = file.range(0..<0)
      func node(_ value: JSONValue) -> ScenarioNode { ScenarioNode(.value(value), at: range) }
      let entries = [
        ("scenario", node("command line")), ("defaults", node(defaults)),
        ("steps", node(.array([.object(["log": "x"])]))),
      ]
      let root = entries.map { ScenarioNode.Entry(node(.string($0)), $1) }
      return (ScenarioTree(ScenarioNode(.map(root), at: range)), [])
    }
  }

  private func authentication() throws(Mistake) -> JSONValue? {
    guard let scheme = scheme ?? user.map({ _ in "basic" }) else { return nil }
    if scheme == "negotiate" { return .object([scheme: true]) }
    guard let login else {
      throw Mistake("--\(scheme) needs a name and a password", hint: "add --user name:password")
    }
    guard scheme == "aws-sigv4" else {
      return .object([
        scheme: .object(["user": .string(login.name), "password": .string(login.password)])
      ])
    }
    let parts = (provider ?? "").split(separator: ":").map(String.init)
    guard parts.count == 4 else {
      throw Mistake(
        "--aws-sigv4 needs a region and a service",
        hint: "as in --aws-sigv4 aws:amz:eu-central-1:s3"
      )
    }
    return .object([
      scheme: .object([
        "access-key": .string(login.name), "secret-key": .string(login.password),
        "region": .string(parts[2]), "service": .string(parts[3]),
      ])
    ])
  }
}
