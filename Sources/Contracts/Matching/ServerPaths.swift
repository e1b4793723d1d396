internal import Encodings

/// The path parts of the URLs of servers.
enum ServerPaths {
  private static let most = 64

  /// The names of the variables in a URL.
  static func names(in url: String) -> [String] { PathTemplate.segment(url[...]).names }

  /// The paths of a list of servers, each once; nil when there is no server.
  static func paths(of servers: ContractNode?) -> [String]? {
    guard let servers, servers.isList, !servers.items.isEmpty else { return nil }
    var paths: [String] = []
    for server in servers.items {
      for url in urls(of: server) {
        let path = path(of: url)
        if !paths.contains(path) { paths.append(path) }
      }
    }
    return paths.isEmpty ? nil : paths
  }

  /// The URLs that a server stands for: every combination of the values of its variables.
  private static func urls(of server: ContractNode) -> [String] {
    guard let url = server["url"]?.text else { return [] }
    // Variables of the host change nothing about the path.
    let isWhole = url.hasPrefix("{") && !url.contains("://")
    let relevant = isWhole ? url : pathPart(of: url)
    var urls = [relevant]
    for name in names(in: relevant) {
      guard let variable = server["variables"]?[name] else { continue }
      var values = [variable["default"]?.spelling ?? ""]
      for value in variable["enum"]?.items ?? [] {
        if let text = value.spelling, !values.contains(text) { values.append(text) }
      }
      urls = urls.flatMap { url in values.map { url.replacing("{\(name)}", with: $0) } }
      if urls.count > most { urls = Array(urls.prefix(most)) }
    }
    return urls.map(pathPart)
  }

  /// What of a URL template is its path.
  private static func pathPart(of url: String) -> String {
    var rest = url[...]
    if let end = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) { rest = rest[..<end] }
    let slashes =
      rest.firstRange(of: "://") ?? (rest.hasPrefix("//") ? rest.firstRange(of: "//") : nil)
    guard let slashes else { return String(rest) }
    return String(rest[slashes.upperBound...].drop { $0 != "/" })
  }

  private static func path(of url: String) -> String {
    var path = url.hasPrefix("/") || url.isEmpty ? url : "/" + url
    path = URIReference.removingDotSegments(path)
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
