import Encodings
import HTTPMessages

/// A request as it came, its body whole.
struct HTTPRequest: Sendable {
  var method: String
  /// As on the request line.
  var target: String
  /// The target's path as sent, without query; `*` for the whole server.
  var path: String
  /// What follows the question mark, as sent; nil without one.
  var query: String?
  var version: Version
  var headers: HTTPHeaders
  var body: [UInt8] = []

  /// A minor version of HTTP/1.
  struct Version: Sendable, Hashable {
    var minor: Int
    static let http10 = Self(minor: 0)
    static let http11 = Self(minor: 1)
  }

  /// Whether the connection may be used for a next request (RFC 9112, 9.3).
  var keepsAlive: Bool {
    let options = headers.tokens("Connection")
    if options.contains("close") { return false }
    return version.minor >= 1 || options.contains("keep-alive")
  }

  /// The query's pairs, decoded.
  var queryPairs: [(name: String, value: String)] { URLText.pairs(query ?? "") }

  /// The content type without its parameters, lower-case; empty without one.
  var mediaType: String {
    let type = headers["Content-Type"] ?? ""
    return String(type.prefix { $0 != ";" }).trimmed.lowercased()
  }
}
