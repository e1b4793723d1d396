/// An answer as a cache keeps it.
///
/// The hook `SessionEvents.willCacheResponse` may change one before it is stored.
///
/// ```swift
/// session.updateEvents {
///   $0.willCacheResponse = { _, proposed in
///     var kept = proposed
///     kept.storagePolicy = .allowedInMemoryOnly
///     return kept
///   }
/// }
/// ```
public struct CachedResponse: Sendable, Hashable {
  /// Where an answer may be kept.
  public enum StoragePolicy: Sendable, Hashable {
    /// In memory and on disk.
    case allowed
    /// In memory.
    case allowedInMemoryOnly
    /// Nowhere.
    case notAllowed
  }

  /// The head, as it came or as a later validation brought it up to date.
  public var response: SessionResponse
  /// The body, its content coding taken off.
  public var data: [UInt8]
  /// Where it may be kept.
  public var storagePolicy = StoragePolicy.allowed
  /// When the request was sent that it answers, in seconds since 1970.
  public package(set) var requestTime: Double
  /// When the answer came, or was last validated, in seconds since 1970.
  public package(set) var responseTime: Double

  /// Names of the request fields that the answer depends on, in lower case and sorted.
  package var varyNames: [String]
  /// The digest of what those fields, and the request's identity, were.
  package var selector: [UInt8]

  package init(
    response: SessionResponse,
    data: [UInt8],
    requestTime: Double,
    responseTime: Double,
    varyNames: [String],
    selector: [UInt8]
  ) {
    self.response = response
    self.data = data
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.varyNames = varyNames
    self.selector = selector
  }

  /// The entity tag, weak or strong.
  package var entityTag: String? { response.headers["ETag"] }

  /// Whether a tag is the answer's own, but for weakness (RFC 9110 section 8.8.3.2).
  package func hasSameTag(as tag: String) -> Bool {
    guard let entityTag else { return true }
    func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    return opaque(tag) == opaque(entityTag)
  }

  /// Whether a server can be asked whether it still holds.
  package var hasValidator: Bool { entityTag != nil || response.headers.contains("Last-Modified") }

  /// About how many bytes it takes.
  package var cost: Int {
    response.headers.reduce(data.count + 512) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

extension CachedResponse {
  /// Takes over what a 304 says anew (RFC 9111 section 3.2).
  ///
  /// Fields that describe the stored bytes or the connection stay as they are.
  package mutating func update(
    by validation: SessionResponse,
    requestTime: Double,
    responseTime: Double
  ) {
    let kept: Set<String> = [
      "content-encoding", "content-length", "content-range", "content-type", "keep-alive", "te",
      "trailer", "transfer-encoding", "upgrade",
    ]
    // Its age counts from the validation on.
    response.headers.remove("Age")
    response.headers.merge(
      HTTPHeaders(
        validation.headers.withoutConnectionFields.filter { !kept.contains($0.name.lowercased()) }
      )
    )
    response.remoteAddress = validation.remoteAddress
    self.requestTime = requestTime
    self.responseTime = responseTime
  }
}
