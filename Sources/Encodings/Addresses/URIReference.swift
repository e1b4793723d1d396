/// A URI or relative reference in its parts (RFC 3986), each spelled as in the text.
///
/// Any text can be taken apart; whether its parts are legal is another question.
///
/// ```swift
/// let base = URIReference("http://example.com/v1/")
/// URIReference("../orders?page=2").resolved(against: base).text  // "http://example.com/orders?page=2"
/// ```
public struct URIReference: Sendable, Hashable {
  /// What stands before the first `:`, or nil of a relative reference.
  public var scheme: String?
  /// What stands behind `//`.
  public var authority: Authority?
  /// What follows, possibly empty.
  public var path: String
  /// What stands behind `?`; empty for a lone `?`, nil without one.
  public var query: String?
  /// What stands behind `#`; empty for a lone `#`, nil without one.
  public var fragment: String?

  /// Takes a text apart (RFC 3986, appendix B).
  public init(_ text: String) {
    var rest = text[...].utf8
    fragment = Self.takeTail(of: &rest, behind: UInt8(ascii: "#"))
    query = Self.takeTail(of: &rest, behind: UInt8(ascii: "?"))
    if let end = rest.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
      rest[end] == UInt8(ascii: ":"), end > rest.startIndex
    {
      scheme = String(Substring(rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = Authority(rest[..<end])
      rest = rest[end...]
    }
    path = String(Substring(rest))
  }

  private static func takeTail(of rest: inout Substring.UTF8View, behind mark: UInt8) -> String? {
    guard let index = rest.firstIndex(of: mark) else { return nil }
    defer { rest = rest[..<index] }
    return String(Substring(rest[rest.index(after: index)...]))
  }

  /// The whole reference (RFC 3986, section 5.3).
  public var text: String {
    fragment.map { textWithoutFragment + "#" + $0 } ?? textWithoutFragment
  }

  /// The whole reference but for its fragment.
  public var textWithoutFragment: String {
    var text = ""
    text.reserveCapacity(path.utf8.count + 48)
    if let scheme {
      text += scheme
      text += ":"
    }
    if let authority {
      text += "//"
      text += authority.text
    }
    text += path
    if let query {
      text += "?"
      text += query
    }
    return text
  }
}

extension URIReference {
  /// What a URI says of the server that has it (RFC 3986, section 3.2).
  public struct Authority: Sendable, Hashable {
    /// What stands before the last `@`.
    public var userInfo: String?
    /// A name or address, one of IPv6 with its brackets.
    public var host: String
    /// What stands behind the host's `:`, possibly empty.
    public var port: String?

    fileprivate init(_ text: Substring.UTF8View) {
      var rest = text
      if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
        userInfo = String(Substring(rest[..<at]))
        rest = rest[rest.index(after: at)...]
      }
      let isBracketed = rest.first == UInt8(ascii: "[")
      let end = isBracketed ? rest.firstIndex(of: UInt8(ascii: "]")) : nil
      if let colon = rest[(end ?? rest.startIndex)...].firstIndex(of: UInt8(ascii: ":")) {
        port = String(Substring(rest[rest.index(after: colon)...]))
        rest = rest[..<colon]
      }
      host = String(Substring(rest))
    }

    /// The whole as it stands between `//` and the path.
    public var text: String {
      var text = ""
      if let userInfo {
        text += userInfo
        text += "@"
      }
      text += host
      if let port {
        text += ":"
        text += port
      }
      return text
    }
  }

  /// The parts that differ in the characters they may hold unescaped.
  public enum Component: Sendable {
    /// What stands before `@`.
    case userInfo
    /// A name of a host.
    case host
    /// The path.
    case path
    /// What stands behind `?`.
    case query
    /// What stands behind `#`.
    case fragment

    /// Whether a byte may stand in the component as itself.
    @inlinable
    public func allows(_ byte: UInt8) -> Bool {
      switch byte {
      case _ where PercentEncoding.isUnreserved(byte): return true
      case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
        return true
      case UInt8(ascii: ":"):
        return self != .host
      case UInt8(ascii: "@"), UInt8(ascii: "/"):
        return self != .host && self != .userInfo
      case UInt8(ascii: "?"):
        return self == .query || self == .fragment
      case _:
        return false
      }
    }
  }

  /// Whether a text is a scheme: a letter, then letters, digits and `+-.` (RFC 3986, section 3.1).
  public static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isASCIILetter else { return false }
    return text.utf8.allSatisfy { byte in
      byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }
}

extension URIReference {
  /// The reference as it is meant beside a base (RFC 3986, section 5.2.2, strict).
  ///
  /// - Parameters:
  ///   - base: Where the reference was found.
  ///   - keepingDotSegments: Whether `.` and `..` stay in the path, against the rule.
  /// - Returns: The target, without dot segments where the reference has a path.
  public func resolved(
    against base: URIReference,
    keepingDotSegments: Bool = false
  ) -> URIReference {
    var target = self
    if scheme == nil {
      target.scheme = base.scheme
      if authority == nil {
        target.authority = base.authority
        if path.isEmpty {
          target.path = base.path
          target.query = query ?? base.query
          return target
        }
        if path.utf8.first != UInt8(ascii: "/") { target.path = base.merged(with: path) }
      }
    }
    if !keepingDotSegments { target.path = Self.removingDotSegments(target.path) }
    return target
  }

  /// Puts a relative path in the folder of this reference's path (RFC 3986, section 5.2.3).
  private func merged(with relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return String(path[...slash]) + relative
  }

  /// A path with its `.` and `..` worked out (RFC 3986, section 5.2.4), segment by segment.
  public static func removingDotSegments(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    let isRooted = path.utf8.first == UInt8(ascii: "/")
    var kept: [Substring] = []
    var endsAsFolder = false
    for segment in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst(isRooted ? 1 : 0)
    {
      endsAsFolder = segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
      if !endsAsFolder {
        kept.append(Substring(segment))
      } else if segment.count == 2, !kept.isEmpty {
        kept.removeLast()
      }
    }
    var result = (isRooted ? "/" : "") + kept.joined(separator: "/")
    if endsAsFolder, !kept.isEmpty { result += "/" }
    return result
  }
}
