import Cryptography
import CurlTransport
import Encodings

/// What of a request decides which stored answers fit it.
///
/// Beside the fields that an answer's `Vary` names this is who asks and by what way: answers to one
/// `Authorization`, client certificate or unix socket are not given to another, though RFC 9111
/// would let a private cache do so; nor are those of a server whose identity was not checked, or
/// checked by other authorities. Of all that only digests are kept.
struct CacheSelector: Sendable {
  /// The digest of the URL without its fragment, in hexadecimal.
  let url: String
  /// The URL without its fragment.
  let location: String
  private let headers: HTTPHeaders
  private var identity: [String]

  /// Looks at a request; `nil` when no digest can be made.
  init?(_ request: SessionRequest, options: TransferOptions) {
    location = request.url.requestText
    guard let url = Self.name(of: location) else { return nil }
    self.url = url
    headers = request.headers
    identity = [
      request.headers.values("Authorization").joined(separator: ", "),
      options.authentication.map { "\($0)" } ?? "",
      options.tls.certificateFile ?? "",
      options.unixSocketPath ?? "",
      options.connectTo.map { "\($0)" }.joined(separator: ", "),
      options.decodesContent ? "" : "coded",
    ]
    if let asks = options.asksForCodings, asks != options.decodesContent {
      identity.append(asks ? "codings asked for" : "no coding asked for")
    }
    if options.tls.insecure { identity.append("unchecked") }
    if options.tls.certificateAuthorities != .system {
      identity.append("checked by \(options.tls.certificateAuthorities)")
    }
  }

  /// The name that a URL's answers are kept under.
  static func name(of location: String) -> String? {
    (try? DigestAlgorithm.sha256.digest(of: location)).map { Hex.encode(Array($0.prefix(16))) }
  }

  /// The digest of the identity and the fields of these names.
  func digest(of names: [String]) -> [UInt8]? {
    var parts = identity
    for name in names {
      let values = headers.values(name).map { String($0.trimmingBlanks) }
      parts.append(name)
      parts.append(values.isEmpty ? "absent" : "=" + values.joined(separator: ","))
    }
    // The lengths keep what stands in one part from looking like two.
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
    return try? DigestAlgorithm.sha256.digest(of: text)
  }

  /// Whether a stored answer may answer the request.
  func matches(_ stored: CachedResponse) -> Bool {
    stored.response.url.requestText == location && stored.selector == digest(of: stored.varyNames)
  }

  /// The names that an answer's `Vary` has, sorted; `nil` for `*`, which nothing fits.
  static func varyNames(of response: SessionResponse) -> [String]? {
    var names: Set<String> = []
    for value in response.headers.values("Vary") {
      for part in value.split(separator: ",") {
        let name = part.trimmingBlanks.lowercased()
        if name == "*" { return nil }
        if !name.isEmpty { names.insert(name) }
      }
    }
    return names.sorted()
  }
}

/// The name that one stored answer has in a store.
struct CacheEntryName: Sendable, Hashable {
  /// The digest of the URL.
  let url: String
  /// The digest of what tells this answer from others of the URL.
  let variant: String
}

extension CacheEntryName {
  /// The name of an answer, `nil` when no digest can be made.
  init?(_ stored: CachedResponse) {
    let names = stored.varyNames.joined(separator: ",")
    guard let url = CacheSelector.name(of: stored.response.url.requestText),
      let variant = CacheSelector.name(of: "\(names)\n\(Hex.encode(stored.selector))")
    else { return nil }
    self.init(url: url, variant: variant)
  }
}
