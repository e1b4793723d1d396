import Documents
import Encodings

/// Takes a text apart by RFC 3986 appendix B and makes each part legal.
struct URIParser {
  private let text: String
  private var rest: Substring.UTF8View

  init(_ text: String) {
    self.text = text
    self.rest = text[...].utf8
  }

  mutating func parse() throws(URIError) -> URI {
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw error("it contains a control character")
    }
    let fragment = takeTail(after: UInt8(ascii: "#"))
    let query = takeTail(after: UInt8(ascii: "?"))
    let scheme = try takeScheme()
    var authority = Authority()
    if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = try parseAuthority(rest[..<end])
      rest = rest[end...]
    }
    return URI(
      scheme: scheme,
      userInfo: authority.userInfo,
      host: authority.host,
      port: authority.port,
      path: Self.encode(rest, as: .path),
      query: query.map { Self.encode($0, as: .query) },
      fragment: fragment.map { Self.encode($0, as: .query) }
    )
  }

  private func error(_ reason: String) -> URIError { URIError(reason: reason, text: text) }

  private mutating func takeTail(after mark: UInt8) -> Substring.UTF8View? {
    guard let index = rest.firstIndex(of: mark) else { return nil }
    let tail = rest[rest.index(after: index)...]
    rest = rest[..<index]
    return tail
  }

  private mutating func takeScheme() throws(URIError) -> String? {
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = rest[..<colon]
    if name.contains(UInt8(ascii: "/")) { return nil }
    guard let first = name.first else { throw error("the scheme before \":\" is missing") }
    guard first.isASCIILetter, name.allSatisfy(Self.isSchemeCharacter) else {
      throw error("what stands before the first \":\" is not a scheme")
    }
    rest = rest[rest.index(after: colon)...]
    return Substring(name).lowercased()
  }

  private struct Authority {
    var userInfo: String?
    var host: String?
    var port: UInt16?
  }

  private func parseAuthority(_ authority: Substring.UTF8View) throws(URIError) -> Authority {
    var result = Authority()
    var rest = authority
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      result.userInfo = Self.encode(rest[..<at], as: .userInfo)
      rest = rest[rest.index(after: at)...]
    }
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else {
        throw error("\"[\" without \"]\" in the host")
      }
      let end = rest.index(after: close)
      let address = Substring(rest[..<end])
      guard IPAddress.isIPv6(address.dropFirst().dropLast()) else {
        throw error("the host in brackets is not an IPv6 address")
      }
      result.host = address.lowercased()
      rest = rest[end...]
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else {
        throw error("only a port may follow \"]\"")
      }
      rest = rest.dropFirst()
    } else {
      let colon = rest.firstIndex(of: UInt8(ascii: ":"))
      result.host = try parseName(rest[..<(colon ?? rest.endIndex)])
      rest = colon.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
    }
    result.port = try parsePort(rest)
    return result
  }

  private func parseName(_ name: Substring.UTF8View) throws(URIError) -> String {
    if name.contains(where: { $0 >= 0x80 }) {
      do throws(InternationalHost.Failure) {
        return try InternationalHost.ascii(String(Substring(name)))
      } catch {
        throw self.error(error.reason)
      }
    }
    for byte in name where !Self.isAllowed(byte, in: .host) && byte != UInt8(ascii: "%") {
      throw error("the host has a character that cannot stand in one")
    }
    if name.contains(UInt8(ascii: "%")) { throw error("\"%\" in the host") }
    return Substring(name).lowercased()
  }

  private func parsePort(_ digits: Substring.UTF8View) throws(URIError) -> UInt16? {
    if digits.isEmpty { return nil }
    guard digits.allSatisfy(\.isASCIIDigit), let port = UInt16(Substring(digits))
    else { throw error("what stands behind the host's \":\" is not a port (0 to 65535)") }
    return port
  }
}

extension URIParser {
  /// The parts of a URI that differ in what they may hold unescaped.
  enum Component {
    case userInfo
    case host
    case path
    case query
  }

  /// Percent-encodes what `component` may not hold; escapes that are there stay.
  static func encodeComponent(_ text: String, as component: Component) throws(URIError) -> String {
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw URIError(reason: "it contains a control character", text: text)
    }
    return encode(text[...].utf8, as: component)
  }

  private static func encode(_ text: Substring.UTF8View, as component: Component) -> String {
    if text.allSatisfy({ isAllowed($0, in: component) }) { return String(Substring(text)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + 16)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if isAllowed(byte, in: component) || byte == UInt8(ascii: "%") && isEscape(text[index...]) {
        bytes.append(byte)
      } else {
        bytes.append(percentEncoding: byte)
      }
      index = text.index(after: index)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isEscape(_ text: Substring.UTF8View) -> Bool {
    let digits = text.dropFirst().prefix(2)
    return digits.count == 2 && digits.allSatisfy(\.isHexadecimalDigit)
  }

  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    case _: byte.isASCIILetter
    }
  }

  private static func isAllowed(_ byte: UInt8, in component: Component) -> Bool {
    switch byte {
    case _ where PercentEncoding.isUnreserved(byte): return true
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      return true
    case UInt8(ascii: ":"):
      return component != .host
    case UInt8(ascii: "@"), UInt8(ascii: "/"):
      return component == .path || component == .query
    case UInt8(ascii: "?"):
      return component == .query
    case _:
      return false
    }
  }
}
