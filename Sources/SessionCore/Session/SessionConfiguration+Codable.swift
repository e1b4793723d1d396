import CurlTransport

extension SessionConfiguration: Codable {
  private enum CodingKeys: CodingKey {
    case headers, transport, compression, redirects, retries, cookies, cache, securityPolicy
    case serverTrust, temporaryDirectory
  }

  private struct Cache: Codable {
    var memoryCapacity: Int
    var diskCapacity: Int
    var directory: String?
  }

  /// Reads an archive, with a jar and a cache of its own.
  ///
  /// The cache uses the directory of the archived one, so what lies there is found again.
  public init(from decoder: any Decoder) throws {
    self.init()
    let archive = try decoder.container(keyedBy: CodingKeys.self)
    headers = try archive.decode(HTTPHeaders.self, forKey: .headers)
    transport = try archive.decode(TransferOptions.self, forKey: .transport)
    compression = try archive.decodeIfPresent(RequestCompression.self, forKey: .compression)
    redirects = try archive.decode(RedirectPolicy.self, forKey: .redirects)
    retries = try archive.decodeIfPresent(RetryPolicy.self, forKey: .retries)
    let cookies = try archive.decodeIfPresent([Cookie].self, forKey: .cookies)
    self.cookies = cookies.map { CookieStorage(CookieJar($0)) }
    let cache = try archive.decodeIfPresent(Cache.self, forKey: .cache)
    self.cache = cache.map {
      ResponseCache(
        memoryCapacity: $0.memoryCapacity,
        diskCapacity: $0.diskCapacity,
        directory: $0.directory
      )
    }
    securityPolicy = try archive.decodeIfPresent(SecurityPolicy.self, forKey: .securityPolicy)
    serverTrust = try archive.decodeIfPresent(ServerTrustManager.self, forKey: .serverTrust)
    temporaryDirectory = try archive.decode(String.self, forKey: .temporaryDirectory)
  }

  /// Writes an archive, without code, ``authentication`` and ``credentials``.
  public func encode(to encoder: any Encoder) throws {
    var archive = encoder.container(keyedBy: CodingKeys.self)
    try archive.encode(headers, forKey: .headers)
    try archive.encode(transport, forKey: .transport)
    try archive.encodeIfPresent(compression, forKey: .compression)
    try archive.encode(redirects, forKey: .redirects)
    try archive.encodeIfPresent(retries, forKey: .retries)
    try archive.encodeIfPresent(cookies?.jar.cookies, forKey: .cookies)
    let cache = cache.map {
      Cache(
        memoryCapacity: $0.memoryCapacity,
        diskCapacity: $0.diskCapacity,
        directory: $0.directory
      )
    }
    try archive.encodeIfPresent(cache, forKey: .cache)
    try archive.encodeIfPresent(securityPolicy, forKey: .securityPolicy)
    try archive.encodeIfPresent(serverTrust, forKey: .serverTrust)
    try archive.encode(temporaryDirectory, forKey: .temporaryDirectory)
  }
}

extension CookieJar {
  /// Takes cookies as they are, within the jar's bounds; those that have ended are found out later.
  fileprivate init(_ cookies: [Cookie]) {
    self.init()
    for cookie in cookies.suffix(3000) { set(cookie, now: -.infinity) }
  }
}
