extension TransferOptions: Codable {
  private enum CodingKeys: CodingKey {
    case timeout, connectTimeout, idleTimeout, bodyLimit, decodesContent, httpVersion, ipVersion
    case connectionsPerHost, proxy, proxyExceptions, connectTo, unixSocketPath, networkInterface
    case waitsForSharedConnection, serviceType, tls, rateLimit, asksForCodings
  }

  /// Reads an archive; what it lacks is as in new options.
  public init(from decoder: any Decoder) throws {
    self.init()
    let archive = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
      if let known = try archive.decodeIfPresent(Value.self, forKey: key) { value = known }
    }
    timeout = try archive.decodeIfPresent(Duration.self, forKey: .timeout)?.asLimit
    connectTimeout = try archive.decodeIfPresent(Duration.self, forKey: .connectTimeout)?.asLimit
    idleTimeout = try archive.decodeIfPresent(Duration.self, forKey: .idleTimeout)?.asLimit
    rateLimit = try archive.decodeIfPresent(Int.self, forKey: .rateLimit)
    try read(.bodyLimit, into: &bodyLimit)
    try read(.decodesContent, into: &decodesContent)
    asksForCodings = try archive.decodeIfPresent(Bool.self, forKey: .asksForCodings)
    try read(.httpVersion, into: &httpVersion)
    try read(.ipVersion, into: &ipVersion)
    connectionsPerHost = try archive.decodeIfPresent(Int.self, forKey: .connectionsPerHost)
    try read(.proxy, into: &proxy)
    proxyExceptions = try archive.decodeIfPresent([String].self, forKey: .proxyExceptions)
    try read(.connectTo, into: &connectTo)
    unixSocketPath = try archive.decodeIfPresent(String.self, forKey: .unixSocketPath)
    networkInterface = try archive.decodeIfPresent(String.self, forKey: .networkInterface)
    try read(.waitsForSharedConnection, into: &waitsForSharedConnection)
    serviceType = try archive.decodeIfPresent(ServiceType.self, forKey: .serviceType)
    if let tls = try archive.decodeIfPresent(TLS.self, forKey: .tls) { self.tls = tls }
  }

  /// Writes an archive, without secrets and closures.
  public func encode(to encoder: any Encoder) throws {
    var archive = encoder.container(keyedBy: CodingKeys.self)
    try archive.encodeIfPresent(timeout, forKey: .timeout)
    try archive.encodeIfPresent(connectTimeout, forKey: .connectTimeout)
    try archive.encodeIfPresent(idleTimeout, forKey: .idleTimeout)
    try archive.encodeIfPresent(rateLimit, forKey: .rateLimit)
    try archive.encode(bodyLimit, forKey: .bodyLimit)
    try archive.encode(decodesContent, forKey: .decodesContent)
    try archive.encodeIfPresent(asksForCodings, forKey: .asksForCodings)
    try archive.encode(httpVersion, forKey: .httpVersion)
    try archive.encode(ipVersion, forKey: .ipVersion)
    try archive.encodeIfPresent(connectionsPerHost, forKey: .connectionsPerHost)
    try archive.encode(proxy, forKey: .proxy)
    try archive.encodeIfPresent(proxyExceptions, forKey: .proxyExceptions)
    try archive.encode(connectTo, forKey: .connectTo)
    try archive.encodeIfPresent(unixSocketPath, forKey: .unixSocketPath)
    try archive.encodeIfPresent(networkInterface, forKey: .networkInterface)
    try archive.encode(waitsForSharedConnection, forKey: .waitsForSharedConnection)
    try archive.encodeIfPresent(serviceType, forKey: .serviceType)
    if boxedTLS != nil { try archive.encode(tls, forKey: .tls) }
  }
}

extension TransferOptions.TLS: Decodable {
  /// Reads an archive; what it lacks is as in new settings.
  public init(from decoder: any Decoder) throws {
    self.init()
    let archive = try decoder.container(keyedBy: CodingKeys.self)
    let authorities = try archive.decodeIfPresent(
      CertificateAuthorities.self,
      forKey: .certificateAuthorities
    )
    if let authorities { certificateAuthorities = authorities }
    certificateFile = try archive.decodeIfPresent(String.self, forKey: .certificateFile)
    certificateType = try archive.decodeIfPresent(String.self, forKey: .certificateType)
    keyFile = try archive.decodeIfPresent(String.self, forKey: .keyFile)
    insecure = try archive.decodeIfPresent(Bool.self, forKey: .insecure) ?? false
    minimumVersion = try archive.decodeIfPresent(Version.self, forKey: .minimumVersion)
    maximumVersion = try archive.decodeIfPresent(Version.self, forKey: .maximumVersion)
  }
}

extension Duration {
  /// Within what clocks can add to a moment, whatever an archive says.
  fileprivate var asLimit: Duration { min(max(self, .zero), .seconds(1_000_000_000)) }
}
