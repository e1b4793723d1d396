import Contracts
import Diagnostics
import HTTPMessages
import Scenarios

/// Finds the requests whose path no contract has, before anything is sent.
struct ContractPathCheck {
  /// A request as the paths of contracts are about it.
  private struct Call: Hashable {
    var method: String
    var url: String
  }

  let contracts: [NamedContract]
  /// What was found of the requests so far: many steps ask for the same.
  private var known: [Call: String?] = [:]
  private static let mostKnown = 10_000

  /// Begins a check.
  ///
  /// - Parameter contracts: what exchanges are checked against.
  init(contracts: [NamedContract]) { self.contracts = contracts }

  /// What is wrong with the paths of a scenario.
  ///
  /// - Parameter scenario: its steps, with those of other files.
  /// - Returns: a warning for each request whose path no contract has.
  mutating func diagnostics(for scenario: PlannedScenario) -> [Diagnostic] {
    // With another base than that of the project the paths may be those of another service.
    guard !contracts.isEmpty, scenario.contractBase == nil else { return [] }
    var found: [Diagnostic] = []
    var left = [scenario.setup, scenario.steps, scenario.teardown].flatMap { $0 }
    while let step = left.popLast() {
      if let request = step.request?.request, let warning = diagnostic(for: request) {
        found.append(warning)
      }
      left += step.children
    }
    return found
  }

  /// What is wrong with the path of a request with its defaults; `nil` when a contract may have the path, or when it is known only
  /// in the run.
  private mutating func diagnostic(for request: RequestStep) -> Diagnostic? {
    guard let method = request.method.constant, let url = request.url.constant else { return nil }
    let rules = contracts.map { $0.rules(for: request.contract) }
    guard rules.allSatisfy({ $0.map { $0.undocumented != .off } ?? false }) else { return nil }
    let call = Call(method: method, url: url)
    let complaint: String?
    if let known = known[call] {
      complaint = known
    } else {
      complaint = self.complaint(about: call)
      if known.count < Self.mostKnown { known[call] = .some(complaint) }
    }
    return complaint.map {
      Diagnostic(
        .warning,
        $0,
        at: request.url.range,
        hint: "write contract: false where this is meant"
      )
    }
  }

  /// What the warning about a request says.
  private func complaint(about call: Call) -> String? {
    guard call.url.hasPrefix("/"), !call.url.hasPrefix("//"),
      let path = try? URI("http://host\(call.url)").removingDotSegments.path
    else { return nil }
    var complaint: String?
    for contract in contracts {
      guard let paths = paths(of: path, below: contract) else { return nil }
      for path in paths {
        switch contract.document.match(method: call.method, path: path, below: []) {
        case .operation: return nil
        case .noMethod(let allowed, let template):
          complaint =
            "\(contract.document.path) has no \(call.method) of \(template), only \(allowed.joined(separator: ", "))"
        case .noPath, .outside: break
        }
      }
    }
    let names = contracts.map(\.document.path).joined(separator: ", ")
    return complaint ?? "no operation of \(names) has the path \(path)"
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
