import Encodings

/// Hosts, addresses and mailboxes.
enum HostFormats {
  /// Whether a text is a host name (RFC 1123, section 2.1, with the A-labels of RFC 5890).
  static func isHostname(_ text: String) -> Bool {
    guard text.utf8.count <= 253, text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      guard label.prefix(4).lowercased() == "xn--" else { return isLabel(label.utf8) }
      return isLabel(label.utf8) && InternationalHost.isLabel(String(label))
    }
  }

  /// Whether bytes are letters, digits and inner hyphens, at most 63.
  static func isLabel(_ label: some BidirectionalCollection<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { isAlphanumeric($0) || $0 == hyphen }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte.isASCIILetter
  }

  /// Whether a text is a mailbox (RFC 5321, section 4.1.2; RFC 6531 when international).
  static func isEmail(_ text: String, isInternational: Bool) -> Bool {
    // A path has at most 256 octets, two of them angle brackets (RFC 5321, section 4.5.3.1.3).
    guard text.utf8.count <= 254, let at = text.unicodeScalars.lastIndex(of: "@") else {
      return false
    }
    let local = text.unicodeScalars[..<at]
    let domain = String(text.unicodeScalars[text.unicodeScalars.index(after: at)...])
    guard isLocalPart(local, isInternational: isInternational) else { return false }
    if domain.hasPrefix("["), domain.hasSuffix("]") {
      let address = domain.dropFirst().dropLast()
      if address.lowercased().hasPrefix("ipv6:") { return IPAddress.isIPv6(address.dropFirst(5)) }
      return IPAddress.isIPv4(address)
    }
    return isInternational ? InternationalHost.isHostname(domain) : isHostname(domain)
  }

  private static func isLocalPart(
    _ local: Substring.UnicodeScalarView,
    isInternational: Bool
  ) -> Bool {
    guard String(local).utf8.count <= 64 else { return false }
    if local.first == "\"" { return isQuoted(local, isInternational: isInternational) }
    let atoms = local.split(separator: ".", omittingEmptySubsequences: false)
    return atoms.allSatisfy { atom in
      !atom.isEmpty
        && atom.allSatisfy { scalar in
          scalar.isASCII
            ? isAlphanumeric(UInt8(scalar.value))
              || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
            : isInternational
        }
    }
  }

  private static func isQuoted(
    _ local: Substring.UnicodeScalarView,
    isInternational: Bool
  ) -> Bool {
    var scalars = local.dropFirst().makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "\"": return scalars.next() == nil
      case "\\":
        guard let escaped = scalars.next(), (0x20...0x7E).contains(escaped.value) else {
          return false
        }
      default:
        guard (0x20...0x7E).contains(scalar.value) || !scalar.isASCII && isInternational else {
          return false
        }
      }
    }
    return false
  }
}
