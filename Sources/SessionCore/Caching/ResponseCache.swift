import CurlTransport
import Locks

/// Answers kept for later requests, in memory and on disk, as RFC 9111 lets a private cache.
///
/// A session has none unless its configuration is given one; several sessions may share one.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.cache = ResponseCache(directory: "/var/tmp/my-program")
/// let session = URLSessionManager(configuration: configuration)
/// var request = SessionRequest(url: try URI("https://example.com/logo.png"))
/// request.attributes.cachePolicy = .returnCacheDataElseLoad
/// let logo = try await session.data(for: request)
/// logo.metrics.isFromCache
/// ```
///
/// A cache must never be why a request fails: files that are damaged, cannot be written or belong to
/// somebody else are passed over, and the server is asked. Nor does it hide that one failed: what
/// RFC 5861 adds, `stale-if-error` and `stale-while-revalidate`, is not heeded.
public final class ResponseCache: Sendable {
  /// The most bytes kept in memory.
  public let memoryCapacity: Int
  /// The most bytes kept on disk.
  public let diskCapacity: Int
  /// Where files are kept; `nil` for no disk.
  public let directory: String?

  private let memory: Locked<MemoryCacheStore>
  private let disk: DiskCacheStore?

  /// Creates a cache; the numbers are those of AFNetworking's image cache.
  ///
  /// - Parameters:
  ///   - memoryCapacity: the most bytes kept in memory, 0 for none.
  ///   - diskCapacity: the most bytes kept on disk.
  ///   - directory: where files are kept, made when it is needed; `nil` for no disk. Files of others
  ///     in it are left alone.
  public init(
    memoryCapacity: Int = 20 << 20,
    diskCapacity: Int = 150 << 20,
    directory: String? = nil
  ) {
    self.memoryCapacity = memoryCapacity
    self.diskCapacity = diskCapacity
    self.directory = directory
    memory = Locked(MemoryCacheStore(capacity: memoryCapacity))
    disk = directory.map { DiskCacheStore(directory: $0, capacity: diskCapacity) }
  }

  /// How many bytes are kept in memory.
  public var memoryUsage: Int { memory.withLock { $0.usage } }

  /// How many bytes are kept on disk.
  public var diskUsage: Int { disk?.usage ?? 0 }

  /// Forgets everything.
  public func removeAll() {
    _ = memory.withLock { $0.removeAll() }
    disk?.removeAll()
  }

  /// Forgets all answers of a URL.
  public func removeResponses(of url: URI) {
    guard let name = CacheSelector.name(of: url.requestText) else { return }
    memory.withLock { $0.remove(url: name) }
    disk?.remove(url: name)
  }

  /// The stored answer that fits a request, however old.
  ///
  /// - Parameter request: its headers are those that are sent, cookies and credentials included.
  /// - Returns: `nil` when there is none.
  public func cachedResponse(for request: SessionRequest) -> CachedResponse? {
    guard let selector = CacheSelector(request, options: request.transport ?? .init()) else {
      return nil
    }
    return find(selector)
  }

  /// The newest stored answer that fits.
  func find(_ selector: CacheSelector) -> CachedResponse? {
    let known = memory.withLock { $0.responses(url: selector.url) }
    if let found = Self.newest(known, selector) {
      memory.withLock { $0.touch(found.name) }
      return found.response
    }
    guard let disk, let found = Self.newest(disk.responses(url: selector.url), selector) else {
      return nil
    }
    disk.touch(found.name)
    memory.withLock { $0.insert(found.response, as: found.name) }
    return found.response
  }

  /// Keeps an answer in the place of the one it follows.
  func store(_ response: CachedResponse) {
    guard let name = CacheEntryName(response) else { return }
    switch response.storagePolicy {
    case .allowed:
      memory.withLock { $0.insert(response, as: name) }
      disk?.insert(response, as: name)
    case .allowedInMemoryOnly:
      memory.withLock { $0.insert(response, as: name) }
      disk?.remove(name)
    case .notAllowed:
      remove(response)
    }
  }

  /// Forgets one answer.
  func remove(_ response: CachedResponse) {
    guard let name = CacheEntryName(response) else { return }
    memory.withLock { $0.remove(name) }
    disk?.remove(name)
  }

  /// Does something that may have to wait for a disk, away from any transfer loop.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (ResponseCache) -> Value
  ) async -> Value {
    guard disk != nil else { return work(self) }
    return await withTaskExecutorPreference(globalConcurrentExecutor) { work(self) }
  }

  private static func newest(
    _ candidates: [(name: CacheEntryName, response: CachedResponse)],
    _ selector: CacheSelector
  ) -> (name: CacheEntryName, response: CachedResponse)? {
    candidates.filter { selector.matches($0.response) }
      .max { $0.response.responseTime < $1.response.responseTime }
  }
}
