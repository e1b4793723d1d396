/// Answers in memory, those used longest ago dropped when there are too many bytes of them.
struct MemoryCacheStore: Sendable {
  /// The most bytes that are kept.
  let capacity: Int
  /// How many bytes are kept.
  private(set) var usage = 0
  private var responses: [CacheEntryName: CachedResponse] = [:]
  private var names: [String: [CacheEntryName]] = [:]
  private var order = UseOrder<CacheEntryName>()

  /// How many answers of one URL are kept.
  static let variantLimit = 16

  init(capacity: Int) { self.capacity = capacity }

  /// All answers of a URL.
  func responses(url: String) -> [(name: CacheEntryName, response: CachedResponse)] {
    (names[url] ?? []).compactMap { name in responses[name].map { (name, $0) } }
  }

  /// Notes that an answer is used now.
  mutating func touch(_ name: CacheEntryName) {
    if responses[name] != nil { order.touch(name) }
  }

  /// Keeps an answer, unless it is larger than all there is room for.
  mutating func insert(_ response: CachedResponse, as name: CacheEntryName) {
    remove(name)
    let cost = response.cost
    guard cost <= capacity else { return }
    while usage > capacity - cost, let oldest = order.removeOldest() { remove(oldest) }
    if let known = names[name.url], known.count >= Self.variantLimit { remove(known[0]) }
    usage += cost
    responses[name] = response
    names[name.url, default: []].append(name)
    order.touch(name)
  }

  /// Forgets an answer.
  mutating func remove(_ name: CacheEntryName) {
    guard let response = responses.removeValue(forKey: name) else { return }
    usage -= response.cost
    order.remove(name)
    names[name.url]?.removeAll { $0 == name }
    if names[name.url]?.isEmpty == true { names[name.url] = nil }
  }

  /// Forgets all answers of a URL.
  mutating func remove(url: String) {
    for name in names[url] ?? [] { remove(name) }
  }

  /// Forgets everything.
  mutating func removeAll() { self = Self(capacity: capacity) }
}
