internal import Scenarios

extension ContractDocument {
  /// The URLs of the servers of the document, each variable with its default.
  public var servers: [String] {
    Self.urls(of: ContractNode(file: 0, yaml: files.main.root)["servers"])
  }

  /// The URLs of the servers of an operation alone: its own, else those of its path.
  ///
  /// - Parameter operation: An operation of this document.
  /// - Returns: The URLs, each variable with its default; none when those of the document hold.
  public func servers(of operation: ContractOperation) -> [String] {
    let root = ContractNode(file: 0, yaml: files.main.root)
    guard let item = root["paths"]?[operation.template].flatMap({ files.resolved($0) }) else {
      return []
    }
    let key = operation.method.lowercased()
    let own = item[key] ?? item["additionalOperations"]?[operation.method]
    let urls = Self.urls(of: own.flatMap { files.resolved($0) }?["servers"])
    return urls.isEmpty ? Self.urls(of: item["servers"]) : urls
  }

  private static func urls(of servers: ContractNode?) -> [String] {
    (servers?.items ?? []).compactMap { server in
      guard var url = server["url"]?.text else { return nil }
      for name in ServerPaths.names(in: url) {
        let value = server["variables"]?[name]?["default"]?.spelling ?? ""
        url = url.replacing("{\(name)}", with: value)
      }
      return url
    }
  }
}
