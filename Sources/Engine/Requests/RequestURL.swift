import SessionCore

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
  /// - Returns: an absolute URL, unless there is no base for a relative one.
  /// - Throws: when one of them is not a URL.
  static func resolve(_ text: String, against base: String?) throws(URIError) -> URI {
    guard let base else { return try URI(text) }
    let baseURL = try URI(base)
    guard text.hasPrefix("/"), !text.hasPrefix("//") else {
      return try baseURL.resolving(text)
    }
    var folder = baseURL.path
    while folder.hasSuffix("/") { folder.removeLast() }
    // Resolving the joined path keeps host, port and user, and drops the base's query.
    return try baseURL.resolving(folder + text)
  }

  /// Why a URL cannot be requested.
  static func reason(_ url: URI, base: String?) -> String {
    switch url.scheme {
    case nil: "it has no scheme and host"
    case "http", "https": "it has no host"
    // What stands before the colon may be a piece of a secret.
    case _?: "its scheme is not supported, only http and https are"
    }
  }
}
