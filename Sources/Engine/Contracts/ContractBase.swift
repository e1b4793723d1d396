import Contracts
import HTTPMessages

/// Finds the part of a URL that the paths of a contract are about.
enum ContractBase {
  /// The paths of a request below a contract.
  ///
  /// - Parameters:
  ///   - url: of the request.
  ///   - base: of the contract when it names one.
  ///   - scenario: the base of the scenario.
  ///   - document: the contract.
  /// - Returns: the path that the contract may have, most likely first; `nil` when the request does not
  ///   belong to the contract.
  static func paths(
    of url: URI,
    base: URI?,
    scenario: URI?,
    _ document: ContractDocument
  ) -> [String]? {
    let path = url.path.isEmpty ? "/" : url.path
    if let base {
      guard url.hasSameOrigin(as: base) else { return nil }
      return rest(of: path, below: base.path).map { [$0] }
    }
    guard let scenario else {
      // Without any base the document itself says where its servers are.
      let found = document.servers.lazy.compactMap { server -> String? in
        guard let base = try? URI(server), base.host != nil, url.hasSameOrigin(as: base) else {
          return nil
        }
        return rest(of: path, below: base.path)
      }
      return found.first.map { [$0] }
    }
    guard url.hasSameOrigin(as: scenario) else { return nil }
    // The path of a server stands below the base, or the base ends inside it.
    let folder = withoutSlash(scenario.path)
    let servers = document.serverPaths.filter { !$0.isEmpty }
    let prefixes = (servers.map { folder + $0 } + servers + [folder])
      .sorted { $0.utf8.count > $1.utf8.count }
    var paths: [String] = []
    for prefix in prefixes {
      guard let rest = rest(of: path, below: prefix), !paths.contains(rest) else { continue }
      paths.append(rest)
    }
    return paths.isEmpty ? nil : paths
  }

  /// A path without the folder that it lies below.
  static func rest(of path: String, below folder: String) -> String? {
    let folder = withoutSlash(folder)
    guard !folder.isEmpty else { return path }
    guard path.hasPrefix(folder) else { return nil }
    let rest = path.dropFirst(folder.count)
    if rest.isEmpty { return "/" }
    return rest.first == "/" ? String(rest) : nil
  }

  private static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.last == "/" { path.removeLast() }
    return path
  }
}
