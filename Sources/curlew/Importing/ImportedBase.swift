import Contracts
import Encodings

/// What the URLs of imported scenarios are relative to.
struct ImportedBase {
  private static let fallback = "http://localhost:8080"

  /// `base` of the scenarios; `nil` when the project has one.
  let template: String?
  /// What a reader must know about it.
  let notes: [String]
  /// The path that stands before each path of the document.
  private let prefix: String

  /// Works out the base.
  ///
  /// - Parameters:
  ///   - document: whose first server it is.
  ///   - projectBase: `base` of the project.
  init(_ document: ContractDocument, projectBase: String?) {
    let server = document.servers.first ?? ""
    let path = document.serverPaths.first ?? ""
    let safePath = Self.isSafe(path) ? path : ""
    if let projectBase {
      (template, notes) = (nil, [])
      var base = projectBase[...]
      while base.last == "/" { base.removeLast() }
      prefix = base.hasSuffix(safePath) ? "" : safePath
      return
    }
    prefix = ""
    if let url = Self.url(server) {
      template = "${env.BASE_URL ?? '\(url)'}"
      notes = []
    } else {
      template = "${env.BASE_URL ?? '\(Self.fallback)\(safePath)'}"
      notes = ["The document names no server by its whole URL: give it as BASE_URL."]
    }
  }

  /// What stands before the path of an operation.
  func prefix(of operation: ContractOperation, in document: ContractDocument) -> String {
    guard let own = document.servers(of: operation).first, own != document.servers.first,
      let url = Self.url(own)
    else { return prefix }
    return url
  }

  /// A URL that can stand in a scenario; `nil` for any other text.
  private static func url(_ text: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix),
      text.utf8.count <= 1_000, isSafe(text), let next = text.dropFirst(scheme.count).first,
      next != "/", next != ":"
    else { return nil }
    var url = text
    while url.hasSuffix("/") { url.removeLast() }
    return url
  }

  private static func isSafe(_ text: String) -> Bool {
    text.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || ":/%@+,=".utf8.contains($0) }
  }
}
