extension CachedResponse {
  /// Whether the answer may be given without asking (RFC 9111 sections 4.2.4, 5.2.1, 5.2.2).
  ///
  /// - Parameters:
  ///   - wanted: what the request says.
  ///   - now: seconds since 1970.
  /// - Returns: true when neither the request nor the answer is against it.
  package func satisfies(_ wanted: CacheControl, now: Double) -> Bool {
    let told = CacheControl(response.headers)
    if wanted.contains("no-cache") || told.contains("no-cache") { return false }
    let freshness = CacheFreshness(self, now: now)
    if let limit = wanted.seconds("max-age"), freshness.age > limit { return false }
    if let rest = wanted.seconds("min-fresh"), freshness.lifetime - freshness.age < rest {
      return false
    }
    if freshness.isFresh { return true }
    guard !told.contains("must-revalidate"), let stale = wanted.argument("max-stale") else {
      return false
    }
    return stale.isEmpty || freshness.age - freshness.lifetime <= CacheControl.seconds(stale)
  }
}
