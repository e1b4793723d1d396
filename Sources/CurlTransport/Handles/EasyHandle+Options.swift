import CCurl

extension EasyHandle {
  /// Sets what holds for every transfer, after a reset.
  func applyFoundation() throws(CurlError) {
    try set(CURLOPT_NOSIGNAL, 1)
    // A transfer that ends during its name lookup would else wait for the system's answer, and the
    // whole loop with it.
    try set(CURLOPT_QUICK_EXIT, 1)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_PATH_AS_IS, 1)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  /// Sets a transfer's options, after a reset.
  ///
  /// - Throws: ``CurlError/Code/unsupported`` where the libcurl at run time lacks something.
  func apply(_ options: TransferOptions) throws(CurlError) {
    if let limit = options.connectLimit { try setConnectLimit(limit.milliseconds) }
    try apply(options.httpVersion)
    switch options.ipVersion {
    case .any: break
    case .v4: try set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
    case .v6: try set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
    }
    switch options.proxy {
    case .environment: break
    case .none:
      try set(CURLOPT_PROXY, "")
    case .url(let url):
      try set(CURLOPT_PROXY, url)
      try set(CURLOPT_NOPROXY, "")
    }
    if let hosts = options.proxyExceptions {
      // libcurl knows the star only when it stands alone.
      try set(CURLOPT_NOPROXY, hosts.contains("*") ? "*" : hosts.joined(separator: ","))
    }
    if let limit = options.rateLimit { try apply(rateLimit: limit) }
    if options.waitsForSharedConnection { try set(CURLOPT_PIPEWAIT, 1) }
    if let path = options.unixSocketPath { try set(CURLOPT_UNIX_SOCKET_PATH, path) }
    if let name = options.networkInterface { try set(CURLOPT_INTERFACE, name) }
    if let authentication = options.authentication { try apply(authentication) }
    if options.boxedTLS != nil { try apply(options.tls) }
  }

  /// Bounds the bytes a second that are sent, and makes buffers small, so that none comes as a gust.
  ///
  /// What is received is bounded by ``Transfer/mustWaitForRate()``: libcurl 7.88 takes up to a hundred
  /// buffers from a connection before it looks at the rate.
  private func apply(rateLimit limit: Int) throws(CurlError) {
    try set(CURLOPT_MAX_SEND_SPEED_LARGE, offset: Int64(limit))
    try set(CURLOPT_BUFFERSIZE, min(limit, 16 << 10))
    try set(CURLOPT_UPLOAD_BUFFERSIZE, 16 << 10)
  }

  /// Lets libcurl divide the time for connecting among the addresses of a name.
  ///
  /// The limit itself is the loop's: libcurl would count a stall of the thread, and what it ends
  /// before it has looked at the socket may have come in time. So it is given a little more.
  ///
  /// - Parameter milliseconds: the time there is for connecting.
  /// - Throws: when libcurl refuses the option.
  func setConnectLimit(_ milliseconds: Int) throws(CurlError) {
    try set(CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds + milliseconds / 8 + 100, 2_000_000_000))
  }

  /// Lets a transfer open a connection of its own, which later ones may use.
  func takeFreshConnection() throws(CurlError) {
    try set(CURLOPT_FRESH_CONNECT, 1)
  }

  /// Keeps a transfer from the connections of others, and these from its own.
  func isolate() throws(CurlError) {
    try set(CURLOPT_FRESH_CONNECT, 1)
    try set(CURLOPT_FORBID_REUSE, 1)
  }

  /// Sets other places to connect to.
  ///
  /// - Parameter places: must live as long as the transfer.
  /// - Throws: when libcurl refuses the option.
  func apply(connectTo places: borrowing RequestScratch) throws(CurlError) {
    try unsafe set(CURLOPT_CONNECT_TO, pointer: places.list)
  }

  private func apply(_ version: TransferOptions.HTTPVersion) throws(CurlError) {
    switch version {
    case .automatic: return
    case .http1: try set(CURLOPT_HTTP_VERSION, 1)
    case .http11: try set(CURLOPT_HTTP_VERSION, 2)
    case .http2:
      try require(CurlVersion.current.hasHTTP2, "HTTP/2")
      try set(CURLOPT_HTTP_VERSION, 3)
    case .http2PriorKnowledge:
      try require(CurlVersion.current.hasHTTP2, "HTTP/2")
      try set(CURLOPT_HTTP_VERSION, 5)
    case .http3:
      try require(CurlVersion.current.hasHTTP3, "HTTP/3")
      // The number for HTTP/3 and nothing else: 30 would fall back to an older version.
      try set(CURLOPT_HTTP_VERSION, 31)
    }
  }

  /// Chooses between HTTP/2 where TLS agrees on it, which is libcurl's own way, and HTTP/1.1.
  func useHTTP2(_ mayUse: Bool) throws(CurlError) {
    try set(CURLOPT_HTTP_VERSION, mayUse ? 0 : 2)
  }

  private func require(_ condition: Bool, _ what: String) throws(CurlError) {
    guard condition else {
      throw CurlError(
        code: .unsupported,
        message: "libcurl \(CurlVersion.current.number) has no \(what)"
      )
    }
  }

  private func apply(_ authentication: TransferOptions.Authentication) throws(CurlError) {
    let bits: Int
    switch authentication {
    case .basic(let user, let password):
      bits = curlew_auth_basic
      try applyUser(user, password)
    case .digest(let user, let password):
      bits = curlew_auth_digest
      try applyUser(user, password)
    case .ntlm(let user, let password):
      try require(CurlVersion.current.hasNTLM, "NTLM")
      bits = curlew_auth_ntlm
      try applyUser(user, password)
    case .negotiate:
      try require(CurlVersion.current.hasNegotiate, "Negotiate")
      bits = curlew_auth_negotiate
      try applyUser("", "")
    case .awsSignature4(let provider, let key, let secret):
      bits = curlew_auth_aws
      try applyUser(key, secret)
      try set(CURLOPT_AWS_SIGV4, provider)
    }
    try set(CURLOPT_HTTPAUTH, bits)
  }

  private func applyUser(_ user: String, _ password: String) throws(CurlError) {
    try set(CURLOPT_USERNAME, user)
    try set(CURLOPT_PASSWORD, password)
  }

  private func apply(_ tls: TransferOptions.TLS) throws(CurlError) {
    switch tls.certificateAuthorities {
    case .system: break
    case .file(let path):
      try set(CURLOPT_CAINFO, path)
      try set(CURLOPT_CAPATH, nil)
      try set(CURLOPT_PROXY_CAINFO, path)
      try set(CURLOPT_PROXY_CAPATH, nil)
    case .pem(let bytes):
      try set(CURLOPT_CAINFO, nil)
      try set(CURLOPT_CAPATH, nil)
      try set(CURLOPT_CAINFO_BLOB, copying: bytes)
      try set(CURLOPT_PROXY_CAINFO, nil)
      try set(CURLOPT_PROXY_CAPATH, nil)
      try set(CURLOPT_PROXY_CAINFO_BLOB, copying: bytes)
    }
    if let path = tls.certificateFile { try set(CURLOPT_SSLCERT, path) }
    if let type = tls.certificateType { try set(CURLOPT_SSLCERTTYPE, type) }
    if let path = tls.keyFile { try set(CURLOPT_SSLKEY, path) }
    // Without a password OpenSSL would ask for one at the terminal, and the whole loop would wait.
    try set(CURLOPT_KEYPASSWD, tls.keyPassword ?? "")
    if tls.insecure {
      try set(CURLOPT_SSL_VERIFYPEER, 0)
      try set(CURLOPT_SSL_VERIFYHOST, 0)
      try set(CURLOPT_PROXY_SSL_VERIFYPEER, 0)
      try set(CURLOPT_PROXY_SSL_VERIFYHOST, 0)
    }
    if tls.minimumVersion != nil || tls.maximumVersion != nil {
      // libcurl has the newest version in the upper half of the number.
      let newest = (tls.maximumVersion?.rawValue ?? 0) << 16
      try set(CURLOPT_SSLVERSION, (tls.minimumVersion?.rawValue ?? 0) | newest)
    }
    // The verified chain is missing from a resumed session.
    if tls.trust != nil { try set(CURLOPT_SSL_SESSIONID_CACHE, 0) }
  }
}

extension TransferOptions {
  /// How long connecting may take at most, or nil without any limit.
  var connectLimit: Duration? {
    guard let timeout, let connectTimeout else { return timeout ?? connectTimeout }
    return min(timeout, connectTimeout)
  }

  /// Whether both are set on a handle alike, and without anything that a handle would remember.
  func isPlainAndSame(as other: Self) -> Bool {
    isPlain && other.isPlain && timeout == other.timeout && connectTimeout == other.connectTimeout
      && decodesContent == other.decodesContent && httpVersion == other.httpVersion
      && ipVersion == other.ipVersion && proxy == other.proxy
      && waitsForSharedConnection == other.waitsForSharedConnection
  }

  private var isPlain: Bool {
    // Whether HTTP/2 gets a connection of its own depends on the URL. The codings to ask for are a field of each request.
    httpVersion != .http2PriorKnowledge && httpVersion != .http2 && boxedAuthentication == nil
      && boxedTLS == nil
      && connectTo.isEmpty && unixSocketPath == nil && networkInterface == nil
      && serviceType == nil && rateLimit == nil && proxyExceptions == nil
  }

  /// How long libcurl may hold back what is sent for ``rateLimit`` at a stretch; nil without a limit.
  ///
  /// It looks at the mean of three seconds, and its buffer has 16 KiB.
  var longestHold: Duration? {
    rateLimit.map { .seconds(4) + .seconds(16 << 10) / max($0, 1) }
  }
}
