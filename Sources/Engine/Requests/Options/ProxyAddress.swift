import Diagnostics

/// The address of a proxy, in the form that libcurl takes.
enum ProxyAddress {
  /// What a proxy can be spoken to with.
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
  private static let example = "http://proxy.example:3128"

  /// Refuses what is no address of a proxy, before a transfer would fail by it.
  ///
  /// - Parameter text: `scheme://user:password@host:port`, of which only the host must be there;
  ///   empty for no proxy.
  /// - Throws: what is wrong with it, without its password.
  static func check(_ text: String) throws(Mistake) {
    guard !text.isEmpty else { return }
    var rest = text[...]
    if let mark = text.firstRange(of: "://") {
      let scheme = text[..<mark.lowerBound]
      guard schemes.contains(scheme.lowercased()) else {
        throw Mistake(
          "\"\(scheme)\" is no scheme of a proxy",
          hint: "http, https, socks4, socks4a, socks5 and socks5h are"
        )
      }
      rest = text[mark.upperBound...]
    }
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let (host, port) = parts(of: place ?? authority)
    guard isHost(host) else {
      throw Mistake(
        place == nil
          ? "expected the URL of a proxy, got \"\(text)\"" : "\"\(host)\" is no host of a proxy",
        hint: "as in proxy: \(example)"
      )
    }
    guard let port else { return }
    guard let number = UInt16(port), number > 0 else {
      throw Mistake("\"\(port)\" is no port of a proxy", hint: "as in proxy: \(example)")
    }
  }

  private static func parts(of place: Substring) -> (host: Substring, port: Substring?) {
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      let rest = place[place.index(after: end)...]
      return (place[...end], rest.isEmpty ? nil : rest.dropFirst(rest.hasPrefix(":") ? 1 : 0))
    }
    guard let colon = place.lastIndex(of: ":") else { return (place, nil) }
    return (place[..<colon], place[place.index(after: colon)...])
  }

  private static func isHost(_ text: Substring) -> Bool {
    if text.hasPrefix("[") {
      return text.hasSuffix("]") && text.contains(":")
        && text.dropFirst().dropLast().allSatisfy { $0.isHexDigit || ":.%".contains($0) }
    }
    return !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x7F || scalar.properties.isAlphabetic
          || "0123456789-._~%".unicodeScalars.contains(scalar)
      }
  }
}
