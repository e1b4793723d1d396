import CurlTransport

/// How a session handles a request; the defaults are those of `URLRequest`.
public struct RequestAttributes: Sendable, Hashable, Codable {
  /// Whether the request may use a mobile network.
  public var allowsCellularAccess = true
  /// Where the answer may come from.
  public var cachePolicy: CachePolicy = .useProtocolCachePolicy
  /// Whether cookies are sent and stored.
  public var handlesCookies = true
  /// Whether the request may share a connection with others that are still running.
  public var usesPipelining = false
  /// What the request is for.
  public var networkServiceType: NetworkServiceType = .standard
  /// How long nothing may arrive or leave before the request fails.
  public var timeoutInterval: Duration = .seconds(60)

  /// Creates attributes with the defaults of `URLRequest`.
  public init() {}
}

/// Where an answer may come from.
public enum CachePolicy: String, Sendable, Hashable, Codable {
  /// As HTTP says (RFC 9111).
  case useProtocolCachePolicy
  /// Only from the server; the answer takes the place of a stored one.
  case reloadIgnoringLocalCacheData
  /// From the cache whatever its age, else from the server.
  case returnCacheDataElseLoad
  /// Only from the cache; without an answer there the request fails with -1008.
  case returnCacheDataDontLoad
  /// From the cache if the server says that it still holds, else from the server.
  case reloadRevalidatingCacheData
}

/// What a request is for, sent to the network as a type of service.
public enum NetworkServiceType: String, Sendable, Hashable, Codable {
  /// Nothing special; packets carry no mark.
  case standard
  /// Nobody waits for it: lower than all others (DSCP CS1).
  case background
  /// Moving pictures (DSCP AF41).
  case video
  /// Speech (DSCP EF).
  case voice
  /// Somebody waits for it (DSCP AF21).
  case responsiveData

  /// How packets are marked, `nil` for not at all.
  var mark: TransferOptions.ServiceType? {
    switch self {
    case .standard: nil
    case .background: .init(trafficClass: 0x20, priority: 1)
    case .video: .init(trafficClass: 0x88, priority: 5)
    case .voice: .init(trafficClass: 0xB8, priority: 6)
    case .responsiveData: .init(trafficClass: 0x48, priority: 4)
    }
  }
}

/// Attributes that a serializer's owner has set; only these are put into requests.
///
/// Setting one to its default counts as well: optionals do what key-value observing does in
/// AFNetworking.
public struct TouchedAttributes: Sendable, Hashable, Codable {
  /// Whether requests may use a mobile network.
  public var allowsCellularAccess: Bool?
  /// Where answers may come from.
  public var cachePolicy: CachePolicy?
  /// Whether cookies are sent and stored.
  public var handlesCookies: Bool?
  /// Whether requests may share a connection with others that are still running.
  public var usesPipelining: Bool?
  /// What requests are for.
  public var networkServiceType: NetworkServiceType?
  /// How long nothing may arrive or leave before a request fails.
  public var timeoutInterval: Duration?

  /// Creates attributes of which none is set.
  public init() {}

  /// Puts the attributes that are set into those of a request.
  public func apply(to attributes: inout RequestAttributes) {
    if let allowsCellularAccess { attributes.allowsCellularAccess = allowsCellularAccess }
    if let cachePolicy { attributes.cachePolicy = cachePolicy }
    if let handlesCookies { attributes.handlesCookies = handlesCookies }
    if let usesPipelining { attributes.usesPipelining = usesPipelining }
    if let networkServiceType { attributes.networkServiceType = networkServiceType }
    if let timeoutInterval { attributes.timeoutInterval = timeoutInterval }
  }
}
