import HTTPMessages
import Locks

/// URLs that were resolved before: most steps of a run name the same few.
///
/// Resolving each anew takes 6 % more instructions where one request is made again and again, and reading the base anew 2 % more where each step
/// has a URL of its own.
final class URLMemory: Sendable {
  private struct Key: Hashable {
    var text: String
    var base: String?
    var keepsDotSegments: Bool
  }

  private struct Known {
    var urls: [Key: URI] = [:]
    var bases: [String: URI] = [:]
  }

  private static let limit = 1024
  private let known = Locked(Known())

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
    if let url = known.withLock({ $0.urls[key] }) { return url }
    var baseURL = base.flatMap { base in known.withLock { $0.bases[base] } }
    if let base, baseURL == nil { baseURL = try URI(base) }
    let resolved = try RequestURL.resolve(
      text,
      against: baseURL,
      keepingDotSegments: keepingDotSegments
    )
    known.withLock { known in
      if known.urls.count < Self.limit { known.urls[key] = resolved }
      if let base, known.bases.count < Self.limit { known.bases[base] = baseURL }
    }
    return resolved
  }
}
