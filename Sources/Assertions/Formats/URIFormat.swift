/// URIs of RFC 3986, that is, with a scheme.
enum URIFormat: Sendable {
  static func isURI(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else {
      return false
    }
    var rest = bytes[(colon + 1)...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard isText(rest[(hash + 1)...], beside: "/?:@") else { return false }
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard isText(rest[(mark + 1)...], beside: "/?:@") else { return false }
      rest = rest[..<mark]
    }
    guard rest.starts(with: "//".utf8) else { return isText(rest, beside: "/:@") }
    rest = rest.dropFirst(2)
    let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    return isAuthority(rest[..<slash]) && isText(rest[slash...], beside: "/:@")
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first.isLetter else { return false }
    return bytes.allSatisfy { $0.isLetter || $0.isDigit || Set("+-.".utf8).contains($0) }
  }

  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    var host = bytes
    if let at = host.firstIndex(of: UInt8(ascii: "@")) {
      guard isText(host[..<at], beside: ":") else { return false }
      host = host[(at + 1)...]
    }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let port = host[(end + 1)...]
      guard port.isEmpty || (port.first == UInt8(ascii: ":") && isPort(port.dropFirst())) else {
        return false
      }
      return AddressFormat.isIPv6(host[(host.startIndex + 1)..<end])
    }
    if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
      guard isPort(host[(colon + 1)...]) else { return false }
      host = host[..<colon]
    }
    return isText(host, beside: "")
  }

  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count <= 5 && bytes.allSatisfy(\.isDigit)
      && bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65_535
  }

  /// Whether there are only unreserved characters, sub-delimiters, escapes and those of `others`.
  private static func isText(_ bytes: ArraySlice<UInt8>, beside others: String) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard bytes.endIndex - index > 2, bytes[index + 1].isHexadecimal,
          bytes[index + 2].isHexadecimal
        else { return false }
        index += 3
      } else {
        guard byte.isLetter || byte.isDigit || plain.contains(byte) || others.utf8.contains(byte)
        else { return false }
        index += 1
      }
    }
    return true
  }

  private static let plain = Set("-._~!$&'()*+,;=".utf8)
}
