/// Which servers are believed, host by host.
///
/// The counterpart of Alamofire's `ServerTrustManager`: a map from hosts to policies, and a host that
/// is not in it is refused unless ``allHostsMustBeEvaluated`` is off.
///
/// ```swift
/// configuration.serverTrust = ServerTrustManager(evaluations: [
///   "api.example.com": .policy(SecurityPolicy(pinning: .publicKey, to: pins)),
///   "*.example.com": .policy(SecurityPolicy()),
///   "printer.local": .disabled,
/// ])
/// ```
///
/// The host is that of the URL of each exchange, so a redirect to another host is judged by that
/// host's policy, and a connection that is kept is judged for every request. A refusal has the code
/// -1202 with the transport's reason beneath, and no byte of the request is sent. It holds for plain
/// HTTP as well: a host that is not in the map is refused, and so is one with pins.
///
/// Of Alamofire's evaluators `DefaultTrustEvaluator` is `.policy(SecurityPolicy())`, those of pinned
/// certificates and keys are policies that pin, `CompositeTrustEvaluator` is ``Evaluation/all(_:)`` and
/// `DisabledTrustEvaluator` is ``Evaluation/disabled``. `RevocationTrustEvaluator` has no counterpart:
/// neither OCSP nor revocation lists are asked for. Alamofire knows exact hosts alone.
public struct ServerTrustManager: Sendable, Hashable, Codable {
  /// How the server of a host is judged.
  public enum Evaluation: Sendable, Hashable, Codable {
    /// One policy decides.
    case policy(SecurityPolicy)
    /// Each of these must believe the server; an empty list believes none.
    case all([SecurityPolicy])
    /// Every server is believed, so nothing stops a forged one; for tests on one's own machine.
    case disabled
  }

  /// Whether a host that is not in the map is refused; otherwise the session's ``SecurityPolicy`` or
  /// else the transport's options decide.
  public var allHostsMustBeEvaluated: Bool
  private var evaluations: [String: Evaluation] = [:]

  /// Creates a map.
  ///
  /// - Parameters:
  ///   - allHostsMustBeEvaluated: whether a host that is not in the map is refused.
  ///   - evaluations: how the servers of hosts are judged, as ``subscript(_:)`` takes them.
  public init(allHostsMustBeEvaluated: Bool = true, evaluations: [String: Evaluation]) {
    self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
    for (host, evaluation) in evaluations { self[host] = evaluation }
  }

  /// What the map says of a host.
  ///
  /// - Parameter host: without port, compared without case; `*.example.com` stands for all names below
  ///   `example.com` and not for itself. A name beyond ASCII is taken in either of its forms.
  public subscript(host: String) -> Evaluation? {
    get { evaluations[Self.normal(host)] }
    set { evaluations[Self.normal(host)] = newValue }
  }

  /// How the server of a host is judged: by the host's own entry, else by that of the longest pattern.
  ///
  /// - Parameter host: without port.
  /// - Returns: `nil` for a host that is not in the map.
  public func evaluation(for host: String) -> Evaluation? {
    let host = Self.normal(host)
    if let exact = evaluations[host] { return exact }
    // Numbers have no names below them.
    if host.hasPrefix("[") || host.allSatisfy({ $0 == "." || $0.isASCII && $0.isNumber }) {
      return nil
    }
    var rest = host[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if let pattern = evaluations["*.\(rest)"] { return pattern }
    }
    return nil
  }

  /// The form in which URLs have the name.
  private static func normal(_ host: String) -> String {
    let isPattern = host.hasPrefix("*.")
    var name = isPattern ? String(host.dropFirst(2)) : host
    if name.hasSuffix(".") { name.removeLast() }
    if name.contains(":"), !name.hasPrefix("[") { name = "[\(name)]" }
    name = (try? URI("http://\(name)"))?.host ?? name.lowercased()
    return isPattern ? "*.\(name)" : name
  }
}
