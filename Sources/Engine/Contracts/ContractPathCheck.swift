import Contracts
import Diagnostics
import HTTPMessages
import Scenarios

/// Finds the requests whose path no contract has, before anything is sent.
struct ContractPathCheck {
  let contracts: [NamedContract]

  /// What is wrong with the path of a request.
  ///
  /// - Parameter request: with its defaults.
  /// - Returns: a warning; `nil` when a contract may have the path, or when it is known only in the run.
  func diagnostic(for request: RequestStep) -> Diagnostic? {
    guard !contracts.isEmpty, let method = request.method.constant,
      let text = request.url.constant, text.hasPrefix("/"), !text.hasPrefix("//"),
      let path = try? URI("http://host\(text)").removingDotSegments.path
    else { return nil }
    let rules = contracts.map { $0.rules(for: request.contract) }
    guard rules.allSatisfy({ $0.map { $0.undocumented != .off } ?? false }) else { return nil }
    var complaint: String?
    for contract in contracts {
      guard let paths = paths(of: path, below: contract) else { return nil }
      for path in paths {
        switch contract.document.match(method: method, path: path, below: []) {
        case .operation: return nil
        case .noMethod(let allowed, let template):
          complaint =
            "\(contract.document.path) has no \(method) of \(template), only \(allowed.joined(separator: ", "))"
        case .noPath, .outside: break
        }
      }
    }
    let names = contracts.map(\.document.path).joined(separator: ", ")
    return Diagnostic(
      .warning,
      complaint ?? "no operation of \(names) has the path \(path)",
      at: request.url.range,
      hint: "write contract: false where this is meant"
    )
  }

  /// The paths that a contract may have for a path below the base of a scenario; `nil` when that is not known.
  private func paths(of path: String, below contract: NamedContract) -> [String]? {
    let prefixes: [String]
    if let base = contract.base {
      guard case .expression(let first)? = base.segments.first, first.source == "base" else {
        return nil
      }
      switch base.segments.dropFirst().first {
      case nil: prefixes = [""]
      case .literal(let folder)? where base.segments.count == 2: prefixes = [folder]
      case _: return nil
      }
    } else {
      // The base of the scenario may end anywhere inside the path of a server.
      prefixes = contract.document.serverPaths.flatMap(ends) + [""]
    }
    return prefixes.compactMap { ContractBase.rest(of: path, below: $0) }
  }

  /// A path and what is left of it without its first folders: `/api/v1` and `/v1`.
  private func ends(of path: String) -> [String] {
    var ends: [String] = []
    var rest = path[...]
    while !rest.isEmpty {
      ends.append(String(rest))
      rest = rest.dropFirst()
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
    }
    return ends
  }
}
