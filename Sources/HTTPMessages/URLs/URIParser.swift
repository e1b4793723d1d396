import Documents
import Encodings

/// Takes a text apart and makes each part legal.
struct URIParser {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  func parse() throws(URIError) -> URIReference {
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw error("it contains a control character")
    }
    var parts = URIReference(text)
    if let scheme = parts.scheme {
      guard URIReference.isScheme(scheme) else {
        throw error("what stands before the first \":\" is not a scheme")
      }
      parts.scheme = scheme.lowercased()
    } else if parts.path.utf8.first == UInt8(ascii: ":") {
      throw error("the scheme before \":\" is missing")
    }
    if let authority = parts.authority { parts.authority = try legal(authority) }
    parts.path = Self.encode(parts.path, as: .path)
    parts.query = parts.query.map { Self.encode($0, as: .query) }
    parts.fragment = parts.fragment.map { Self.encode($0, as: .fragment) }
    return parts
  }

  private func error(_ reason: String) -> URIError { URIError(reason: reason, text: text) }

  private func legal(
    _ written: URIReference.Authority
  ) throws(URIError) -> URIReference.Authority {
    var authority = written
    authority.userInfo = written.userInfo.map { Self.encode($0, as: .userInfo) }
    if written.host.utf8.first == UInt8(ascii: "[") {
      guard let end = written.host.lastIndex(of: "]") else {
        throw error("\"[\" without \"]\" in the host")
      }
      guard IPAddress.isIPv6(written.host[..<end].dropFirst()) else {
        throw error("the host in brackets is not an IPv6 address")
      }
      guard written.host.utf8.last == UInt8(ascii: "]") else {
        throw error("only a port may follow \"]\"")
      }
      authority.host = written.host.lowercased()
    } else {
      authority.host = try parseName(written.host)
    }
    authority.port = try parsePort(written.port ?? "").map { String($0) }
    return authority
  }

  private func parseName(_ name: String) throws(URIError) -> String {
    if name.utf8.contains(where: { $0 >= 0x80 }) {
      do throws(InternationalHost.Failure) {
        return try InternationalHost.ascii(name)
      } catch {
        throw self.error(error.reason)
      }
    }
    for byte in name.utf8 where !URIReference.Component.host.allows(byte) {
      if byte == UInt8(ascii: "%") { continue }
      throw error("the host has a character that cannot stand in one")
    }
    if name.utf8.contains(UInt8(ascii: "%")) { throw error("\"%\" in the host") }
    return name.lowercased()
  }

  private func parsePort(_ digits: String) throws(URIError) -> UInt16? {
    if digits.isEmpty { return nil }
    guard digits.utf8.allSatisfy(\.isASCIIDigit), let port = UInt16(digits)
    else { throw error("what stands behind the host's \":\" is not a port (0 to 65535)") }
    return port
  }
}

extension URIParser {
  /// Percent-encodes what `component` may not hold; escapes that are there stay.
  static func encodeComponent(
    _ text: String,
    as component: URIReference.Component
  ) throws(URIError) -> String {
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw URIError(reason: "it contains a control character", text: text)
    }
    return encode(text, as: component)
  }

  private static func encode(_ text: String, as component: URIReference.Component) -> String {
    if text.utf8.allSatisfy(component.allows) { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    var rest = text.utf8[...]
    while let byte = rest.first {
      if component.allows(byte) || byte == UInt8(ascii: "%") && isEscape(rest) {
        bytes.append(byte)
      } else {
        bytes.append(percentEncoding: byte)
      }
      rest.removeFirst()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isEscape(_ text: Substring.UTF8View) -> Bool {
    let digits = text.dropFirst().prefix(2)
    return digits.count == 2 && digits.allSatisfy(\.isHexadecimalDigit)
  }
}
