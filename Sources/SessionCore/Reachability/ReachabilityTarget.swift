/// What is to be reached.
enum ReachabilityTarget: Sendable, Hashable {
  /// The rest of the world: any default route.
  case everywhere
  case address(NetworkAddress)
  case domain(String)
  /// This host.
  case localhost

  /// Takes names of this host and addresses for what they are.
  init(domain: String) {
    var name = domain.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    if let address = NetworkAddress(name) {
      self = .address(address)
    } else if name == "localhost" || name.hasSuffix(".localhost") {
      self = .localhost
    } else {
      self = .domain(name)
    }
  }
}

/// Looks at the network again and again, and remembers the addresses of a name.
struct ReachabilityProbe {
  let target: ReachabilityTarget
  private var addresses: [NetworkAddress] = []
  private var last = NetworkReachabilityStatus.unknown

  init(_ target: ReachabilityTarget) { self.target = target }

  /// Whether another look may see more although no table has changed: a name that was not found.
  var isWorthRetrying: Bool {
    if case .domain = target { addresses.isEmpty } else { false }
  }

  /// Looks once; may wait for the resolver.
  mutating func look(through socket: NetlinkSocket) -> NetworkReachabilityStatus {
    if target == .localhost { return .reachableViaWiFi }
    let paths = NetworkPaths(socket)
    switch target {
    case .localhost: return .reachableViaWiFi
    case .everywhere: return paths.defaultStatus
    case .address(let address): return paths.status(to: address)
    case .domain(let name):
      // While there was a way its addresses are good enough; a new network may have others.
      if addresses.isEmpty || !last.isReachable { addresses = NetworkAddress.resolve(name) }
      last = addresses.lazy.map { paths.status(to: $0) }.first { $0.isReachable } ?? .notReachable
      return last
    }
  }
}
