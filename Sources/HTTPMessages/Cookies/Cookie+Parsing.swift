import Encodings

extension Cookie {
  /// Reads a `Set-Cookie` header (RFC 6265 sections 5.2 and 5.3).
  ///
  /// Gives `nil` when it must be ignored: no name, a foreign domain, a public suffix, a `__Secure-`
  /// or `__Host-` name without what it promises, and as today's browsers do a `Secure` cookie that
  /// came neither over TLS nor from this machine itself (RFC 6265bis section 5.7).
  ///
  /// - Parameters:
  ///   - header: the header's value; more than 4096 bytes of name and value are refused.
  ///   - url: where the answer came from.
  ///   - now: seconds since 1970, for `Max-Age`.
  public init?(setCookie header: String, from url: URI, now: Double) {
    guard let host = url.host, !host.isEmpty else { return nil }
    // By bytes: a mark of Unicode behind a separator makes another character of it.
    let pieces = header.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let pair = pieces.first, pair.contains(UInt8(ascii: "=")) else { return nil }
    let (name, value) = Self.sides(of: pair)
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
    var domain = ""
    var hasPath = false
    for piece in pieces.dropFirst() {
      let (attribute, value) = Self.sides(of: piece)
      if value.utf8.count > 1024 { continue }
      switch attribute.lowercased() {
      case "expires":
        if let date = CookieDate.parse(value) { expires = date }
      case "max-age":
        if let age = Self.maxAge(value) { maxAge = age }
      case "domain":
        // Of several the last one counts; an empty one is none.
        if !value.isEmpty { domain = value.lowercased() }
      case "path":
        hasPath = value.utf8.first == UInt8(ascii: "/")
        path = hasPath ? String(value) : Self.defaultPath(of: url)
      case "secure": isSecure = true
      case "httponly": isHTTPOnly = true
      case "samesite": setSameSite(value.lowercased())
      case _: continue
      }
    }
    guard setDomain(domain, host: host) else { return nil }
    if isSecure, url.scheme != "https", !CookieDomain.isThisMachine(host) { return nil }
    if let maxAge {
      expires = maxAge <= 0 ? -.greatestFiniteMagnitude : min(now + maxAge, Self.latestEnd)
    }
    let lowered = name.lowercased()
    if lowered.hasPrefix("__secure-"), !isSecure { return nil }
    if lowered.hasPrefix("__host-"), !isSecure || !isHostOnly || path != "/" || !hasPath {
      return nil
    }
  }

  /// The end of the year 9999 in seconds since 1970; no cookie lives longer.
  static let latestEnd: Double = 253_402_300_799

  /// What stands before and behind the first `=`, without the blanks around both.
  private static func sides(of piece: Substring.UTF8View) -> (Substring, Substring) {
    let text = Substring(piece)
    guard let equals = piece.firstIndex(of: UInt8(ascii: "=")) else {
      return (text.trimmingBlanks, "")
    }
    let (name, value) = (piece[..<equals], piece[piece.index(after: equals)...])
    return (Substring(name).trimmingBlanks, Substring(value).trimmingBlanks)
  }

  /// The lifetime that a `Set-Cookie` header gives a cookie, the last of several counting.
  ///
  /// - Parameter header: the header's value.
  /// - Returns: seconds, perhaps negative; `nil` without a `Max-Age` that is a number.
  public static func maxAge(inSetCookie header: String) -> Double? {
    var age: Double?
    for piece in header.utf8.split(separator: UInt8(ascii: ";")).dropFirst() {
      let (attribute, value) = sides(of: piece)
      guard attribute.lowercased() == "max-age", value.utf8.count <= 1024 else { continue }
      age = maxAge(value) ?? age
    }
    return age
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
