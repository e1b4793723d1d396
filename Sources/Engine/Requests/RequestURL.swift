import Diagnostics
import HTTPMessages
import Scenarios

/// How the URL of a step and the base of its scenario become one.
///
/// A URL that starts with exactly one `/` is put under the base's path (`https://h/v1` and `/orders` give `https://h/v1/orders`); every other form
/// resolves by RFC 3986. The session's own rule, AFNetworking's, is another one.
enum RequestURL {
  /// The URL to request.
  ///
  /// - Parameters:
  ///   - text: as the step has it.
  ///   - base: of the scenario, if there is one.
  ///   - keepingDotSegments: whether `.` and `..` stay in the path.
  /// - Returns: an absolute URL, unless there is no base for a relative one.
  /// - Throws: when the text is not a URL.
  static func resolve(
    _ text: String,
    against base: URI?,
    keepingDotSegments: Bool = false
  ) throws(URIError) -> URI {
    guard let base else {
      let url = try URI(text)
      return keepingDotSegments ? url : url.removingDotSegments
    }
    guard text.hasPrefix("/"), !text.hasPrefix("//") else {
      return try base.resolving(text, keepingDotSegments: keepingDotSegments)
    }
    var folder = base.path
    while folder.hasSuffix("/") { folder.removeLast() }
    // Resolving the joined path keeps host, port and user, and drops the base's query.
    return try base.resolving(folder + text, keepingDotSegments: keepingDotSegments)
  }

  /// Why a URL cannot be requested.
  static func reason(_ url: URI) -> String {
    switch url.scheme {
    case nil: "it has no scheme and host"
    case "http", "https": "it has no host"
    // What stands before the colon may be a piece of a secret.
    case _?: "its scheme is not supported, only http and https are"
    }
  }

  /// What makes a URL one that can never be requested, as far as it stands there without `${…}`.
  ///
  /// - Parameters:
  ///   - url: of a step, or a base.
  ///   - isBase: whether it must have a scheme and a host.
  /// - Returns: the mistake, or `nil`.
  static func mistake(in url: TextTemplate, isBase: Bool = false) -> Diagnostic? {
    guard let text = literalOrigin(of: url) else { return nil }
    let reason: String
    do throws(URIError) {
      let parsed = try URI(text)
      guard isBase || parsed.scheme != nil, !parsed.isRequestable else { return nil }
      reason = "\"\(url.source)\" cannot be requested: \(self.reason(parsed))"
    } catch {
      reason = "\(error)"
    }
    return Diagnostic(.error, reason, at: url.range)
  }

  /// The scheme and the host where both are literal, or the whole of a URL that is.
  private static func literalOrigin(of url: TextTemplate) -> String? {
    if let constant = url.constant { return constant }
    guard case .literal(let start)? = url.segments.first,
      let slashes = start.firstRange(of: "//")
    else { return nil }
    let authority = start[slashes.upperBound...]
    guard let end = authority.firstIndex(where: { "/?#".contains($0) }) else {
      // The scheme alone is known.
      return start[..<slashes.lowerBound].hasSuffix(":") ? "\(start[..<slashes.upperBound])h" : nil
    }
    return String(start[..<end])
  }
}
