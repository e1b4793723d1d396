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
  private struct State: Sendable {
    var isOpen = false
    var index: CacheIndex<Void>
  }

  private let directory: String
  private let capacity: Int
  private let state: Locked<State>

  private static let suffix = ".response"

  init(directory: String, capacity: Int) {
    self.directory = directory
    self.capacity = max(0, capacity)
    state = Locked(State(index: CacheIndex(capacity: max(0, capacity))))
  }

  /// How many bytes the files have.
  var usage: Int {
    open() ? state.withLock { $0.index.usage } : 0
  }

  /// All answers of a URL; files that are damaged are removed.
  func responses(url: String) -> [(name: CacheEntryName, response: CachedResponse)] {
    guard open() else { return [] }
    let names = state.withLock { $0.index.names(url: url) }
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
    state.withLock { $0.index.touch(name) }
    CacheFile.touch(path(name))
  }

  /// Keeps an answer, unless it is larger than all there is room for.
  func insert(_ response: CachedResponse, as name: CacheEntryName) {
    guard open() else { return }
    guard response.cost <= capacity, let record = response.record, record.count <= capacity else {
      return remove(name)
    }
    let size = record.count
    let outdated = state.withLock { $0.index.makeRoom(for: size, as: name) }
    for name in outdated { CacheFile.unlink(path(name)) }
    // The directory may have been removed since it was looked at.
    if CacheFile.replace(path(name), by: record)
      || CacheFile.makeDirectory(directory) && CacheFile.replace(path(name), by: record)
    {
      // Others may have taken the room meanwhile.
      let outdated = state.withLock { state in
        state.index.add((), as: name, size: size)
        return state.index.makeRoom(for: 0)
      }
      for name in outdated { CacheFile.unlink(path(name)) }
    } else {
      remove(name)
    }
  }

  /// Forgets an answer.
  func remove(_ name: CacheEntryName) {
    guard open() else { return }
    state.withLock { $0.index.remove(name) }
    CacheFile.unlink(path(name))
  }

  /// Forgets all answers of a URL.
  func remove(url: String) {
    guard open() else { return }
    for name in state.withLock({ $0.index.names(url: url) }) { remove(name) }
  }

  /// Forgets everything.
  func removeAll() {
    guard open() else { return }
    for name in state.withLock({ $0.index.removeAll() }) { CacheFile.unlink(path(name)) }
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
    let outdated = state.withLock { state -> [CacheEntryName] in
      if state.isOpen { return [] }
      state.isOpen = true
      for file in files {
        if let name = Self.entryName(file.name) { state.index.add((), as: name, size: file.size) }
      }
      return state.index.makeRoom(for: 0)
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
