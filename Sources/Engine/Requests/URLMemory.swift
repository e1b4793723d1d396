import HTTPMessages
import Locks

/// URLs that were resolved before: most steps of a run name the same few.
///
/// Resolving each anew takes 6 % more instructions where one request is made again and again.
final class URLMemory: Sendable {
  private struct Key: Hashable {
    var text: String
    var base: String?
    var keepsDotSegments: Bool
  }

  private static let limit = 1024
  private let known = Locked<[Key: URI]>([:])

  /// The URL to request, by the rule of ``RequestURL``.
  ///
  /// - Parameters:
  ///   - text: as the step has it.
  ///   - base: of the scenario, if there is one.
  ///   - keepingDotSegments: whether `.` and `..` stay in the path.
  /// - Returns: an absolute URL, unless there is no base for a relative one.
  /// - Throws: when one of them is not a URL.
  func resolve(
    _ text: String,
    against base: String?,
    keepingDotSegments: Bool
  ) throws(URIError) -> URI {
    let key = Key(text: text, base: base, keepsDotSegments: keepingDotSegments)
    if let url = known.withLock({ $0[key] }) { return url }
    let url = try RequestURL.resolve(text, against: base, keepingDotSegments: keepingDotSegments)
    known.withLock { known in
      if known.count < Self.limit { known[key] = url }
    }
    return url
  }
}
