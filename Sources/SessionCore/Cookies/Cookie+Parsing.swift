extension Cookie {
  /// Reads a `Set-Cookie` header (RFC 6265 sections 5.2 and 5.3).
  ///
  /// Gives `nil` when it must be ignored: no name, a foreign domain, a public suffix, a `__Secure-`
  /// or `__Host-` name without what it promises.
  ///
  /// - Parameters:
  ///   - header: the header's value; more than 4096 bytes of name and value are refused.
  ///   - url: where the answer came from.
  ///   - now: seconds since 1970, for `Max-Age`.
  public init?(setCookie header: String, from url: URI, now: Double) {
    guard let host = url.host, !host.isEmpty else { return nil }
    let pieces = header.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = pieces.first, let equals = pair.firstIndex(of: "=") else { return nil }
    let name = pair[..<equals].trimmingBlanks
    let value = pair[pair.index(after: equals)...].trimmingBlanks
    guard !name.isEmpty, name.utf8.count + value.utf8.count <= 4096,
      header.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { return nil }
    self.init(
      name: String(name),
      value: String(value),
      domain: host,
      path: Self.defaultPath(of: url)
    )
    var maxAge: Double?
    var hasPath = false
    for piece in pieces.dropFirst() {
      let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1].trimmingBlanks : ""
      switch parts[0].trimmingBlanks.lowercased() {
      case "expires":
        if let date = CookieDate.parse(value) { expires = date }
      case "max-age":
        if let age = Self.maxAge(value) { maxAge = age }
      case "domain":
        guard setDomain(value.lowercased(), host: host) else { return nil }
      case "path":
        hasPath = value.utf8.first == UInt8(ascii: "/")
        path = hasPath ? String(value) : Self.defaultPath(of: url)
      case "secure": isSecure = true
      case "httponly": isHTTPOnly = true
      case "samesite": setSameSite(value.lowercased())
      case _: continue
      }
    }
    if let maxAge { expires = maxAge <= 0 ? -.greatestFiniteMagnitude : now + maxAge }
    let lowered = name.lowercased()
    if lowered.hasPrefix("__secure-"), !isSecure { return nil }
    if lowered.hasPrefix("__host-"), !isSecure || !isHostOnly || path != "/" || !hasPath {
      return nil
    }
  }

  private static func maxAge(_ text: Substring) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Double(text)
  }

  private mutating func setDomain(_ text: String, host: String) -> Bool {
    let domain = text.hasPrefix(".") ? String(text.dropFirst()) : text
    if domain.isEmpty { return true }
    if domain == host {
      // A host that is an address or a public suffix itself gets a cookie of its own only.
      isHostOnly = IPAddress.isAddress(host: host) || CookieDomain.isPublicSuffix(host)
      self.domain = host
      return true
    }
    guard CookieDomain.matches(host: host, domain: domain), !CookieDomain.isPublicSuffix(domain)
    else { return false }
    isHostOnly = false
    self.domain = domain
    return true
  }

  private mutating func setSameSite(_ text: String) {
    switch text {
    case "strict": sameSite = .strict
    case "lax": sameSite = .lax
    case "none": sameSite = SameSite.none
    case _: break
    }
  }

  /// Default-path of RFC 6265 section 5.1.4.
  static func defaultPath(of url: URI) -> String {
    guard url.path.utf8.first == UInt8(ascii: "/"),
      let slash = url.path.lastIndex(of: "/"), slash != url.path.startIndex
    else { return "/" }
    return String(url.path[..<slash])
  }
}
