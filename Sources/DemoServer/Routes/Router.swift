import Encodings

/// Finds the route of a request.
struct Router: Sendable {
  private struct Pattern: Sendable {
    var segments: [Segment]
    var takesRest: Bool
    var route: Route
  }

  private enum Segment: Sendable {
    case literal(String)
    case parameter(String)
  }

  /// What a request leads to.
  enum Match {
    case route(Route, parameters: [String: String])
    /// The path is known, with these methods.
    case otherMethods([String])
    case unknownPath
  }

  private let patterns: [Pattern]

  /// - Parameter routes: of two that match, the first is taken.
  init(_ routes: [Route]) {
    patterns = routes.map { route in
      var segments = route.path.split(separator: "/").map { part -> Segment in
        guard part.hasPrefix("{") else { return .literal(String(part)) }
        return .parameter(part.dropFirst().dropLast().filter { $0 != "…" })
      }
      let takesRest = route.path.hasSuffix("…}")
      if takesRest { segments.removeLast() }
      return Pattern(segments: segments, takesRest: takesRest, route: route)
    }
  }

  /// Looks for the first route that takes a path and a method.
  ///
  /// - Parameters:
  ///   - method: as sent.
  ///   - path: as sent; its segments are decoded after they are told apart.
  /// - Returns: the route, or what is known of the path.
  func match(method: String, path: String) -> Match {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst().map { PercentEncoding.decodeTextLeniently($0) }
    // `/orders/` is not `/orders`, only the root may end with a slash.
    let parts = segments == [""] ? [] : segments
    var methods: [String] = []
    for pattern in patterns {
      guard let parameters = Self.parameters(of: parts, by: pattern) else { continue }
      let own = pattern.route.method
      if own == "*" || own == method || (own == "GET" && method == "HEAD") {
        return .route(pattern.route, parameters: parameters)
      }
      methods.append(own)
      if own == "GET" { methods.append("HEAD") }
    }
    return methods.isEmpty ? .unknownPath : .otherMethods(methods + ["OPTIONS"])
  }

  private static func parameters(of parts: [String], by pattern: Pattern) -> [String: String]? {
    let count = pattern.segments.count
    guard parts.count == count || (pattern.takesRest && parts.count > count) else { return nil }
    var parameters: [String: String] = [:]
    for (segment, part) in zip(pattern.segments, parts) {
      switch segment {
      case .literal(let text): if text != part { return nil }
      case .parameter(let name):
        if part.isEmpty { return nil }
        parameters[name] = part
      }
    }
    return parameters
  }
}
