/// Whether and how something can be reached, with AFNetworking's numbers.
public enum NetworkReachabilityStatus: Int, Sendable, Hashable, CaseIterable {
  /// Nobody has looked yet.
  case unknown = -1
  /// There is no way.
  case notReachable = 0
  /// The way leads over a mobile network (`wwan*`, `ppp*`).
  case reachableViaWWAN = 1
  /// The way leads over any other network, wired or not.
  case reachableViaWiFi = 2

  /// Whether there is a way, over whatever network.
  public var isReachable: Bool { self == .reachableViaWWAN || self == .reachableViaWiFi }
}

extension NetworkReachabilityStatus: CustomStringConvertible {
  /// AFNetworking's name for people (`AFStringFromNetworkReachabilityStatus`).
  public var description: String {
    switch self {
    case .unknown: "Unknown"
    case .notReachable: "Not Reachable"
    case .reachableViaWWAN: "Reachable via WWAN"
    case .reachableViaWiFi: "Reachable via WiFi"
    }
  }
}
