/// A cookie with everything that decides where it is sent (RFC 6265 section 5.3).
public struct Cookie: Sendable, Hashable, Codable {
  /// How far a cookie follows a user from other sites.
  public struct SameSite: RawRepresentable, Sendable, Hashable, Codable {
    /// The word of the attribute.
    public var rawValue: String

    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Only with requests from the same site.
    public static var strict: Self { .init(rawValue: "Strict") }
    /// Also when a link from another site is followed.
    public static var lax: Self { .init(rawValue: "Lax") }
    /// Always.
    public static var none: Self { .init(rawValue: "None") }
  }

  /// The name, compared with case.
  public var name: String
  /// The value as it came, quotes included.
  public var value: String
  /// The host, or with ``isHostOnly`` false the domain whose hosts all get it; in lower case.
  public var domain: String
  /// Whether only ``domain`` itself gets it.
  public var isHostOnly: Bool
  /// The path under which it is sent.
  public var path: String
  /// When it ends, in seconds since 1970; `nil` for the end of the session.
  public var expires: Double?
  /// Whether it is sent only over TLS, and to this machine itself.
  public var isSecure: Bool
  /// Whether scripts may not see it.
  public var isHTTPOnly: Bool
  /// How far it follows a user from other sites; this is kept but decides nothing here.
  public var sameSite: SameSite?

  /// Creates a cookie.
  public init(
    name: String,
    value: String,
    domain: String,
    isHostOnly: Bool = true,
    path: String = "/",
    expires: Double? = nil,
    isSecure: Bool = false,
    isHTTPOnly: Bool = false,
    sameSite: SameSite? = nil
  ) {
    self.name = name
    self.value = value
    self.domain = domain.lowercased()
    self.isHostOnly = isHostOnly
    self.path = path
    self.expires = expires
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
  }

  /// Whether the cookie has ended at a point in time.
  public func isExpired(at now: Double) -> Bool { expires.map { $0 <= now } ?? false }

  /// Whether the cookie goes with a request to a URL (RFC 6265 section 5.4, step 1).
  public func isSent(to url: URI) -> Bool {
    guard let host = url.host else { return false }
    guard isHostOnly ? host == domain : CookieDomain.matches(host: host, domain: domain) else {
      return false
    }
    guard Self.matches(requestPath: url.path.isEmpty ? "/" : url.path, path: path) else {
      return false
    }
    return !isSecure || url.scheme == "https" || CookieDomain.isThisMachine(host)
  }

  /// Path-match of RFC 6265 section 5.1.4.
  static func matches(requestPath: String, path: String) -> Bool {
    let request = requestPath.utf8
    let cookie = path.utf8
    guard request.starts(with: cookie) else { return false }
    if request.count == cookie.count || cookie.last == UInt8(ascii: "/") { return true }
    return request.dropFirst(cookie.count).first == UInt8(ascii: "/")
  }
}
