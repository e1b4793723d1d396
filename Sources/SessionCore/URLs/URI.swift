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
  public private(set) var scheme: String?
  /// What stands before the `@` of the authority, percent-encoded as written.
  public private(set) var userInfo: String?
  /// The host in lower case, an IPv6 address with its brackets; `nil` without authority.
  public private(set) var host: String?
  /// The port as written, or `nil`.
  public private(set) var port: UInt16?
  /// The path, percent-encoded, possibly empty.
  public private(set) var path: String
  /// What stands after `?`, percent-encoded; `""` for a lone `?`, `nil` without one.
  public private(set) var query: String?
  /// What stands after `#`, percent-encoded; `nil` without one.
  public private(set) var fragment: String?

  /// Parses a URI or a relative reference.
  ///
  /// - Parameter text: spaces and non-ASCII characters are percent-encoded, those of a host brought
  ///   into their `xn--` form (RFC 5890).
  /// - Throws: ``URIError`` for what cannot be made legal by percent-encoding alone.
  public init(_ text: String) throws(URIError) {
    var parser = URIParser(text)
    self = try parser.parse()
  }

  init(
    scheme: String?,
    userInfo: String?,
    host: String?,
    port: UInt16?,
    path: String,
    query: String?,
    fragment: String?
  ) {
    self.scheme = scheme
    self.userInfo = userInfo
    self.host = host
    self.port = port
    self.path = path
    self.query = query
    self.fragment = fragment
  }
}

extension URI {
  /// The whole reference as text.
  public var text: String {
    var text = withoutFragment
    if let fragment {
      text += "#"
      text += fragment
    }
    return text
  }

  /// The reference without its fragment and without user information, as it goes on the wire.
  public var requestText: String {
    if userInfo == nil { return withoutFragment }
    var copy = self
    copy.userInfo = nil
    return copy.withoutFragment
  }

  private var withoutFragment: String {
    var text = ""
    text.reserveCapacity(path.utf8.count + 48)
    if let scheme {
      text += scheme
      text += ":"
    }
    if let host {
      text += "//"
      if let userInfo {
        text += userInfo
        text += "@"
      }
      text += host
      if let port {
        text += ":"
        text += String(port)
      }
    }
    text += path
    if let query {
      text += "?"
      text += query
    }
    return text
  }

  /// The authority (`user@host:port`), or `nil` without one.
  public var authority: String? {
    guard let host else { return nil }
    var text = ""
    if let userInfo {
      text += userInfo
      text += "@"
    }
    text += host
    if let port {
      text += ":"
      text += String(port)
    }
    return text
  }

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
    var copy = self
    copy.userInfo = nil
    return copy
  }

  /// The whole reference without user information, for messages.
  public var displayText: String { userInfo == nil ? text : withoutUserInfo.text }

  /// The same reference with another fragment.
  func replacingFragment(_ fragment: String?) -> URI {
    var copy = self
    copy.fragment = fragment
    return copy
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
    var copy = self
    let legal = try URIParser.encodeComponent(encoded, as: .query)
    copy.query = query.map { $0 + "&" + legal } ?? legal
    return copy
  }

  /// A base URL as AFNetworking keeps it: a path that is not empty ends with a slash.
  ///
  /// `http://h` stays, `http://h/v1` becomes `http://h/v1/`, `http://h/v1?x=1` becomes
  /// `http://h/v1/?x=1`.
  public var asBase: URI {
    if path.isEmpty || path.utf8.last == UInt8(ascii: "/") { return self }
    var copy = self
    copy.path += "/"
    return copy
  }
}

extension URI: CustomStringConvertible {
  /// The whole reference as text.
  public var description: String { text }
}
