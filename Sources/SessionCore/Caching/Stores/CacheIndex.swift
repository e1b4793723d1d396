/// Which answers a store keeps; those used longest ago go when there are too many bytes of them.
struct CacheIndex<Value: Sendable>: Sendable {
  /// The most bytes that are kept.
  let capacity: Int
  /// How many bytes are kept.
  private(set) var usage = 0
  private var entries: [CacheEntryName: (value: Value, size: Int)] = [:]
  private var namesByURL: [String: [CacheEntryName]] = [:]
  private var order = UseOrder<CacheEntryName>()

  /// How many answers of one URL are kept.
  private static var variantLimit: Int { 16 }

  init(capacity: Int) { self.capacity = capacity }

  /// The names of a URL's answers.
  func names(url: String) -> [CacheEntryName] { namesByURL[url] ?? [] }

  /// What is kept under a name.
  subscript(_ name: CacheEntryName) -> Value? { entries[name]?.value }

  /// Notes that an answer is used now.
  mutating func touch(_ name: CacheEntryName) {
    if entries[name] != nil { order.touch(name) }
  }

  /// Takes answers out until there is room, and says which.
  mutating func makeRoom(for size: Int, as name: CacheEntryName? = nil) -> [CacheEntryName] {
    if let name { remove(name) }
    var outdated: [CacheEntryName] = []
    while usage > capacity - size, let oldest = order.removeOldest() {
      remove(oldest)
      outdated.append(oldest)
    }
    if let name, let known = namesByURL[name.url], known.count >= Self.variantLimit {
      outdated.append(known[0])
      remove(known[0])
    }
    return outdated
  }

  mutating func add(_ value: Value, as name: CacheEntryName, size: Int) {
    remove(name)
    usage += size
    entries[name] = (value, size)
    namesByURL[name.url, default: []].append(name)
    order.touch(name)
  }

  /// Forgets an answer.
  mutating func remove(_ name: CacheEntryName) {
    guard let entry = entries.removeValue(forKey: name) else { return }
    usage -= entry.size
    order.remove(name)
    namesByURL[name.url]?.removeAll { $0 == name }
    if namesByURL[name.url]?.isEmpty == true { namesByURL[name.url] = nil }
  }

  /// Forgets everything, and says what that was.
  mutating func removeAll() -> [CacheEntryName] {
    defer { self = Self(capacity: capacity) }
    return Array(entries.keys)
  }
}
