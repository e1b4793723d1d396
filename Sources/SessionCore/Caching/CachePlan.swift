/// What a cache says before a request is sent.
enum CachePlan: Sendable, Hashable {
  /// The request goes to the server.
  case load
  /// The stored answer is given.
  case serve(CachedResponse)
  /// The server is asked whether the stored answer still holds.
  case validate(CachedResponse)
  /// The request asks for a stored answer alone, and there is none that may be given: 504.
  case gatewayTimeout
  /// The policy forbids loading, and there is nothing stored: -1008.
  case unavailable

  /// Decides by the request's policy, and for ``CachePolicy/useProtocolCachePolicy`` by RFC 9111.
  ///
  /// - Parameters:
  ///   - request: what is about to be sent.
  ///   - stored: the answer that fits it, if there is one.
  ///   - now: seconds since 1970.
  init(for request: SessionRequest, stored: CachedResponse?, now: Double) {
    switch request.attributes.cachePolicy {
    case .useProtocolCachePolicy:
      self = Self.byProtocol(request, stored, now)
    case .reloadIgnoringLocalCacheData:
      self = .load
    case .returnCacheDataElseLoad:
      self = stored.map { .serve($0) } ?? .load
    case .returnCacheDataDontLoad:
      self = stored.map { .serve($0) } ?? .unavailable
    case .reloadRevalidatingCacheData:
      self = Self.validating(request, stored)
    }
  }

  private static func byProtocol(
    _ request: SessionRequest,
    _ stored: CachedResponse?,
    _ now: Double
  ) -> Self {
    let wanted = CacheControl(request.headers)
    let isOnlyCached = wanted.contains("only-if-cached")
    guard let stored, !wanted.contains("no-store") else {
      return isOnlyCached ? .gatewayTimeout : .load
    }
    if stored.satisfies(wanted, now: now) { return .serve(stored) }
    return isOnlyCached ? .gatewayTimeout : validating(request, stored)
  }

  /// A HEAD brings no body that could take the place of a stored one, so it just goes out.
  private static func validating(_ request: SessionRequest, _ stored: CachedResponse?) -> Self {
    guard let stored, stored.hasValidator, request.method == "GET" else { return .load }
    return .validate(stored)
  }
}

extension SessionRequest {
  /// Whether stored answers can be given to the request at all.
  ///
  /// A request with conditions or a range of its own is between its maker and the server.
  var canBeAnsweredByCache: Bool {
    guard method == "GET" || method == "HEAD", case .none = body else { return false }
    let own = [
      "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Range",
    ]
    return !own.contains { headers.contains($0) }
  }

  /// The same request, to be answered by 304 if a stored answer still holds (section 4.3.1).
  func validating(_ stored: CachedResponse) -> SessionRequest {
    var request = self
    if let tag = stored.entityTag { request.headers["If-None-Match"] = tag }
    if let date = stored.response.headers["Last-Modified"] {
      request.headers["If-Modified-Since"] = date
    }
    if attributes.cachePolicy == .reloadRevalidatingCacheData {
      // Caches on the way are to ask as well.
      request.headers.setIfAbsent("Cache-Control", "max-age=0")
    }
    return request
  }
}
