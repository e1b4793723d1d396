import Encodings
import Files
import Locks

/// Answers in files of a directory, one each, those used longest ago removed when there are too many
/// bytes of them.
///
/// A file's name is made of digests, so no URL can name another file. What the directory holds is
/// looked up once, at the first use. Two processes may share a directory: each bounds what it knows
/// of, and finds the other's files when it starts.
final class DiskCacheStore: Sendable {
  fileprivate struct State: Sendable {
    var isOpen = false
    var usage = 0
    var sizes: [CacheEntryName: Int] = [:]
    var names: [String: [CacheEntryName]] = [:]
    var order = UseOrder<CacheEntryName>()
  }

  private let directory: String
  private let capacity: Int
  private let state = Locked(State())

  private static let suffix = ".response"

  init(directory: String, capacity: Int) {
    self.directory = directory
    self.capacity = max(0, capacity)
  }

  /// How many bytes the files have.
  var usage: Int {
    open() ? state.withLock { $0.usage } : 0
  }

  /// All answers of a URL; files that are damaged are removed.
  func responses(url: String) -> [(name: CacheEntryName, response: CachedResponse)] {
    guard open() else { return [] }
    let names = state.withLock { $0.names[url] ?? [] }
    return names.compactMap { name in
      guard let bytes = CacheFile.read(path(name), limit: capacity),
        let response = CachedResponse(record: bytes), CacheEntryName(response) == name
      else {
        remove(name)
        return nil
      }
      return (name, response)
    }
  }

  /// Notes that an answer is used now, for later processes as well.
  func touch(_ name: CacheEntryName) {
    guard open() else { return }
    state.withLock { if $0.sizes[name] != nil { $0.order.touch(name) } }
    CacheFile.touch(path(name))
  }

  /// Keeps an answer, unless it is larger than all there is room for.
  func insert(_ response: CachedResponse, as name: CacheEntryName) {
    guard open() else { return }
    guard response.cost <= capacity, let record = response.record, record.count <= capacity else {
      return remove(name)
    }
    let size = record.count
    let outdated = state.withLock { $0.makeRoom(for: size, as: name, capacity: capacity) }
    for name in outdated { CacheFile.unlink(path(name)) }
    // The directory may have been removed since it was looked at.
    if CacheFile.replace(path(name), by: record)
      || CacheFile.makeDirectory(directory) && CacheFile.replace(path(name), by: record)
    {
      // Others may have taken the room meanwhile.
      let outdated = state.withLock { [capacity] state in
        state.add(name, size: size)
        return state.makeRoom(for: 0, as: nil, capacity: capacity)
      }
      for name in outdated { CacheFile.unlink(path(name)) }
    } else {
      remove(name)
    }
  }

  /// Forgets an answer.
  func remove(_ name: CacheEntryName) {
    guard open() else { return }
    state.withLock { $0.remove(name) }
    CacheFile.unlink(path(name))
  }

  /// Forgets all answers of a URL.
  func remove(url: String) {
    guard open() else { return }
    for name in state.withLock({ $0.names[url] ?? [] }) { remove(name) }
  }

  /// Forgets everything.
  func removeAll() {
    guard open() else { return }
    let names = state.withLock { state in
      let names = Array(state.sizes.keys)
      state = State(isOpen: true)
      return names
    }
    for name in names { CacheFile.unlink(path(name)) }
  }

  // MARK: Files

  private func path(_ name: CacheEntryName) -> String {
    "\(directory)/\(name.url)-\(name.variant)\(Self.suffix)"
  }

  /// Looks once at what is there from before.
  ///
  /// - Returns: false when the directory cannot be used.
  private func open() -> Bool {
    if state.withLock({ $0.isOpen }) { return true }
    guard CacheFile.makeDirectory(directory) else { return false }
    TemporaryFile.removeLeftovers(in: directory)
    let files = CacheFile.list(directory).sorted { $0.time < $1.time }
    let outdated = state.withLock { [capacity] state -> [CacheEntryName] in
      if state.isOpen { return [] }
      state.isOpen = true
      for file in files {
        if let name = Self.entryName(file.name) { state.add(name, size: file.size) }
      }
      return state.makeRoom(for: 0, as: nil, capacity: capacity)
    }
    for name in outdated { CacheFile.unlink(path(name)) }
    return true
  }

  /// The answer that a file's name stands for, `nil` for a file of somebody else.
  private static func entryName(_ name: String) -> CacheEntryName? {
    guard name.hasSuffix(suffix) else { return nil }
    let parts = name.dropLast(suffix.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    let isOurs =
      parts.count == 2
      && parts.allSatisfy { part in
        part.utf8.count == 32
          && part.utf8.allSatisfy { $0.isASCIIDigit || (0x61...0x66).contains($0) }
      }
    return isOurs ? CacheEntryName(url: String(parts[0]), variant: String(parts[1])) : nil
  }
}

extension DiskCacheStore.State {
  /// Takes entries out until there is room, and says whose files are to go.
  mutating func makeRoom(
    for size: Int,
    as name: CacheEntryName?,
    capacity: Int
  ) -> [CacheEntryName] {
    if let name { remove(name) }
    var outdated: [CacheEntryName] = []
    while usage > capacity - size, let oldest = order.removeOldest() {
      remove(oldest)
      outdated.append(oldest)
    }
    if let name, let known = names[name.url], known.count >= MemoryCacheStore.variantLimit {
      outdated.append(known[0])
      remove(known[0])
    }
    return outdated
  }

  mutating func add(_ name: CacheEntryName, size: Int) {
    remove(name)
    usage += size
    sizes[name] = size
    names[name.url, default: []].append(name)
    order.touch(name)
  }

  mutating func remove(_ name: CacheEntryName) {
    guard let size = sizes.removeValue(forKey: name) else { return }
    usage -= size
    order.remove(name)
    names[name.url]?.removeAll { $0 == name }
    if names[name.url]?.isEmpty == true { names[name.url] = nil }
  }
}
