import HTTPMessages
import Locks

/// URLs that were resolved before: most steps of a run name the same few.
final class URLMemory: Sendable {
  private struct Key: Hashable {
    var text: String
    var base: String?
  }

  private static let limit = 1024
  private let known = Locked<[Key: URI]>([:])

  /// The URL to request, by the rule of ``RequestURL``.
  ///
  /// - Parameters:
  ///   - text: as the step has it.
  ///   - base: of the scenario, if there is one.
  /// - Returns: an absolute URL, unless there is no base for a relative one.
  /// - Throws: when one of them is not a URL.
  func resolve(_ text: String, against base: String?) throws(URIError) -> URI {
    let key = Key(text: text, base: base)
    if let url = known.withLock({ $0[key] }) { return url }
    let url = try RequestURL.resolve(text, against: base)
    known.withLock { known in
      if known.count < Self.limit { known[key] = url }
    }
    return url
  }
}
