/// How old a stored answer is, and how old it may get (RFC 9111 section 4.2).
package struct CacheFreshness: Sendable, Hashable {
  /// How long the answer is fresh, in seconds.
  let lifetime: Double
  /// How old it is now, in seconds.
  package let age: Double

  /// The most that is guessed for an answer that says nothing itself: a day.
  static let guessLimit: Double = 86_400

  /// Calculates both numbers; `now` is in seconds since 1970.
  package init(_ stored: CachedResponse, now: Double) {
    let headers = stored.response.headers
    let date = headers["Date"].flatMap { CookieDate.parse($0) } ?? stored.responseTime
    let apparent = max(0, stored.responseTime - date)
    let told = headers["Age"].map(CacheControl.seconds) ?? 0
    let delay = max(0, stored.responseTime - stored.requestTime)
    age = max(apparent, told + delay) + max(0, now - stored.responseTime)
    lifetime = Self.lifetime(of: stored.response, date: date)
  }

  /// Whether the answer may be used without asking.
  var isFresh: Bool { lifetime > age }

  private static func lifetime(of response: SessionResponse, date: Double) -> Double {
    let control = CacheControl(response.headers)
    if let limit = control.seconds("max-age") { return limit }
    if let expires = response.headers["Expires"] {
      // What is no date, above all "0", means the past (section 5.3).
      return CookieDate.parse(expires).map { max(0, $0 - date) } ?? 0
    }
    guard Self.canBeGuessed(response.status) || control.contains("public"),
      let modified = response.headers["Last-Modified"].flatMap({ CookieDate.parse($0) })
    else { return 0 }
    return min(guessLimit, max(0, (date - modified) / 10))
  }

  /// The statuses whose answers may be kept though they say nothing of it (RFC 9110 section 15.1).
  package static func canBeGuessed(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
    case _: false
    }
  }
}
