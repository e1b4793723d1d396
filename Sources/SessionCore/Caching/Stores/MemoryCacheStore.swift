/// Answers in memory, those used longest ago dropped when there are too many bytes of them.
typealias MemoryCacheStore = CacheIndex<CachedResponse>

extension MemoryCacheStore {
  /// All answers of a URL.
  func responses(url: String) -> [(name: CacheEntryName, response: CachedResponse)] {
    names(url: url).compactMap { name in self[name].map { (name, $0) } }
  }

  /// Keeps an answer, unless it is larger than all there is room for.
  mutating func insert(_ response: CachedResponse, as name: CacheEntryName) {
    let cost = response.cost
    guard cost <= capacity else { return remove(name) }
    _ = makeRoom(for: cost, as: name)
    add(response, as: name, size: cost)
  }

  /// Forgets all answers of a URL.
  mutating func remove(url: String) {
    for name in names(url: url) { remove(name) }
  }
}
