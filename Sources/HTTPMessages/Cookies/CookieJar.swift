/// Cookies of one user, as a value: a copy is a jar of its own.
///
/// Time is passed in. No more than 3000 cookies are kept, 180 of one domain; the oldest go first.
/// No cookie spans a public suffix, as the list of libpsl has them.
///
/// ```swift
/// var jar = CookieJar()
/// jar.store(response.headers, from: response.url, now: now)
/// jar.header(for: url, now: now)  // "session=1; theme=dark"
/// ```
public struct CookieJar: Sendable, Hashable {
  /// All cookies, oldest first; ended ones may still be among them.
  public private(set) var cookies: [Cookie] = []

  /// Creates an empty jar.
  public init() {}

  /// Takes the cookies that an answer sets.
  ///
  /// - Parameters:
  ///   - headers: those of the answer.
  ///   - url: where the answer came from.
  ///   - now: seconds since 1970.
  public mutating func store(_ headers: HTTPHeaders, from url: URI, now: Double) {
    for value in headers.values("Set-Cookie") {
      guard let cookie = Cookie(setCookie: value, from: url, now: now) else { continue }
      let isTrusted = url.scheme == "https" || CookieDomain.isThisMachine(url.host ?? "")
      if !isTrusted, isProtected(from: cookie, now: now) { continue }
      set(cookie, now: now)
    }
  }

  /// Whether a cookie that came in the clear would stand in the way of one that only goes over TLS
  /// (RFC 6265bis section 5.7).
  private func isProtected(from cookie: Cookie, now: Double) -> Bool {
    cookies.contains { kept in
      kept.isSecure && kept.name == cookie.name && !kept.isExpired(at: now)
        && (CookieDomain.matches(host: kept.domain, domain: cookie.domain)
          || CookieDomain.matches(host: cookie.domain, domain: kept.domain))
        && Cookie.matches(requestPath: cookie.path, path: kept.path)
    }
  }

  /// Puts a cookie in, in the place of one with the same name, domain and path; an ended one
  /// removes it.
  public mutating func set(_ cookie: Cookie, now: Double) {
    let index = cookies.firstIndex {
      $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
        && $0.isHostOnly == cookie.isHostOnly
    }
    if cookie.isExpired(at: now) {
      if let index { cookies.remove(at: index) }
      return
    }
    if let index {
      cookies[index] = cookie
      return
    }
    cookies.append(cookie)
    makeRoom(domain: cookie.domain, now: now)
  }

  private mutating func makeRoom(domain: String, now: Double) {
    if cookies.count(where: { $0.domain == domain }) > 180,
      let outdated = cookies.firstIndex(where: { $0.domain == domain && $0.isExpired(at: now) })
        ?? cookies.firstIndex(where: { $0.domain == domain })
    {
      cookies.remove(at: outdated)
    }
    if cookies.count > 3000 {
      cookies.removeAll { $0.isExpired(at: now) }
      if cookies.count > 3000 { cookies.removeFirst(cookies.count - 3000) }
    }
  }

  /// The cookies that go with a request, longest path first, then oldest first.
  public func cookies(for url: URI, now: Double) -> [Cookie] {
    if cookies.isEmpty { return [] }
    let sent = cookies.filter { !$0.isExpired(at: now) && $0.isSent(to: url) }
    if sent.count < 2 { return sent }
    return sent.sorted { $0.path.utf8.count > $1.path.utf8.count }
  }

  /// The value of the `Cookie` header of a request, or `nil` without cookies.
  public func header(for url: URI, now: Double) -> String? {
    let sent = cookies(for: url, now: now)
    if sent.isEmpty { return nil }
    return sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// Removes the cookies that a predicate names.
  public mutating func remove(where predicate: (Cookie) -> Bool) {
    cookies.removeAll(where: predicate)
  }
}
