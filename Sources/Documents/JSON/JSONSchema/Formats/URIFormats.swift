import Encodings

/// URIs and IRIs (RFC 3986, RFC 3987) and URI templates (RFC 6570).
enum URIFormats {
  static func isURI(_ text: String, isInternational: Bool, allowsRelative: Bool) -> Bool {
    let parts = URIReference(text)
    if let scheme = parts.scheme {
      guard URIReference.isScheme(scheme) else { return false }
    } else {
      guard allowsRelative, parts.path.utf8.first != UInt8(ascii: ":") else { return false }
    }
    func holds(_ text: String?, _ component: URIReference.Component) -> Bool {
      isEncoded(text ?? "", component, isInternational: isInternational)
    }
    if let authority = parts.authority {
      guard holds(authority.userInfo, .userInfo),
        isAddress(authority.host) || holds(authority.host, .host),
        authority.port?.utf8.allSatisfy(\.isASCIIDigit) ?? true
      else { return false }
    }
    return holds(parts.path, .path) && holds(parts.query, .query)
      && holds(parts.fragment, .fragment)
  }

  /// Whether a host is an address in brackets, of version 6 or a later one.
  private static func isAddress(_ host: String) -> Bool {
    guard host.hasPrefix("["), host.hasSuffix("]") else { return false }
    let address = host.dropFirst().dropLast()
    return IPAddress.isIPv6(address) || isFutureAddress(address)
  }

  private static func isFutureAddress(_ text: Substring) -> Bool {
    guard text.utf8.first.map({ $0 | 0x20 == UInt8(ascii: "v") }) ?? false,
      let dot = text.firstIndex(of: ".")
    else { return false }
    let version = text[text.index(after: text.startIndex)..<dot]
    let rest = text[text.index(after: dot)...]
    return !version.isEmpty && version.utf8.allSatisfy(\.isHexadecimalDigit)
      && !rest.isEmpty && rest.utf8.allSatisfy(URIReference.Component.userInfo.allows)
  }

  /// Whether a text has only characters of its component and percent-encoded bytes.
  private static func isEncoded(
    _ text: String,
    _ component: URIReference.Component,
    isInternational: Bool
  ) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar == "%" {
        guard scalars.next()?.hexadecimalValue != nil, scalars.next()?.hexadecimalValue != nil
        else { return false }
      } else if scalar.isASCII {
        guard component.allows(UInt8(scalar.value)) else { return false }
      } else {
        guard isInternational, isInternationalCharacter(scalar, component == .query)
        else { return false }
      }
    }
    return true
  }

  /// The characters `ucschar` and, in queries, `iprivate` of RFC 3987, section 2.2.
  private static func isInternationalCharacter(
    _ scalar: Unicode.Scalar,
    _ allowsPrivate: Bool
  ) -> Bool {
    switch scalar.value {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0xE000...0xF8FF, 0xF0000...0x10FFFD: allowsPrivate
    case 0x10000...0xEFFFF:
      scalar.value & 0xFFFF < 0xFFFE && !(0xE0000..<0xE1000).contains(scalar.value)
    default: false
    }
  }

  /// Whether a text is a URI template (RFC 6570, section 2).
  static func isTemplate(_ text: String) -> Bool {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{":
        guard let end = rest.firstIndex(of: "}"), isExpression(rest[..<end]) else { return false }
        rest = rest[rest.index(after: end)...]
      case "%":
        guard rest.popFirst()?.hexadecimalValue != nil, rest.popFirst()?.hexadecimalValue != nil
        else { return false }
      case "\"", "<", ">", "\\", "^", "`", "|", "}", "\u{0}"..."\u{20}", "\u{7F}":
        return false
      default: break
      }
    }
    return true
  }

  private static func isExpression(_ scalars: Substring.UnicodeScalarView) -> Bool {
    var rest = scalars
    if let first = rest.first, "+#./;?&=,!@|".unicodeScalars.contains(first) { rest.removeFirst() }
    return rest.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(isVariable)
  }

  private static func isVariable(_ scalars: Substring.UnicodeScalarView) -> Bool {
    var name = scalars
    if name.last == "*" {
      name.removeLast()
    } else if let colon = name.firstIndex(of: ":") {
      let length = name[name.index(after: colon)...]
      guard (1...4).contains(length.count), length.first != "0",
        length.allSatisfy({ ("0"..."9").contains($0) })
      else { return false }
      name = name[..<colon]
    }
    guard !name.isEmpty else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      guard !part.isEmpty else { return false }
      var scalars = part.makeIterator()
      while let scalar = scalars.next() {
        if scalar == "%" {
          guard scalars.next()?.hexadecimalValue != nil, scalars.next()?.hexadecimalValue != nil
          else { return false }
          continue
        }
        let isLetter =
          scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        guard isLetter || scalar == "_" else { return false }
      }
      return true
    }
  }
}
