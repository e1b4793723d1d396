package import Encodings

/// A URI or a relative reference in the sense of RFC 3986, in normal spelling.
///
/// A value is made by parsing, so what it holds is legal: characters that RFC 3986 does not allow are
/// percent-encoded, control characters are refused. Scheme and host are lower-cased. A path keeps
/// its dot segments until the reference is resolved.
///
/// ```swift
/// let base = try URI("http://example.com/v1/")
/// try base.resolving("orders?page=2").text  // http://example.com/v1/orders?page=2
/// ```
public struct URI: Sendable, Hashable {
  /// The scheme in lower case, or `nil` of a relative reference.
  public var scheme: String? { shared.parts.scheme }
  /// What stands before the `@` of the authority, percent-encoded as written.
  public var userInfo: String? { shared.parts.authority?.userInfo }
  /// The host in lower case, an IPv6 address with its brackets; `nil` without authority.
  public var host: String? { shared.parts.authority?.host }
  /// The port as written, or `nil`.
  public var port: UInt16? { shared.parts.authority?.port.flatMap { UInt16($0) } }
  /// The path, percent-encoded, possibly empty.
  public var path: String { shared.parts.path }
  /// What stands after `?`, percent-encoded; `""` for a lone `?`, `nil` without one.
  public var query: String? { shared.parts.query }
  /// What stands after `#`, percent-encoded; `nil` without one.
  public var fragment: String? { shared.parts.fragment }

  /// Parts that are not changed any more, held once by all copies of a URI.
  ///
  /// A request, its answer and the metrics of the exchange have the same URI, and are copied often.
  private final class Shared: Sendable {
    let parts: URIReference
    /// What goes on the wire of a URI with a host, for one that is requested again and again.
    let requestText: String?

    init(_ parts: URIReference) {
      self.parts = parts
      if parts.authority == nil {
        requestText = nil
      } else {
        var plain = parts
        plain.authority?.userInfo = nil
        requestText = plain.textWithoutFragment
      }
    }
  }

  private let shared: Shared

  /// Parses a URI or a relative reference.
  ///
  /// - Parameter text: spaces and non-ASCII characters are percent-encoded, those of a host brought
  ///   into their `xn--` form (RFC 5890).
  /// - Throws: ``URIError`` for what cannot be made legal by percent-encoding alone.
  public init(_ text: String) throws(URIError) {
    self.init(try URIParser(text).parse())
  }

  /// Takes parts that are legal and in their normal spelling.
  package init(_ parts: URIReference) { shared = Shared(parts) }

  /// Whether both have the same parts.
  public static func == (left: URI, right: URI) -> Bool {
    left.shared === right.shared || left.shared.parts == right.shared.parts
  }

  /// Hashes the parts.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.parts) }

  /// The same reference with other parts.
  package func changing(_ change: (inout URIReference) -> Void) -> URI {
    var parts = shared.parts
    change(&parts)
    return URI(parts)
  }
}

extension URI {
  /// The whole reference as text.
  public var text: String {
    var text = userInfo == nil ? requestText : shared.parts.textWithoutFragment
    if let fragment {
      text += "#"
      text += fragment
    }
    return text
  }

  /// The reference without its fragment and without user information, as it goes on the wire.
  public var requestText: String { shared.requestText ?? shared.parts.textWithoutFragment }

  /// Path and query as they stand in the request line.
  package var requestTarget: String {
    (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
  }

  /// The authority (`user@host:port`), or `nil` without one.
  public var authority: String? { shared.parts.authority?.text }

  /// The port that a connection goes to: the written one, or the scheme's own (80, 443).
  public var effectivePort: UInt16? {
    if let port { return port }
    return switch scheme {
    case "http": 80
    case "https": 443
    case _: nil
    }
  }

  /// Whether the scheme is `http` or `https` and there is a host: what a session can request.
  public var isRequestable: Bool {
    (scheme == "http" || scheme == "https") && host?.isEmpty == false
  }

  /// Whether both have the same scheme, host and effective port (RFC 6454 section 5).
  public func hasSameOrigin(as other: URI) -> Bool {
    scheme == other.scheme && host == other.host && effectivePort == other.effectivePort
  }

  /// The same reference without user information.
  public var withoutUserInfo: URI {
    userInfo == nil ? self : changing { $0.authority?.userInfo = nil }
  }

  /// The whole reference without user information, for messages.
  public var displayText: String { userInfo == nil ? text : withoutUserInfo.text }

  /// The same reference with another fragment.
  package func replacingFragment(_ fragment: String?) -> URI {
    changing { $0.fragment = fragment }
  }

  /// Adds an already percent-encoded query behind the one that is there, before the fragment.
  ///
  /// AFNetworking appends to the whole text and so behind the fragment, where no server sees it;
  /// this is a deliberate divergence. A URI that ends with `?` gets `&` as there.
  ///
  /// - Parameter encoded: nothing is added when it is empty.
  /// - Returns: the URI with the query.
  /// - Throws: ``URIError`` if `encoded` has control characters.
  public func addingQuery(_ encoded: String) throws(URIError) -> URI {
    if encoded.isEmpty { return self }
    let legal = try URIParser.encodeComponent(encoded, as: .query)
    return changing { $0.query = query.map { $0 + "&" + legal } ?? legal }
  }

  /// A base URL as AFNetworking keeps it: a path that is not empty ends with a slash.
  ///
  /// `http://h` stays, `http://h/v1` becomes `http://h/v1/`, `http://h/v1?x=1` becomes
  /// `http://h/v1/?x=1`.
  public var asBase: URI {
    if path.isEmpty || path.utf8.last == UInt8(ascii: "/") { return self }
    return changing { $0.path += "/" }
  }
}

extension URI {
  /// Resolves a reference against this base (RFC 3986 section 5.2, strict).
  ///
  /// - Parameters:
  ///   - reference: relative or absolute; the empty one is the base without its fragment.
  ///   - keepingDotSegments: whether `.` and `..` stay in the path, against the rule.
  /// - Returns: the target URI, its dot segments removed.
  /// - Throws: ``URIError`` if the reference cannot be parsed.
  public func resolving(
    _ reference: String,
    keepingDotSegments: Bool = false
  ) throws(URIError) -> URI {
    resolving(try URI(reference), keepingDotSegments: keepingDotSegments)
  }

  /// Resolves a parsed reference against this base (RFC 3986 section 5.2.2).
  ///
  /// - Parameters:
  ///   - reference: relative or absolute.
  ///   - keepingDotSegments: whether `.` and `..` stay in the path, against the rule.
  /// - Returns: the target URI.
  public func resolving(_ reference: URI, keepingDotSegments: Bool = false) -> URI {
    let base = shared.parts
    return URI(
      reference.shared.parts.resolved(against: base, keepingDotSegments: keepingDotSegments)
    )
  }

  /// The URI with `.` and `..` of its path worked out.
  public var removingDotSegments: URI {
    let plain = URIReference.removingDotSegments(path)
    return plain == path ? self : changing { $0.path = plain }
  }
}

extension URI: CustomStringConvertible {
  /// The whole reference as text.
  public var description: String { text }
}
