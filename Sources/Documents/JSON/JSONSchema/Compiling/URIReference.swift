/// A URI or relative reference in its five parts (RFC 3986).
struct URIReference: Sendable, Hashable {
  var scheme: String?
  var authority: String?
  var path = ""
  var query: String?
  var fragment: String?

  /// The parts of any text, as RFC 3986, appendix B takes it apart.
  init(_ text: String) {
    var rest = Substring(text)
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(where: { $0 == ":" || $0 == "/" }), rest[colon] == ":",
      colon > rest.startIndex
    {
      scheme = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// The text of the reference without its fragment.
  var withoutFragment: String {
    var text = scheme.map { $0 + ":" } ?? ""
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    return text
  }

  /// The reference seen from a base (RFC 3986, section 5.2.2).
  func resolved(against base: URIReference) -> URIReference {
    var result = self
    if scheme != nil {
      result.path = Self.removingDots(path)
      return result
    }
    result.scheme = base.scheme
    if authority != nil {
      result.path = Self.removingDots(path)
      return result
    }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      result.query = query ?? base.query
      return result
    }
    if path.hasPrefix("/") {
      result.path = Self.removingDots(path)
    } else if base.authority != nil, base.path.isEmpty {
      result.path = Self.removingDots("/" + path)
    } else {
      let end = base.path.lastIndex(of: "/").map { base.path.index(after: $0) }
      result.path = Self.removingDots(base.path[..<(end ?? base.path.startIndex)] + path)
    }
    return result
  }

  private static func removingDots(_ path: some StringProtocol) -> String {
    guard path.contains(".") else { return String(path) }
    var output: [Substring] = []
    let parts = String(path).split(separator: "/", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      switch part {
      case ".":
        if isLast { output.append("") }
      case "..":
        if output.count > 1 || output.first.map({ !$0.isEmpty }) ?? false { output.removeLast() }
        if isLast { output.append("") }
      default:
        output.append(part)
      }
    }
    return output.joined(separator: "/")
  }
}
