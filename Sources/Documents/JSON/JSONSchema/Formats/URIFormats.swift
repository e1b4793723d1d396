import Encodings

/// URIs and IRIs (RFC 3986, RFC 3987) and URI templates (RFC 6570).
enum URIFormats {
  static func isURI(_ text: String, isInternational: Bool, allowsRelative: Bool) -> Bool {
    let parts = URIReference(text)
    if let scheme = parts.scheme {
      guard isScheme(scheme) else { return false }
    } else {
      guard allowsRelative else { return false }
      let first = parts.path.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
      guard parts.authority != nil || !first.contains(":") else { return false }
    }
    func holds(_ text: String, _ extra: String, allowsPrivate: Bool = false) -> Bool {
      isEncoded(text, extra, isInternational: isInternational, allowsPrivate: allowsPrivate)
    }
    if let authority = parts.authority {
      guard isAuthority(authority, holds: { holds($0, $1) }) else { return false }
    }
    return holds(parts.path, ":@/") && holds(parts.fragment ?? "", ":@/?")
      && holds(parts.query ?? "", ":@/?", allowsPrivate: true)
  }

  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }

  private static func isAuthority(_ text: String, holds: (String, String) -> Bool) -> Bool {
    var rest = Substring(text)
    if let at = rest.lastIndex(of: "@") {
      guard holds(String(rest[..<at]), ":") else { return false }
      rest = rest[rest.index(after: at)...]
    }
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return false }
      let address = rest[rest.index(after: rest.startIndex)..<end]
      guard IPAddress.isIPv6(address) || isFutureAddress(address) else { return false }
      rest = rest[rest.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return false }
    } else {
      let host = rest.prefix { $0 != ":" }
      guard holds(String(host), "") else { return false }
      rest = rest.dropFirst(host.count)
    }
    return rest.dropFirst().utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }

  private static func isFutureAddress(_ text: Substring) -> Bool {
    guard text.utf8.first.map({ $0 | 0x20 == UInt8(ascii: "v") }) ?? false,
      let dot = text.firstIndex(of: ".")
    else { return false }
    let version = text[text.index(after: text.startIndex)..<dot]
    let rest = text[text.index(after: dot)...]
    return !version.isEmpty && version.unicodeScalars.allSatisfy { $0.hexadecimalValue != nil }
      && !rest.isEmpty && !rest.contains("%")
      && isEncoded(String(rest), ":", isInternational: false, allowsPrivate: false)
  }

  /// Whether a text has only unreserved characters, sub-delimiters, percent-encoded bytes and extras.
  private static func isEncoded(
    _ text: String,
    _ extra: String,
    isInternational: Bool,
    allowsPrivate: Bool
  ) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar == "%" {
        guard scalars.next()?.hexadecimalValue != nil, scalars.next()?.hexadecimalValue != nil
        else {
          return false
        }
        continue
      }
      guard scalar.isASCII else {
        guard isInternational, isInternationalCharacter(scalar, allowsPrivate) else { return false }
        continue
      }
      let byte = UInt8(scalar.value)
      let isAlphanumeric =
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      guard
        isAlphanumeric || "-._~!$&'()*+,;=".unicodeScalars.contains(scalar)
          || extra.unicodeScalars.contains(scalar)
      else { return false }
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
