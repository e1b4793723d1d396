extension URI {
  /// Resolves a reference against this base (RFC 3986 section 5.2, strict).
  ///
  /// - Parameter reference: relative or absolute; the empty one is the base without its fragment.
  /// - Returns: the target URI, its dot segments removed.
  /// - Throws: ``URIError`` if the reference cannot be parsed.
  public func resolving(_ reference: String) throws(URIError) -> URI {
    resolving(try URI(reference))
  }

  /// Resolves a parsed reference against this base (RFC 3986 section 5.2.2).
  public func resolving(_ reference: URI) -> URI {
    if reference.scheme != nil { return reference.removingDotSegments }
    if reference.host != nil {
      return URI(
        scheme: scheme,
        userInfo: reference.userInfo,
        host: reference.host,
        port: reference.port,
        path: Self.removeDotSegments(reference.path),
        query: reference.query,
        fragment: reference.fragment
      )
    }
    let target: (path: String, query: String?) =
      if reference.path.isEmpty {
        (path, reference.query ?? query)
      } else if reference.path.utf8.first == UInt8(ascii: "/") {
        (Self.removeDotSegments(reference.path), reference.query)
      } else {
        (Self.removeDotSegments(merge(reference.path)), reference.query)
      }
    return URI(
      scheme: scheme,
      userInfo: userInfo,
      host: host,
      port: port,
      path: target.path,
      query: target.query,
      fragment: reference.fragment
    )
  }

  /// The URI with `.` and `..` of its path worked out.
  public var removingDotSegments: URI {
    let plain = Self.removeDotSegments(path)
    if plain == path { return self }
    return changing { $0.path = plain }
  }

  /// Puts a relative path in the base's folder (RFC 3986 section 5.2.3).
  private func merge(_ relative: String) -> String {
    if host != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return String(path[...slash]) + relative
  }

  /// RFC 3986 section 5.2.4, segment by segment.
  static func removeDotSegments(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    let isRooted = path.utf8.first == UInt8(ascii: "/")
    var kept: [Substring] = []
    var endsAsFolder = false
    for segment in path.split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst(isRooted ? 1 : 0)
    {
      switch segment {
      case ".":
        endsAsFolder = true
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        endsAsFolder = true
      case _:
        kept.append(segment)
        endsAsFolder = false
      }
    }
    var result = (isRooted ? "/" : "") + kept.joined(separator: "/")
    if endsAsFolder, !kept.isEmpty { result += "/" }
    return result
  }
}
